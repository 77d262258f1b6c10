package io.snowbraid.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Takes one number of each of many keys, many at a time. */
final class KeyLoad {

  private static final int PIPELINE = 1_000;

  private KeyLoad() {}

  static void run(int port, int keys) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      for (int first = 0; first < keys; first += PIPELINE) {
        send(socket.getOutputStream(), first);
        requireNumbers(answers);
      }
    }
  }

  private static void send(OutputStream requests, int first) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int key = first; key < first + PIPELINE; key++) {
      text.append("INCR user:").append(key).append("\r\n");
    }
    requests.write(text.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private static void requireNumbers(BufferedReader answers) throws IOException {
    for (int i = 0; i < PIPELINE; i++) {
      String answer = answers.readLine();
      if (answer == null || !answer.startsWith(":")) {
        throw new IOException("INCR must answer a number: " + answer);
      }
    }
  }
}
