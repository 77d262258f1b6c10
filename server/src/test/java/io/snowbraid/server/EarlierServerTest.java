package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.program.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Starts a server on the directory of a server of an earlier version. */
class EarlierServerTest {

  static final String NAME = "server";

  /** A command for each kind of number. */
  static final List<String> COMMANDS =
      List.of("GETID", "NEXTID orders", "NEXTID tickets", "INCR invoices", "INCR orders:rome");

  @TempDir private Path directory;

  static Stream<EarlierData> data() throws IOException {
    return EarlierData.all(NAME);
  }

  @ParameterizedTest
  @MethodSource("data")
  void serverOfAnEarlierVersionGoesOn(EarlierData data) throws Exception {
    Issued issued = Issued.read(data.unpack(directory));
    SegmentSource.acceptMove(directory.resolve("segments"));
    KeyedStore.acceptMove(directory.resolve("sequences"));
    try (KeyServer server = KeyServer.start(Store.directory(directory));
        RespClient client = server.connect()) {
      for (String command : COMMANDS) {
        assertThat(number(client.ask(command))).as(command).isGreaterThan(issued.last(command));
      }
    }
  }

  static long number(String answer) {
    assertThat(answer).matches(":[1-9][0-9]*");
    return Long.parseLong(answer.substring(1));
  }
}
