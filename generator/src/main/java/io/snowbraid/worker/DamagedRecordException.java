package io.snowbraid.worker;

import java.io.IOException;
import java.nio.file.Path;

/** A file is no record that was written here, or not a whole one. */
final class DamagedRecordException extends IOException {

  private static final long serialVersionUID = 1L;

  DamagedRecordException(Path file, RuntimeException cause) {
    super(file + ", " + cause.getMessage(), cause);
  }
}
