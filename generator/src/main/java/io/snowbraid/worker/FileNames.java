package io.snowbraid.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.FileFormat;
import io.snowbraid.internal.Log;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the names of blocks in the directory of the workers: one file each, a few lines of text and
 * their CRC-32, written while the directory is locked. The name of a file is a hash of the block's.
 */
record FileNames(FileWorkerSource source) implements BlockNames {

  private static final FileFormat FORMAT = new FileFormat("block", 1);
  private static final int LINES = 4;

  private static Path file(Path directory, String name) {
    return directory.resolve("block-" + UUID.nameUUIDFromBytes(name.getBytes(UTF_8)) + ".name");
  }

  @Override
  public Optional<NamedBlock> find(String name) {
    return source.locked(directory -> Optional.ofNullable(read(directory, name)));
  }

  @Override
  public boolean insert(NamedBlock block) {
    return source.locked(
        directory -> {
          boolean isNew = read(directory, block.name()) == null;
          if (isNew) {
            source.disk().write(lines(block), file(directory, block.name()));
          }
          return isNew;
        });
  }

  @Override
  public List<NamedBlock> list() {
    return source.locked(
        directory -> {
          List<NamedBlock> blocks = new ArrayList<>();
          try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "block-*.name")) {
            for (Path file : files) {
              try {
                blocks.add(read(file));
              } catch (DamagedRecordException e) { // its name stays withheld
                Log.warn("block is left out of the list: {0}; restore its file", Log.line(e));
              }
            }
          }
          blocks.sort(Comparator.comparing(NamedBlock::name));
          return List.copyOf(blocks);
        });
  }

  @Override
  public boolean forget(String name) {
    return source.locked(directory -> Files.deleteIfExists(file(directory, name)));
  }

  private static List<String> lines(NamedBlock block) {
    LaneClaim claim = block.claim();
    String numbers =
        block.size()
            + " "
            + claim.worker()
            + " "
            + claim.lane()
            + " "
            + claim.firstTick()
            + " "
            + claim.lastTick()
            + " "
            + block.claimedAt().toEpochMilli();
    return List.of(FORMAT.line(), block.layout(), block.name(), numbers);
  }

  private static @Nullable NamedBlock read(Path directory, String name) throws IOException {
    Path file = file(directory, name);
    NamedBlock block = Files.exists(file) ? read(file) : null;
    if (block != null && !block.name().equals(name)) {
      throw new DamagedRecordException(file, new IllegalArgumentException("name=" + block.name()));
    }
    return block;
  }

  private static NamedBlock read(Path file) throws IOException {
    try {
      List<String> lines = DurableFile.read(file);
      FORMAT.rejectLater(lines.get(0), file);
      return parse(lines);
    } catch (RuntimeException e) {
      throw new DamagedRecordException(file, e);
    }
  }

  private static NamedBlock parse(List<String> lines) {
    if (lines.size() != LINES) {
      throw new IllegalArgumentException("lines=" + lines.size());
    }
    long[] numbers =
        Arrays.stream(lines.get(3).split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new NamedBlock(
        lines.get(2),
        lines.get(1),
        numbers[0],
        new LaneClaim((int) numbers[1], (int) numbers[2], numbers[3], numbers[4]),
        Instant.ofEpochMilli(numbers[5]));
  }
}
