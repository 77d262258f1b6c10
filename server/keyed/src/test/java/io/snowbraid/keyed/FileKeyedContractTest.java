package io.snowbraid.keyed;

import io.snowbraid.testkit.KeyedStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class FileKeyedContractTest extends KeyedStoreContract {

  @TempDir private Path directory;

  private KeyedStore store;

  @BeforeEach
  void open() {
    store = KeyedStore.file(directory);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected KeyedStore store() {
    return store;
  }

  @Override
  protected KeyedStore reopened() {
    store.close();
    store = KeyedStore.file(directory);
    return store;
  }
}
