package io.snowbraid.sequence;

import io.snowbraid.testkit.SequenceStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class FileSequenceContractTest extends SequenceStoreContract {

  @TempDir private Path directory;

  private SequenceStore store;

  @BeforeEach
  void open() {
    store = SequenceStore.file(directory);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected SequenceStore store() {
    return store;
  }

  @Override
  protected SequenceStore reopened() {
    store.close();
    store = SequenceStore.file(directory);
    return store;
  }
}
