package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.server.program.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes the directory of a server of this version. */
class EarlierServerWriter {

  private static final int CALLS = 5;

  @TempDir private Path directory;

  @Test
  void writesTheDirectoryOfAServer() throws Exception {
    Issued issued = new Issued();
    try (KeyServer server = KeyServer.start(Store.directory(directory));
        RespClient client = server.connect()) {
      for (int i = 0; i < CALLS; i++) {
        for (String command : EarlierServerTest.COMMANDS) {
          issued.add(command, EarlierServerTest.number(client.ask(command)));
        }
      }
    }
    issued.write(directory);
    EarlierData.toWrite(EarlierServerTest.NAME).pack(directory);
    assertThat(EarlierServerTest.data()).contains(EarlierData.toWrite(EarlierServerTest.NAME));
  }
}
