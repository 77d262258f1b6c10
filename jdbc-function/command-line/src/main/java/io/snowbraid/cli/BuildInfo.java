package io.snowbraid.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Provides the versions that the build recorded. */
final class BuildInfo implements IVersionProvider {

  private static final Properties PROPERTIES = read();

  @Override
  public String[] getVersion() {
    return new String[] {"snowbraid " + version("version", "unknown")};
  }

  /**
   * Returns the version of an artifact.
   *
   * @param artifact such as {@code com.h2database:h2}
   * @param otherwise the result for an artifact that the build did not record
   */
  static String version(String artifact, String otherwise) {
    return PROPERTIES.getProperty(artifact, otherwise);
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
