package io.snowbraid.server.internal.http;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSettings;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.BrokenTag;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server on free ports, with its generators. */
public final class HttpFixture implements AutoCloseable {

  /** A machine that delays the threads that draw must not make a call fail. */
  private static final SegmentSettings PATIENT =
      SegmentSettings.DEFAULT.withMaxWait(Duration.ofMinutes(1));

  /** For a tag whose store fails. */
  private static final SegmentSettings IMPATIENT =
      SegmentSettings.DEFAULT.withMaxWait(Duration.ofMillis(1));

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  public final Snowflake ids;
  public final SegmentGenerators segments;
  final IdServer server;

  public HttpFixture(
      Path directory,
      SegmentSource source,
      HttpSettings http,
      UnaryOperator<IdServer.Builder> settings) {
    ids = Snowflake.builder().worker(WorkerSource.file(directory)).build();
    segments =
        SegmentGenerators.builder()
            .source(source)
            .settings(PATIENT)
            .settings(BrokenTag.NAME, IMPATIENT)
            .build();
    server =
        settings
            .apply(IdServer.builder().ids(ids).segments(segments).port(0).http(http.withPort(0)))
            .build();
    server.start();
  }

  public static HttpFixture start(Path directory, HttpSettings http) {
    return start(directory, SegmentSource.inMemory(), http);
  }

  public static HttpFixture start(Path directory, SegmentSource source, HttpSettings http) {
    return new HttpFixture(directory, source, http, settings -> settings);
  }

  InetSocketAddress address() {
    return server.httpAddress().orElseThrow();
  }

  String url(String path) {
    return "http://127.0.0.1:" + address().getPort() + path;
  }

  RawHttpClient connect() throws IOException {
    return new RawHttpClient(address());
  }

  public HttpResponse<String> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url(path))));
  }

  public String body(String path) throws Exception {
    return get(path).body();
  }

  public HttpResponse<String> post(String path, String form) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url(path)))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.close();
    segments.close();
    ids.close();
  }
}
