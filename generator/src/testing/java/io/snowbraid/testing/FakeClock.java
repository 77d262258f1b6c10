package io.snowbraid.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** A wall clock for processes, which can be set while they run. */
public final class FakeClock {

  /** Replaces the wall clock of a process, and only that. */
  private static final Path LIBRARY =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

  private final Path file;

  /** Creates a clock whose time is in a file. */
  public FakeClock(Path file) throws IOException {
    if (!Files.exists(LIBRARY)) {
      throw new IllegalStateException(
          "libfaketime must be installed: " + LIBRARY + "; apt-get install libfaketime");
    }
    this.file = file;
    set("+0");
  }

  /** Sets the clock, as an offset such as -3600; processes see it after a second at most. */
  public void set(String offset) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, offset + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns the environment that makes a process use this clock. */
  public Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", LIBRARY.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        // otherwise waits would end at once
        "FAKETIME_FORCE_MONOTONIC_FIX", "0",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "DONT_FAKE_MONOTONIC", "1");
  }
}
