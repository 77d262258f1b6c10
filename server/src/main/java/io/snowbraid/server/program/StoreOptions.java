package io.snowbraid.server.program;

import static io.snowbraid.server.program.SettingType.PATH;
import static io.snowbraid.server.program.SettingType.TEXT;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The settings of where workers and segments are kept. */
final class StoreOptions {

  private static final Path DATA = Path.of("snowbraid-data");
  private static final String PASSWORD = "store-password";

  private final @Nullable Path data;
  private final @Nullable String store;
  private final @Nullable String user;
  private final @Nullable String password;
  private final boolean isPasswordVisible;

  StoreOptions(Settings settings) {
    isPasswordVisible = settings.isVisible(PASSWORD);
    data =
        settings.find(
            PATH,
            "data",
            "directory",
            "Where workers, tags and keys are kept if there is no store (default:"
                + " snowbraid-data).");
    store =
        settings.find(
            TEXT,
            "store",
            "JDBC URL",
            "A database with workers, tags and keys, which several servers may share.");
    user = settings.find(TEXT, "store-user", "name", "The user of the database.");
    password =
        settings.password(
            PASSWORD,
            "SNOWBRAID_STORE_PASSWORD",
            "The password of the database; prompted for if it has no value, and read from"
                + " SNOWBRAID_STORE_PASSWORD, too.");
  }

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
    } else {
      requireWritable(directory().toAbsolutePath());
    }
  }

  /** Checks a directory, or the one in which it would be created. */
  private static void requireWritable(Path data) {
    Path existing = data;
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new IllegalArgumentException(
          "data must be a directory that can be written: data="
              + data
              + ", not writable="
              + existing
              + "; correct the path or its owner");
    }
  }

  /** Warns if other users of the machine can read the password. */
  void warnOfVisiblePassword() {
    if (isPasswordVisible) {
      ProcessLog.warn(
          "store-password is in the list of processes, which all users of this machine can read; "
              + "set SNOWBRAID_STORE_PASSWORD, or store-password in a file of settings");
    }
  }

  private Path directory() {
    return data == null ? DATA : data;
  }
}
