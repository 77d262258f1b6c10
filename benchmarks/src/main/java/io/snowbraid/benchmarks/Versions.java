package io.snowbraid.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Provides the versions of the entrants, as the build resolved them. */
final class Versions {

  private static final Properties ALL = load();

  private Versions() {}

  private static Properties load() {
    Properties all = new Properties();
    try (InputStream file = Versions.class.getResourceAsStream("versions.properties")) {
      all.load(Objects.requireNonNull(file, "versions.properties"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** Returns the version of an artifact; {@code JDK} for what belongs to the JDK. */
  static String of(String artifact) {
    return artifact.isEmpty() ? "JDK" : ALL.getProperty(artifact, "?");
  }
}
