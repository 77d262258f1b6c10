package io.snowbraid.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.internal.FileFormat;
import io.snowbraid.internal.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps block names in the workers' directory: one file per name, with a few lines of text and
 * their CRC-32, written under the directory's lock. The file name is a hash of the block's name.
 */
record FileBlockNames(WorkerDirectory directory) implements BlockNames {

  private static final FileFormat FORMAT = new FileFormat("block", 1);
  private static final int LINES = 4;

  private static Path file(Path real, String name) {
    return real.resolve("block-" + UUID.nameUUIDFromBytes(name.getBytes(UTF_8)) + ".name");
  }

  @Override
  public Optional<NamedBlock> find(String name) {
    return directory.locked(real -> Optional.ofNullable(read(real, name)));
  }

  @Override
  public boolean insert(NamedBlock block) {
    return directory.locked(
        real -> {
          boolean isNew = read(real, block.name()) == null;
          if (isNew) {
            directory.write(lines(block), file(real, block.name()));
          }
          return isNew;
        });
  }

  @Override
  public List<NamedBlock> list() {
    return directory.locked(
        real -> {
          List<NamedBlock> blocks = new ArrayList<>();
          for (Path file : WorkerDirectory.files(real, "block-*.name")) {
            try {
              Optional.ofNullable(read(file)).ifPresent(blocks::add);
            } catch (WorkerDirectory.DamagedException e) { // its name stays taken
              Log.warn("block is left out of the list: {0}; restore its file", Log.line(e));
            }
          }
          blocks.sort(Comparator.comparing(NamedBlock::name));
          return List.copyOf(blocks);
        });
  }

  @Override
  public boolean forget(String name) {
    return directory.locked(real -> Files.deleteIfExists(file(real, name)));
  }

  private static @Nullable NamedBlock read(Path real, String name) throws IOException {
    Path file = file(real, name);
    NamedBlock block = read(file);
    if (block != null && !block.name().equals(name)) {
      throw new WorkerDirectory.DamagedException(
          file, new IllegalArgumentException("name=" + block.name()));
    }
    return block;
  }

  private static @Nullable NamedBlock read(Path file) throws IOException {
    return WorkerDirectory.read(file, FORMAT, LINES, FileBlockNames::parse);
  }

  private static List<String> lines(NamedBlock block) {
    LaneClaim claim = block.claim();
    LongStream numbers =
        LongStream.of(
            block.size(),
            claim.worker(),
            claim.lane(),
            claim.firstTick(),
            claim.lastTick(),
            block.claimedAt().toEpochMilli());
    String line = numbers.mapToObj(String::valueOf).collect(Collectors.joining(" "));
    return List.of(FORMAT.line(), block.layout(), block.name(), line);
  }

  private static NamedBlock parse(List<String> lines) {
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
