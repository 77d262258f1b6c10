package io.snowbraid.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Provides the version that the build recorded. */
final class BuildInfo implements IVersionProvider {

  private static final Properties PROPERTIES = read();

  @Override
  public String[] getVersion() {
    return new String[] {"snowbraid-server " + version()};
  }

  static String version() {
    return PROPERTIES.getProperty("version", "unknown");
  }

  private static Properties read() {
    Properties properties = new Properties();
    try (InputStream stream = BuildInfo.class.getResourceAsStream("build.properties")) {
      properties.load(Objects.requireNonNull(stream, "build.properties"));
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
