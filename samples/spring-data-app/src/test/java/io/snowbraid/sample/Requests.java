package io.snowbraid.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Sends requests to the server without a browser. Headers are passed as alternating names and
 * values.
 */
final class Requests {

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  Requests(int port) {
    this.address = "http://localhost:" + port;
  }

  String address() {
    return address;
  }

  HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    return send(request(path, headers));
  }

  HttpResponse<String> post(String path, String... headers)
      throws IOException, InterruptedException {
    return send(request(path, headers).POST(BodyPublishers.noBody()));
  }

  HttpResponse<String> postJson(String path, String json) throws IOException, InterruptedException {
    return send(
        request(path, "Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }
}
