package io.snowbraid.earlier;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Data that a version has written in real use. Tests open it in this version. Classes that end in
 * {@code Writer} write it before a release, see CONTRIBUTING.md; no build runs them.
 *
 * @param archive a ZIP file of this module, in a folder named after the version
 */
public record EarlierData(Path archive) {

  private static final Path ALL = Path.of("src/test/data");

  /**
   * Returns the data of all versions.
   *
   * @param name its name, without an ending
   */
  public static Stream<EarlierData> all(String name) throws IOException {
    try (Stream<Path> versions = Files.list(ALL)) {
      List<EarlierData> found =
          versions
              .map(version -> version.resolve(name + ".zip"))
              .filter(Files::exists)
              .sorted()
              .map(EarlierData::new)
              .toList();
      if (found.isEmpty()) {
        throw new AssertionError("no data of an earlier version: name=" + name);
      }
      return found.stream();
    }
  }

  /** Returns the data that is to be written, of the version that a system property names. */
  public static EarlierData toWrite(String name) {
    return new EarlierData(ALL.resolve(System.getProperty("data-version")).resolve(name + ".zip"));
  }

  /** Writes the files of a directory. */
  public void pack(Path directory) throws IOException {
    Files.createDirectories(archive.getParent());
    Files.deleteIfExists(archive);
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      copy(directory, zip.getPath("/"));
    }
  }

  /** Puts the files into a new directory. */
  public Path unpack(Path directory) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(archive)) {
      copy(zip.getPath("/"), directory);
    }
    return directory;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  @Override
  public String toString() {
    return "data of " + archive.getParent().getFileName();
  }
}
