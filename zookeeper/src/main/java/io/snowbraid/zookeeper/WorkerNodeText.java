package io.snowbraid.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerRecord;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats and parses a worker record as a few human-readable lines, the content of its node. */
final class WorkerNodeText {

  private static final int FORMAT = 1;
  private static final String HEADER = "snowbraid worker " + FORMAT;
  private static final Pattern ANY_HEADER = Pattern.compile("snowbraid worker (\\d{1,9})");
  private static final List<String> NAMES =
      List.of("worker", "layout", "owner", "holder", "fence", "lastTicks", "expiresAt", "seenAt");

  private WorkerNodeText() {}

  static byte[] write(WorkerRecord record) {
    String ticks =
        record.lastTicks().stream().map(String::valueOf).collect(Collectors.joining(" "));
    return String.join(
            "\n",
            HEADER,
            "worker=" + record.worker(),
            "layout=" + oneLine(record.layout()),
            "owner=" + oneLine(record.owner()),
            "holder=" + record.holder(),
            "fence=" + record.fence(),
            "lastTicks=" + ticks,
            "expiresAt=" + record.expiresAt(),
            "seenAt=" + record.seenAt())
        .getBytes(UTF_8);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }

  /**
   * Reads a record.
   *
   * @param path the node, for messages
   * @throws WorkerSourceException if neither this version nor an earlier one wrote the content for
   *     that worker
   */
  static WorkerRecord read(byte[] content, int worker, String path) {
    String text = new String(content, UTF_8);
    rejectLater(text.split("\n", 2)[0], path);
    try {
      WorkerRecord record = parse(List.of(text.split("\n", -1)));
      if (record.worker() == worker) {
        return record;
      }
    } catch (IllegalArgumentException e) {
      throw damaged(text, worker, path, e);
    }
    throw damaged(text, worker, path, new IllegalArgumentException("worker=" + worker));
  }

  private static void rejectLater(String header, String path) {
    Matcher found = ANY_HEADER.matcher(header);
    if (found.matches() && Integer.parseInt(found.group(1)) > FORMAT) {
      throw new WorkerSourceException(
          "worker record must not have a later format than "
              + FORMAT
              + ", but has "
              + found.group(1)
              + " (node "
              + path
              + "); upgrade Snowbraid in this process");
    }
  }

  private static WorkerRecord parse(List<String> lines) {
    if (lines.size() != NAMES.size() + 1 || !lines.get(0).equals(HEADER)) {
      throw new IllegalArgumentException("lines=" + lines.size());
    }
    return new WorkerRecord(
        Integer.parseInt(value(lines, 0)),
        value(lines, 1),
        value(lines, 2),
        value(lines, 3),
        Long.parseLong(value(lines, 4)),
        Arrays.stream(value(lines, 5).split(" ", -1)).map(Long::valueOf).toList(),
        Long.parseLong(value(lines, 6)),
        Long.parseLong(value(lines, 7)));
  }

  private static String value(List<String> lines, int index) {
    String line = lines.get(index + 1);
    String prefix = NAMES.get(index) + "=";
    if (!line.startsWith(prefix)) {
      throw new IllegalArgumentException("line=" + line);
    }
    return line.substring(prefix.length());
  }

  private static WorkerSourceException damaged(
      String text, int worker, String path, IllegalArgumentException cause) {
    return new WorkerSourceException(
        "worker record is damaged (node="
            + path
            + ", worker="
            + worker
            + ", content="
            + oneLine(text)
            + "); restore the record",
        cause);
  }
}
