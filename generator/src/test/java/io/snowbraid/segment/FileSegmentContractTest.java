package io.snowbraid.segment;

import io.snowbraid.testkit.SegmentSourceContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileSegmentContractTest extends SegmentSourceContract {

  @TempDir private Path directory;

  @Override
  protected SegmentSource source() {
    return SegmentSource.file(directory);
  }
}
