package io.snowbraid.server.internal.services;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Provides the version that the build recorded. */
public final class BuildInfo {

  private static final Properties PROPERTIES = read();

  private BuildInfo() {}

  public static String version() {
    return PROPERTIES.getProperty("version", "unknown");
  }

  private static Properties read() {
    Properties properties = new Properties();
    try (InputStream stream =
        BuildInfo.class.getResourceAsStream("/io/snowbraid/server/build.properties")) {
      properties.load(Objects.requireNonNull(stream, "build.properties"));
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
