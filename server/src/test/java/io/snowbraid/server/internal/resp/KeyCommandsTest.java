package io.snowbraid.server.internal.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.KeyServer;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.program.Store;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the commands of numbers per key on a store in a directory. */
class KeyCommandsTest {

  private static final int LARGEST_KEY = 1 << 16;

  @TempDir static Path directory;

  private static KeyServer server;
  private RespClient client;

  @BeforeAll
  static void start() throws Exception {
    server =
        KeyServer.start(
            Store.directory(directory),
            settings ->
                settings.limits(
                    ServerLimits.DEFAULT
                        .withMaxRequestBytes(2 * LARGEST_KEY)
                        .withMaxArguments(16)));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @BeforeEach
  void connect() throws Exception {
    client = server.connect();
  }

  @AfterEach
  void disconnect() throws Exception {
    client.close();
  }

  private static long number(String answer) {
    assertThat(answer).matches(":[1-9][0-9]*");
    return Long.parseLong(answer.substring(1));
  }

  /** Sends a request of raw bytes, and returns its one-line answer. */
  private String ask(byte[]... arguments) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(("*" + arguments.length + "\r\n").getBytes(US_ASCII));
    for (byte[] argument : arguments) {
      request.writeBytes(("$" + argument.length + "\r\n").getBytes(US_ASCII));
      request.writeBytes(argument);
      request.writeBytes("\r\n".getBytes(US_ASCII));
    }
    try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      request.writeTo(socket.getOutputStream());
      return line(new BufferedInputStream(socket.getInputStream()));
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int b = in.read();
    while (b >= 0 && b != '\r') {
      line.append((char) b);
      b = in.read();
    }
    return line.toString();
  }

  @Test
  void numbersOfAKeyRise() throws Exception {
    long first = number(client.ask("INCR rising"));
    assertThat(client.ask("incr rising")).isEqualTo(":" + (first + 1));
    assertThat(client.ask("GET rising")).isEqualTo(Long.toString(first + 1));
    assertThat(client.ask("INCRBY rising 1000000")).isEqualTo(":" + (first + 1_000_001));
    assertThat(client.ask("INCR rising")).isEqualTo(":" + (first + 1_000_002));
    assertThat(client.ask("GET never-used")).isEqualTo("null");
    assertThat(client.ask("HELLO 3")).startsWith("%");
    assertThat(client.ask("GET never-used")).isEqualTo("null");
  }

  @Test
  void keyGoesOnAfterAValue() throws Exception {
    assertThat(client.ask("ADVANCE advanced 5000")).isEqualTo(":5000");
    assertThat(client.ask("INCR advanced")).isEqualTo(":5001");
    assertThat(client.ask("ADVANCE advanced 7")).isEqualTo(":5001");
    assertThat(client.ask("GET advanced")).isEqualTo("5001");
    assertThat(client.ask("ADVANCE advanced 4611686018427387904"))
        .isEqualTo(":4611686018427387904");
    assertThat(client.ask("INCR advanced")).isEqualTo(":4611686018427387905");
  }

  @Test
  void numbersRiseOverARestart() throws Exception {
    long before = number(client.ask("INCRBY restart 10"));
    disconnect();
    end();
    start();
    connect();
    assertThat(client.ask("GET restart")).isEqualTo("null");
    assertThat(number(client.ask("INCR restart"))).isGreaterThan(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INCRBY wrong 0|increment must be between 1 and 1000000, but is 0",
        "INCRBY wrong -1|increment must be between 1 and 1000000, but is -1",
        "INCRBY wrong 1000001|increment must be between 1 and 1000000, but is 1000001; increase"
            + " max-count to allow it",
        "INCRBY wrong 9223372036854775807|increment must be between 1 and 1000000, but is"
            + " 9223372036854775807; increase max-count to allow it",
        "INCRBY wrong -9223372036854775808|increment must be between 1 and 1000000, but is"
            + " -9223372036854775808",
        "INCRBY wrong 9223372036854775808|value is not an integer or out of range",
        "INCRBY wrong 1.5|value is not an integer or out of range",
        "ADVANCE wrong 0|value must be between 1 and 4611686018427387904, but is 0",
        "ADVANCE wrong 4611686018427387905|value must be between 1 and 4611686018427387904, but is"
            + " 4611686018427387905",
        "INCR|wrong number of arguments for 'incr' command",
        "INCR wrong b|wrong number of arguments for 'incr' command",
        "INCRBY wrong|wrong number of arguments for 'incrby' command",
        "GET|wrong number of arguments for 'get' command",
        "ADVANCE wrong|wrong number of arguments for 'advance' command"
      })
  void wrongRequestsMoveNothing(String request, String error) throws Exception {
    assertThat(client.ask(request)).isEqualTo("-ERR " + error);
    assertThat(client.ask("GET wrong")).isEqualTo("null");
  }

  @Test
  void commandsOfSeveralKeysAreUnknown() throws Exception {
    assertThat(client.ask("MGET a b"))
        .startsWith("-ERR unknown command 'MGET': this server issues ids, and has only GETID")
        .contains(" INCR INCRBY GET ADVANCE CLUSTER READONLY ");
    assertThat(client.ask("DEL a b")).startsWith("-ERR unknown command 'DEL'");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 255, 16_384, LARGEST_KEY})
  void keysOfAnyLengthAndBytesHaveNumbersOfTheirOwn(int length) throws Exception {
    byte[] incr = "INCR".getBytes(US_ASCII);
    byte[] get = "GET".getBytes(US_ASCII);
    byte[] zeros = new byte[length];
    byte[] binary = new byte[length];
    for (int i = 0; i < length; i++) {
      binary[i] = (byte) (255 - i % 7);
    }
    long first = number(ask(incr, zeros));
    assertThat(ask(incr, zeros)).isEqualTo(":" + (first + 1));
    assertThat(number(ask(incr, binary))).isPositive();
    assertThat(ask(get, zeros)).startsWith("$");
  }

  @Test
  void keyBeyondTheLimitOfRequestsEndsTheConnection() throws Exception {
    assertThat(ask("INCR".getBytes(US_ASCII), new byte[2 * LARGEST_KEY]))
        .isEqualTo("-ERR Protocol error: too big request");
  }

  @Test
  void nameOfACommandAsKeyIsAKey() throws Exception {
    assertThat(client.ask("INCR GETID")).startsWith(":");
    assertThat(client.askWords("INCR", "a\r\nINCR b")).startsWith(":");
    assertThat(client.ask("GET b")).isEqualTo("null");
  }

  /** The first call of each key reserves more than the bound has, so it waits for the store. */
  @Test
  void pipelineWhoseCallsWaitForTheirBoundsIsAnsweredInOrder() throws Exception {
    int keys = 200;
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < keys; i++) {
      requests.append("INCRBY key:%d 1000000\r\nINCR key:%d\r\nPING %d\r\n".formatted(i, i, i));
    }
    client.send(requests.toString());
    List<Long> distances = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      long last = number(client.read());
      distances.add(number(client.read()) - last);
      assertThat(client.read()).isEqualTo(Integer.toString(i));
    }
    assertThat(distances).hasSize(keys).containsOnly(1L);
  }
}
