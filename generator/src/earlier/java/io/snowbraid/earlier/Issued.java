package io.snowbraid.earlier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What was issued when data was written: numbers, by what they are numbers of. */
public final class Issued {

  private static final String FILE = "issued.txt";

  private final SortedMap<String, List<Long>> numbers = new TreeMap<>();

  /**
   * Notes a number.
   *
   * @param series what it is a number of
   * @param number the number
   */
  public void add(String series, long number) {
    numbers.computeIfAbsent(series, name -> new ArrayList<>()).add(number);
  }

  /** Returns the numbers of a series, at least one. */
  public List<Long> of(String series) {
    List<Long> found = numbers.getOrDefault(series, List.of());
    if (found.isEmpty()) {
      throw new AssertionError("no number of " + series + " was issued");
    }
    return found;
  }

  /** Returns whether there are numbers of a series. */
  public boolean has(String series) {
    return numbers.containsKey(series);
  }

  /** Returns the highest number of a series. */
  public long last(String series) {
    return Collections.max(of(series));
  }

  /** Writes all numbers to a file of a directory. */
  public void write(Path directory) throws IOException {
    Files.write(
        directory.resolve(FILE),
        numbers.entrySet().stream().map(entry -> line(entry.getKey(), entry.getValue())).toList());
  }

  private static String line(String series, List<Long> values) {
    return series + "=" + values.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  /** Reads the file of a directory. */
  public static Issued read(Path directory) throws IOException {
    Issued issued = new Issued();
    for (String line : Files.readAllLines(directory.resolve(FILE))) {
      String[] parts = line.split("=", 2);
      Arrays.stream(parts[1].split(" ", -1))
          .forEach(number -> issued.add(parts[0], Long.parseLong(number)));
    }
    return issued;
  }
}
