package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.snowbraid.server.program.Store;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a call which is answered at once creates no object. */
class KeyAllocationTest {

  private static final int CALLS_PER_TURN = 500;
  private static final int TURNS = 400;

  /** A turn has a few objects of the network's; the smallest object per call would be 16 bytes. */
  private static final int MAX_BYTES_PER_CALL = 8;

  @TempDir Path directory;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static String request(String command, String key) {
    return "*2\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n"
        .formatted(command.length(), command, key.length(), key);
  }

  private static void call(RespClient client, int turns) throws Exception {
    String requests =
        (request("INCR", "user:4711") + request("GET", "{user}:5")).repeat(CALLS_PER_TURN / 2);
    for (int turn = 0; turn < turns; turn++) {
      client.send(requests);
      for (int i = 0; i < CALLS_PER_TURN; i++) {
        client.read();
      }
    }
  }

  private long allocated() {
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(
            thread -> thread != null && thread.getThreadName().matches("snowbraid-server-\\d.*"))
        .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getThreadId()))
        .sum();
  }

  @Test
  void callsThatAreAnsweredAtOnceCreateNoObjects() throws Exception {
    try (KeyServer server = KeyServer.start(Store.directory(directory));
        RespClient client = server.connect()) {
      assertThat(client.ask("INCR {user}:5")).startsWith(":");
      call(client, TURNS);
      long before = allocated();
      call(client, TURNS);
      long bytes = allocated() - before;
      System.out.println("bytes per call: " + (double) bytes / CALLS_PER_TURN / TURNS);
      assertThat(before).isPositive();
      assertThat(bytes).isLessThan((long) MAX_BYTES_PER_CALL * CALLS_PER_TURN * TURNS);
    }
  }
}
