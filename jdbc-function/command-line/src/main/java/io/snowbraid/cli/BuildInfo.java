package io.snowbraid.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What the build knows: versions. */
final class BuildInfo implements IVersionProvider {

  private static final Properties PROPERTIES = read();

  @Override
  public String[] getVersion() {
    return new String[] {"snowbraid " + version("version", "unknown")};
  }

  /**
   * Tells a version.
   *
   * @param artifact such as {@code com.h2database:h2}
   * @param otherwise for one that the build does not know
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
