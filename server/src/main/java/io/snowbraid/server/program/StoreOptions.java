package io.snowbraid.server.program;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The settings of where workers and segments are kept. */
final class StoreOptions {

  private static final Path DATA = Path.of("snowbraid-data");

  @Option(
      names = "--data",
      paramLabel = "directory",
      description =
          "Where workers, tags and keys are kept if there is no store (default: snowbraid-data).")
  private @Nullable Path data;

  @Option(
      names = "--store",
      paramLabel = "JDBC URL",
      showDefaultValue = Visibility.NEVER,
      description = "A database with workers, tags and keys, which several servers may share.")
  private @Nullable String store;

  @Option(names = "--store-user", paramLabel = "name", description = "The user of the database.")
  private @Nullable String user;

  @Option(
      names = "--store-password",
      paramLabel = "text",
      arity = "0..1",
      interactive = true,
      showDefaultValue = Visibility.NEVER,
      defaultValue = "${env:SNOWBRAID_STORE_PASSWORD}",
      description =
          "The password of the database; prompted for if it has no value, and read from"
              + " SNOWBRAID_STORE_PASSWORD, too.")
  private @Nullable String password;

  /** Refuses what contradicts each other. */
  void check() {
    if (store != null && data != null) {
      throw new IllegalArgumentException(
          "either store or data must be set: store="
              + DatabaseAddress.withoutSecrets(store)
              + ", data="
              + data);
    }
    if (store == null && user != null) {
      throw new IllegalArgumentException(
          "store-user is for a database: store=null; set store to its JDBC URL, or remove it");
    }
  }

  /** Returns whether the store is a database. */
  boolean isDatabase() {
    return store != null;
  }

  /** Returns a name for the store, without secrets. */
  String name() {
    return store == null ? directory().toString() : DatabaseAddress.withoutSecrets(store);
  }

  /**
   * Opens the store.
   *
   * @throws StoreUnreachableException if it cannot be reached, but perhaps later
   */
  Store open() {
    return store == null ? Store.directory(directory()) : Store.database(store, user, password);
  }

  /** Makes sure that the store can be reached, and creates nothing. */
  void requireReachable() {
    if (store != null) {
      open().close();
    }
  }

  private Path directory() {
    return data == null ? DATA : data;
  }
}
