package io.snowbraid.worker;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the records of a directory say of its workers, for one claim. It lists the directory once;
 * to look for each worker's file would take minutes with 22 worker bits. Who is alive only the
 * locks tell, and a record may be out of date until its worker is locked.
 */
final class WorkerDirectoryScan {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private static final Pattern RECORD = Pattern.compile("worker-(0|[1-9][0-9]{0,9})\\.grant");

  /** How good a worker is that nobody has held. */
  private static final int NEW = 2;

  private final Path directory;
  private final WorkerRequest request;
  private final WorkerShare share;
  private final Map<Integer, WorkerFile> records = new TreeMap<>();
  private final Map<Integer, String> damaged = new TreeMap<>();

  private WorkerDirectoryScan(Path directory, WorkerRequest request, WorkerShare share) {
    this.directory = directory;
    this.request = request;
    this.share = share;
  }

  /**
   * Reads a directory.
   *
   * @param share which workers may be given
   * @throws WorkerSourceException if it belongs to another layout
   */
  static WorkerDirectoryScan of(Path directory, WorkerRequest request, WorkerShare share)
      throws IOException {
    WorkerDirectoryScan survey = new WorkerDirectoryScan(directory, request, share);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        survey.read(file);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return survey;
  }

  static Path recordFile(Path directory, int worker) {
    return directory.resolve("worker-" + worker + ".grant");
  }

  private void read(Path file) throws IOException {
    Matcher name = RECORD.matcher(file.getFileName().toString());
    if (name.matches() && Long.parseLong(name.group(1)) < request.workers()) {
      read(Integer.parseInt(name.group(1)), file);
    }
  }

  private void read(int worker, Path file) throws IOException {
    try {
      WorkerFile record = WorkerFile.read(file);
      if (record != null) {
        record.requireLayout(request, directory); // whether the worker is to be had or not
        if (isEligible(worker)) {
          records.put(worker, record);
        }
      }
    } catch (DamagedRecordException e) {
      if (isEligible(worker)) {
        passOver(worker, String.valueOf(e.getMessage()));
      }
    }
  }

  private void passOver(int worker, String damage) {
    damaged.put(worker, damage);
    LOGGER.log(System.Logger.Level.WARNING, "{0}", warning(worker, damage));
  }

  private static String warning(int worker, String damage) {
    return "worker "
        + worker
        + " is passed over, its record is damaged: file="
        + damage
        + "; leave the file there, for nobody knows which ids were issued with that number";
  }

  /** What an operator should look at. */
  List<String> warnings() {
    return damaged.entrySet().stream()
        .map(entry -> warning(entry.getKey(), entry.getValue()))
        .toList();
  }

  private boolean isEligible(int worker) {
    return worker < request.workers()
        && share.contains(worker)
        && !request.excluded().contains(worker);
  }

  /** Workers to take if their locks can be had, the best first; each is looked for on demand. */
  Stream<Integer> bestFirst() {
    long surplus = surelyFree() - request.spare();
    List<Map.Entry<Integer, WorkerFile>> ranked =
        records.entrySet().stream()
            .filter(entry -> surplus >= (entry.getValue().released() ? 1 : 0))
            .sorted(Comparator.comparing(entry -> rank(entry.getValue())))
            .toList();
    Stream<Integer> better = workers(ranked, rank -> rank < NEW);
    Stream<Integer> worse = workers(ranked, rank -> rank > NEW);
    return Stream.concat(Stream.concat(better, surplus >= 1 ? unrecorded() : Stream.of()), worse);
  }

  /** How many workers nobody holds: those without a record and those that were given back. */
  private long surelyFree() {
    long excluded =
        request.excluded().stream().filter(w -> w < request.workers() && share.contains(w)).count();
    long held = records.values().stream().filter(record -> !record.released()).count();
    return share.size(request.workers()) - excluded - damaged.size() - held;
  }

  private Stream<Integer> workers(
      List<Map.Entry<Integer, WorkerFile>> ranked, Predicate<Integer> ranks) {
    return ranked.stream()
        .filter(entry -> ranks.test(rank(entry.getValue())))
        .map(Map.Entry::getKey);
  }

  /** The lower the better: can start, its owner's own, released, {@link #NEW}, of a dead holder. */
  private int rank(WorkerFile record) {
    int rank = record.owner().equals(request.owner()) ? 0 : record.released() ? 1 : NEW + 1;
    return request.canIssueNow(record.ticks()) ? rank : rank + NEW + 2;
  }

  private Stream<Integer> unrecorded() {
    return IntStream.range(0, share.size(request.workers()))
        .map(share::get)
        .filter(worker -> isEligible(worker))
        .filter(worker -> !records.containsKey(worker) && !damaged.containsKey(worker))
        .boxed();
  }

  /** Tells why no worker could be had. */
  WorkersHeldException noneIsFree() {
    return new WorkersHeldException(
        "a worker must be free: workers="
            + request.workers()
            + ", share="
            + share
            + ", excluded="
            + request.excluded()
            + ", spare="
            + request.spare()
            + ", damaged records="
            + damaged.values()
            + ", directory="
            + directory
            + ", and running processes hold all others; stop one, or take a layout with more"
            + " workers");
  }
}
