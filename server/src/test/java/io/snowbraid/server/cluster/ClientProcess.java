package io.snowbraid.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that reads a command per line and prints each answer. It ends if none comes. */
final class ClientProcess implements AutoCloseable {

  /** Includes the start of the process, on a busy machine. */
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Process process;
  private final BufferedReader answers;

  ClientProcess(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  String ask(String command) throws Exception {
    try {
      process.getOutputStream().write((command + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
      return answer();
    } catch (IOException | TimeoutException e) {
      close();
      throw e;
    }
  }

  private String answer() throws IOException, TimeoutException, InterruptedException {
    long begin = System.nanoTime();
    while (!answers.ready()) {
      requireTime(begin);
      TimeUnit.MILLISECONDS.sleep(1);
    }
    return answers.readLine();
  }

  private void requireTime(long begin) throws IOException, TimeoutException {
    if (!process.isAlive()) {
      throw new IOException("client ended");
    }
    if (System.nanoTime() - begin > TIMEOUT_NANOS) {
      throw new TimeoutException("client got no answer");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
