package io.snowbraid.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** What a {@link FaultyRoute} does with an answer. */
enum Fault {
  NONE("") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      client.write(answer);
      return true;
    }
  },
  SILENT("it did not answer within 300 ms") {
    @Override
    boolean pass(byte[] answer, OutputStream client) {
      return true;
    }
  },
  GARBAGE("it answered \"HTTP/1.1 400 Bad Request\"") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      client.write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
      return true;
    }
  },
  CUT("it closed the connection") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      client.write(answer, 0, answer.length / 2);
      return false;
    }
  },
  SLOW("it did not answer within 300 ms") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      for (byte b : answer) {
        client.write(b);
        pause();
      }
      return true;
    }
  },
  TOO_FEW("it answered 0 ids instead of 1") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      client.write("*0\r\n".getBytes(US_ASCII));
      return true;
    }
  },
  NO_NUMBER("it answered something other than a number") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      client.write("*1\r\n$2\r\nab\r\n".getBytes(US_ASCII));
      return true;
    }
  },
  TOO_LARGE("it answered a number above 2^63 - 1") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      client.write("*1\r\n:9223372036854775808\r\n".getBytes(US_ASCII));
      return true;
    }
  },
  ENDLESS_LINE("it answered a line of more than 4096 bytes") {
    @Override
    boolean pass(byte[] answer, OutputStream client) throws IOException {
      client.write("x".repeat(100_000).getBytes(US_ASCII));
      return true;
    }
  };

  private final String reason;

  Fault(String reason) {
    this.reason = reason;
  }

  /** What the client says of a server with this fault, if it asks for one id in time. */
  String reason() {
    return reason;
  }

  /** How long the client waits for an answer: not long if none comes. */
  Duration timeout() {
    return this == SILENT || this == SLOW ? Duration.ofMillis(300) : Duration.ofMinutes(1);
  }

  /** Passes an answer on. Returns whether the connection continues. */
  abstract boolean pass(byte[] answer, OutputStream client) throws IOException;

  private static void pause() throws IOException {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
