package io.snowbraid.jdbc;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the runs of numbers that processes wrote. */
final class SegmentFindings {

  private record Run(long first, long last) {}

  private final List<Run> runs = new ArrayList<>();
  private long falls;
  private long buffered;

  /** Adds what one process wrote until it ended. */
  void add(Path file) throws IOException {
    if (!Files.exists(file)) { // it was killed before it began
      return;
    }
    Path hand = Path.of(file + "-hand");
    if (Files.exists(hand) && Files.size(hand) == Long.BYTES) {
      buffered += ByteBuffer.wrap(Files.readAllBytes(hand)).getLong();
    }
    try (DataInputStream input =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      long before = 0;
      while (true) {
        Run run = new Run(input.readLong(), input.readLong());
        falls += run.first() <= before ? 1 : 0;
        before = run.last();
        add(run.first(), run.last());
      }
    } catch (EOFException e) { // a process that was killed may leave half a run
      return;
    }
  }

  void add(long first, long last) {
    runs.add(new Run(first, last));
  }

  long count() {
    return runs.stream().mapToLong(run -> run.last() - run.first() + 1).sum();
  }

  /** Returns how many runs of a process began below the one before. */
  long falls() {
    return falls;
  }

  /** Returns how many numbers the processes had buffered after their last batches. */
  long buffered() {
    return buffered;
  }

  long duplicates() {
    List<Run> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparingLong(Run::first));
    long duplicates = 0;
    long end = 0;
    for (Run run : sorted) {
      duplicates += Math.max(0, Math.min(end, run.last()) - run.first() + 1);
      end = Math.max(end, run.last());
    }
    return duplicates;
  }
}
