package io.snowbraid.worker;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The content of a directory's records, read for one worker request. It lists the directory once,
 * because looking for each worker's file would take minutes with 22 worker bits. Only the locks
 * show which holders are alive, and a record may be out of date until its worker is locked.
 */
final class WorkerDirectoryScan {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private static final Pattern RECORD = Pattern.compile("worker-(0|[1-9][0-9]{0,9})\\.grant");

  /** What a write left that was cut off. */
  private static final Pattern REMAINS = Pattern.compile("worker-\\d+\\.grant\\..*\\.new");

  /** The rank of a worker that nobody has held. */
  private static final int NEW = 2;

  private final Path directory;
  private final WorkerRequest request;
  private final WorkerShare share;
  private final Map<Integer, WorkerFile> records = new TreeMap<>();
  private final Map<Integer, WorkerFile> reserved = new TreeMap<>();
  private final Map<Integer, String> damaged = new TreeMap<>();
  private final List<Path> remains = new ArrayList<>();

  private WorkerDirectoryScan(Path directory, WorkerRequest request, WorkerShare share) {
    this.directory = directory;
    this.request = request;
    this.share = share;
  }

  /**
   * Scans a directory.
   *
   * @param share which workers may be leased
   * @throws WorkerSourceException if it belongs to another layout
   */
  static WorkerDirectoryScan of(Path directory, WorkerRequest request, WorkerShare share)
      throws IOException {
    WorkerDirectoryScan scan = new WorkerDirectoryScan(directory, request, share);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        scan.read(file);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return scan;
  }

  static Path recordFile(Path directory, int worker) {
    return directory.resolve("worker-" + worker + ".grant");
  }

  private void read(Path file) throws IOException {
    Matcher name = RECORD.matcher(file.getFileName().toString());
    if (name.matches()) {
      read(Long.parseLong(name.group(1)), file);
    } else if (REMAINS.matcher(file.getFileName().toString()).matches()) {
      remains.add(file);
    }
  }

  /**
   * Removes what writes to a record left that were cut off.
   *
   * @param record the record of a worker that this process has locked
   */
  void removeRemains(Path record) throws IOException {
    String beginning = record.getFileName() + ".";
    for (Path each : remains) {
      if (each.getFileName().toString().startsWith(beginning)) {
        Files.deleteIfExists(each);
      }
    }
  }

  /**
   * Reads the record of a worker, whether or not it may be leased or even exists in the layout: a
   * record with a higher number is that of another layout.
   */
  private void read(long worker, Path file) throws IOException {
    try {
      WorkerFile record = WorkerFile.read(file);
      if (record != null) {
        record.requireLayout(request, directory);
        if (isEligible(worker)) {
          (record.reserved() ? reserved : records).put((int) worker, record);
        }
      }
    } catch (DamagedRecordException e) {
      if (isEligible(worker)) { // otherwise it withholds no worker that could be leased
        passOver((int) worker, String.valueOf(e.getMessage()));
      }
    }
  }

  private void passOver(int worker, String damage) {
    damaged.put(worker, damage);
    LOGGER.log(System.Logger.Level.WARNING, "{0}", warning(worker, damage));
  }

  private static String warning(int worker, String damage) {
    return "record is damaged, and its worker is skipped: worker="
        + worker
        + ", file="
        + damage
        + "; leave the file there, because nobody knows which ids were issued with that number";
  }

  /** Returns what an operator should look at. */
  List<String> warnings() {
    return damaged.entrySet().stream()
        .map(entry -> warning(entry.getKey(), entry.getValue()))
        .toList();
  }

  private boolean isEligible(long worker) {
    return worker < request.workers()
        && share.contains((int) worker)
        && !request.excluded().contains((int) worker);
  }

  /** Returns the workers to try to lock, the best first; each is searched for on demand. */
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

  /**
   * Returns how many workers surely nobody holds: those without a record and those that were
   * released.
   */
  private long surelyFree() {
    long excluded =
        request.excluded().stream().filter(w -> w < request.workers() && share.contains(w)).count();
    long held = records.values().stream().filter(record -> !record.released()).count();
    return share.size(request.workers()) - excluded - damaged.size() - reserved.size() - held;
  }

  private Stream<Integer> workers(
      List<Map.Entry<Integer, WorkerFile>> ranked, Predicate<Integer> ranks) {
    return ranked.stream()
        .filter(entry -> ranks.test(rank(entry.getValue())))
        .map(Map.Entry::getKey);
  }

  /**
   * Returns the rank of a worker; lower is better. Workers that can issue now come first, then
   * those of the same owner, released ones, {@link #NEW} ones, and those of a dead holder.
   */
  private int rank(WorkerFile record) {
    int rank = record.owner().equals(request.owner()) ? 0 : record.released() ? 1 : NEW + 1;
    return request.canIssueNow(record.ticks()) ? rank : rank + NEW + 2;
  }

  private Stream<Integer> unrecorded() {
    return IntStream.range(0, share.size(request.workers()))
        .map(share::get)
        .filter(this::isUnrecorded)
        .boxed();
  }

  private boolean isUnrecorded(int worker) {
    return isEligible(worker)
        && !records.containsKey(worker)
        && !reserved.containsKey(worker)
        && !damaged.containsKey(worker);
  }

  /**
   * Returns what may be claimed, the best first: what is chosen among the lanes of workers that are
   * reserved already, then of each that nobody ever held, the highest first, because generators
   * take the lowest.
   */
  Stream<LaneClaim> claims(LaneClaim.Choice choice) {
    SortedMap<Integer, List<Long>> begun = new TreeMap<>();
    reserved.forEach((worker, record) -> begun.put(worker, record.lastTicks()));
    int last = share.size(request.workers()) - 1;
    List<Long> unused = Collections.nCopies(request.lanes(), -1L);
    Stream<Optional<LaneClaim>> others =
        IntStream.rangeClosed(0, last)
            .map(index -> share.get(last - index))
            .filter(this::isUnrecorded)
            .mapToObj(worker -> choice.of(new TreeMap<>(Map.of(worker, unused))));
    return Stream.concat(choice.of(begun).stream(), others.flatMap(Optional::stream));
  }

  /** Creates the exception that says why no lane can be claimed. */
  WorkerSourceException noneIsUntouched() {
    return new WorkerSourceException(
        "no worker is left that was never held: workers="
            + request.workers()
            + ", share="
            + share
            + ", excluded="
            + request.excluded()
            + ", damaged records="
            + damaged.values()
            + ", directory="
            + directory
            + "; use a directory or a share with such a worker, or a layout with more workers");
  }

  /** Creates the exception that says why no worker is available. */
  WorkersHeldException noneIsFree() {
    return new WorkersHeldException(
        "no worker is free: workers="
            + request.workers()
            + ", share="
            + share
            + ", excluded="
            + request.excluded()
            + ", spare="
            + request.spare()
            + ", damaged records="
            + damaged.values()
            + ", reserved="
            + reserved.keySet()
            + ", directory="
            + directory
            + ", and running processes hold all others; stop one");
  }
}
