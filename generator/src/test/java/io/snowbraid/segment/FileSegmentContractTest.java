package io.snowbraid.segment;

import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.testkit.SegmentSourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

class FileSegmentContractTest extends SegmentSourceContract {

  @TempDir private Path temp;

  private Path directory() {
    return temp.resolve("numbers");
  }

  @Override
  protected SegmentSource source() {
    return SegmentSource.file(directory());
  }

  @Override
  protected Optional<AutoCloseable> holdUp() throws IOException {
    ProcessFileLock lock =
        ProcessFileLock.tryLock(directory().toRealPath().resolve("segments.lock"));
    return Optional.of(Objects.requireNonNull(lock)::release);
  }

  @Override
  protected boolean deleteStore() throws IOException {
    Files.move(directory(), temp.resolve("trash"));
    return true;
  }
}
