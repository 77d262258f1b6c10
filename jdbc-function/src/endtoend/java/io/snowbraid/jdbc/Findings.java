package io.snowbraid.jdbc;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Collects all ids that processes wrote, and when. */
final class Findings {

  private long[] ids = new long[1 << 20];
  private int count;
  private final List<NavigableSet<Long>> times = new ArrayList<>();
  private final List<NavigableSet<Long>> starts = new ArrayList<>();

  /** Adds what one process wrote, over all its restarts. */
  void add(List<Path> files) throws IOException {
    times.add(new TreeSet<>());
    starts.add(new TreeSet<>());
    for (Path file : files) {
      if (Files.exists(file)) { // it may have been killed before it began
        read(file, starts.get(starts.size() - 1), times.get(times.size() - 1));
      }
    }
  }

  private void read(Path file, NavigableSet<Long> begun, NavigableSet<Long> batches)
      throws IOException {
    try (DataInputStream input =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      begun.add(input.readLong());
      while (true) {
        long time = input.readLong();
        int size = input.readInt();
        for (int i = 0; i < size; i++) {
          add(input.readLong());
        }
        batches.add(time);
      }
    } catch (EOFException e) { // a process that was killed may leave half a batch
      return;
    }
  }

  void add(long id) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
    }
    ids[count++] = id;
  }

  int count() {
    return count;
  }

  int duplicates() {
    long[] sorted = Arrays.copyOf(ids, count);
    Arrays.parallelSort(sorted);
    int duplicates = 0;
    for (int i = 1; i < count; i++) {
      duplicates += sorted[i] == sorted[i - 1] ? 1 : 0;
    }
    return duplicates;
  }

  /** Returns the longest time without ids of a process that begins in a span. */
  long longestGap(int process, long from, long to) {
    NavigableSet<Long> batches = times.get(process);
    long longest = 0;
    long before = from;
    for (long time : batches.tailSet(from)) {
      longest = Math.max(longest, time - before);
      before = time;
      if (time > to) {
        break;
      }
    }
    return longest;
  }

  /** Returns how long after a moment a process had ids. */
  long firstAfter(int process, long from) {
    return after(times.get(process), from);
  }

  /** Returns how long after a moment the virtual machine of a process ran again. */
  long startAfter(int process, long from) {
    return after(starts.get(process), from);
  }

  private static long after(NavigableSet<Long> moments, long from) {
    Long first = moments.higher(from);
    return first == null ? 0 : first - from;
  }
}
