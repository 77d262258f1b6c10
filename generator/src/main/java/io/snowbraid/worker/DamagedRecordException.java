package io.snowbraid.worker;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if a file is not a complete record that this library wrote. */
final class DamagedRecordException extends IOException {

  private static final long serialVersionUID = 1L;

  DamagedRecordException(Path file, RuntimeException cause) {
    super(file + ", " + cause.getMessage(), cause);
  }
}
