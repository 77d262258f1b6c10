package io.snowbraid.server.program;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of where workers and segments are kept. */
final class StoreOptions {

  private static final Path DATA = Path.of("snowbraid-data");

  /** What the line has with the name of the password alone; no argument can contain it. */
  private static final String ASK = "\0";

  @Option(
      names = "--data",
      description =
          "Where workers, tags and keys are kept if there is no store (default: snowbraid-data).")
  private @Nullable Path data;

  @Option(
      names = "--store",
      description =
          "The JDBC URL of a database with workers, tags and keys, which several servers may"
              + " share.")
  private @Nullable String store;

  @Option(names = "--store-user", paramLabel = "<name>", description = "The user of the database.")
  private @Nullable String user;

  @Option(
      names = "--store-password",
      arity = "0..1",
      fallbackValue = ASK,
      description =
          "The password of the database; prompted for if it has no value, and read from"
              + " SNOWBRAID_STORE_PASSWORD, too.")
  private @Nullable String password;

  private boolean isPasswordVisible;

  /**
   * Asks for the password if the line has its name alone.
   *
   * @param isOnLine whether the line has it at all, where all users of the machine can read it
   */
  void readPassword(boolean isOnLine, Terminal terminal) {
    if (ASK.equals(password)) {
      password = terminal.readPassword("store-password");
    } else {
      isPasswordVisible = isOnLine;
    }
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
