package io.snowbraid.internal;

import java.nio.file.Path;
import java.util.Objects;

/** Checks the paths of data directories. */
public final class NamedDirectory {

  private NamedDirectory() {}

  /**
   * Rejects an empty path, which would mean the working directory. It usually comes from an empty
   * setting, and processes would start with new data in different places.
   *
   * @param directory a data directory
   * @return the same path
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
