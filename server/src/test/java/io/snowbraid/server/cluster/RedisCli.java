package io.snowbraid.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process of {@code redis-cli -c} that reads commands. It ends itself when a call fails. */
final class RedisCli implements AutoCloseable {

  private static final Path PROGRAM = Path.of("/usr/bin/redis-cli");
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Process process;
  private final BufferedReader answers;

  RedisCli(int port) throws IOException {
    if (!Files.isExecutable(PROGRAM)) {
      throw new IllegalStateException("redis-cli must be installed: apt-get install redis-tools");
    }
    process =
        new ProcessBuilder(PROGRAM.toString(), "-c", "-p", Integer.toString(port))
            .redirectErrorStream(true)
            .start();
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  long take(String key, int count) throws Exception {
    try {
      process.getOutputStream().write(("INCRBY " + key + " " + count + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
      return Long.parseLong(answer());
    } catch (NumberFormatException e) {
      close();
      throw new IOException(e.getMessage(), e);
    } catch (IOException | TimeoutException e) {
      close();
      throw e;
    }
  }

  private String answer() throws IOException, TimeoutException, InterruptedException {
    long begin = System.nanoTime();
    String line = "";
    while (line.isEmpty() || line.startsWith("-> Redirected")) {
      while (!answers.ready()) {
        requireTime(begin);
        TimeUnit.MILLISECONDS.sleep(1);
      }
      line = answers.readLine();
    }
    return line;
  }

  private void requireTime(long begin) throws IOException, TimeoutException {
    if (!process.isAlive()) {
      throw new IOException("redis-cli ended");
    }
    if (System.nanoTime() - begin > TIMEOUT_NANOS) {
      throw new TimeoutException("redis-cli got no answer");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
