package io.snowbraid.server.program;

import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The settings for the store of workers and segments. */
final class StoreOptions {

  /** H2's code for a database that does not exist and must not be created. */
  private static final int H2_MISSING = 90_146;

  private final Path data;
  private final @Nullable String store;
  private final @Nullable String user;
  private final @Nullable String password;

  /** Rejects contradictory settings. */
  StoreOptions(Settings settings) {
    Path directory = settings.get("data");
    this.data = directory == null ? Path.of("snowbraid-data") : directory;
    this.store = settings.get("store");
    this.user = settings.get("store-user");
    this.password = settings.get("store-password");
    if (store != null && directory != null) {
      throw new IllegalArgumentException(
          "store and data must not both be set: store="
              + DatabaseAddress.withoutSecrets(store)
              + ", data="
              + data
              + "; remove one of them");
    }
    if (store == null && (user != null || password != null)) {
      throw new IllegalArgumentException(
          "store-user and store-password require store: store=null; set store to a JDBC URL, or"
              + " remove them");
    }
  }

  String name() {
    return store == null ? data.toString() : DatabaseAddress.withoutSecrets(store);
  }

  /**
   * Opens the store.
   *
   * @throws StoreUnreachableException if it cannot be reached; a retry may succeed
   */
  Store open() {
    return store == null ? Store.directory(data) : Store.database(store, user, password);
  }

  /** Checks that the store can be reached, without creating anything. */
  void requireReachable() {
    if (store == null) {
      requireWritable(data.toAbsolutePath());
      return;
    }
    boolean isH2 = store.startsWith("jdbc:h2:");
    try {
      Store.database(isH2 ? store + ";IFEXISTS=TRUE" : store, user, password).close();
    } catch (StoreUnreachableException e) {
      boolean isMissing =
          Causes.of(e, SQLException.class).anyMatch(cause -> cause.getErrorCode() == H2_MISSING);
      if (!isMissing) {
        throw e;
      }
    }
  }

  /** Checks a directory, or its parent if it must be created. */
  private static void requireWritable(Path data) {
    Path existing = data;
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new IllegalArgumentException(
          "data must be a writable directory: data="
              + data
              + ", not writable="
              + existing
              + "; correct the path or its owner");
    }
  }
}
