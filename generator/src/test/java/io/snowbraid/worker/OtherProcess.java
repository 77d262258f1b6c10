package io.snowbraid.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.testing.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Another process, because the system's locks work between processes. It lives until it is killed.
 */
final class OtherProcess implements AutoCloseable {

  private final Process process;

  private OtherProcess(Process process) {
    this.process = process;
  }

  /** Starts one that holds a worker of a directory, with a grant. */
  static OtherProcess holdingAWorker(Path directory) throws IOException {
    return start(Holder.class, directory);
  }

  /** Starts one that hangs while it looks for a worker. */
  static OtherProcess holdingTheLock(Path file) throws IOException {
    return start(Locker.class, file);
  }

  private static OtherProcess start(Class<?> program, Path path) throws IOException {
    Process process =
        JavaProcess.of(program, path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = process.inputReader();
    assertThat(output.readLine()).isEqualTo("held");
    return new OtherProcess(process);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  static final class Holder {

    private Holder() {}

    public static void main(String[] arguments) throws InterruptedException {
      WorkerLease lease =
          WorkerSource.file(Path.of(arguments[0])).acquire(WorkerRequests.request(8, "host"));
      System.out.println(lease.extend(new long[] {10, 20, 30, 40}) ? "held" : "lost");
      Thread.sleep(600_000);
    }
  }

  static final class Locker {

    private Locker() {}

    public static void main(String[] arguments) throws Exception {
      System.out.println(ProcessFileLock.tryLock(Path.of(arguments[0])) == null ? "lost" : "held");
      Thread.sleep(600_000);
    }
  }
}
