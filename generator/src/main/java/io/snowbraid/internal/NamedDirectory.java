package io.snowbraid.internal;

import java.nio.file.Path;
import java.util.Objects;

/** Checks the names of directories with data. */
public final class NamedDirectory {

  private NamedDirectory() {}

  /**
   * Rejects an empty path, which means the working directory: it is mostly a setting that was left
   * empty, and each process would begin with new data elsewhere.
   *
   * @param directory where data is
   * @return the same
   * @throws IllegalArgumentException if the path is empty
   */
  public static Path require(Path directory) {
    if (Objects.requireNonNull(directory, "directory").toString().isBlank()) {
      throw new IllegalArgumentException(
          "directory must not be blank; use . for the working directory");
    }
    return directory;
  }
}
