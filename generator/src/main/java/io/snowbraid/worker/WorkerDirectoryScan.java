package io.snowbraid.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The records of a directory, read for one worker request. The directory is listed once, because
 * checking a file per possible worker would take minutes with 22 worker bits. Only locks show which
 * holders are alive, and a record may be out of date until its worker is locked.
 */
final class WorkerDirectoryScan {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** A record, or the temporary file of an interrupted write. */
  private static final Pattern FILE =
      Pattern.compile("worker-(0|[1-9][0-9]{0,9})\\.grant(\\..*\\.new)?");

  /** The rank of a worker that was never held. */
  private static final int NEW = 2;

  private final WorkerDirectory directory;
  private final Path real;
  private final WorkerRequest request;
  private final WorkerShare share;
  private final Map<Integer, WorkerFile> records = new TreeMap<>();
  private final Map<Integer, List<Long>> reserved = new TreeMap<>();
  private final Map<Integer, String> damaged = new TreeMap<>();
  private final List<Path> temporaryFiles = new ArrayList<>();

  /**
   * Scans a directory.
   *
   * @param real its path; the directory is locked
   * @param share the workers that may be leased
   * @throws WorkerSourceException if the directory has another layout
   */
  WorkerDirectoryScan(
      WorkerDirectory directory, Path real, WorkerRequest request, WorkerShare share)
      throws IOException {
    this.directory = directory;
    this.real = real;
    this.request = request;
    this.share = share;
    for (Path file : WorkerDirectory.files(real, "worker-*.grant*")) {
      Matcher name = FILE.matcher(file.getFileName().toString());
      if (name.matches() && name.group(2) == null) {
        read(Long.parseLong(name.group(1)), file);
      } else if (name.matches()) {
        temporaryFiles.add(file);
      }
    }
    warnings().forEach(warning -> LOGGER.log(System.Logger.Level.WARNING, "{0}", warning));
  }

  /**
   * Reads a worker's record, even if the worker may not be leased or does not exist in the layout.
   * A record with a higher number reveals another layout.
   */
  private void read(long number, Path file) throws IOException {
    int worker = (int) number;
    boolean isEligible = number < request.workers() && isEligible(worker);
    try {
      WorkerFile record = directory.read(file);
      if (record != null) {
        record.requireLayout(request, real);
      }
      if (record != null && isEligible && record.reserved()) {
        reserved.put(worker, record.lastTicks());
      } else if (record != null && isEligible) {
        records.put(worker, record);
      }
    } catch (WorkerDirectory.DamagedException e) {
      if (isEligible) { // otherwise it concerns no worker that could be leased
        damaged.put(worker, String.valueOf(e.getMessage()));
      }
    }
  }

  private boolean isEligible(int worker) {
    return share.contains(worker) && !request.excluded().contains(worker);
  }

  /**
   * Removes the temporary files of interrupted writes.
   *
   * @param record the record of a worker that this process has locked
   */
  void removeTemporaryFiles(Path record) throws IOException {
    String beginning = record.getFileName() + ".";
    for (Path each : temporaryFiles) {
      if (each.getFileName().toString().startsWith(beginning)) {
        Files.deleteIfExists(each);
      }
    }
  }

  /** Returns warnings for the operator. */
  List<String> warnings() {
    return damaged.entrySet().stream()
        .map(
            damage ->
                "record is damaged, and its worker is skipped: worker="
                    + damage.getKey()
                    + ", file="
                    + damage.getValue()
                    + "; leave the file in place, because it is unknown which ids were issued with"
                    + " that number")
        .toList();
  }

  /** Returns the workers to lock, best first, searching lazily. */
  Stream<Integer> bestFirst() {
    long surplus = certainlyFree() - request.spare();
    List<Map.Entry<Integer, WorkerFile>> ranked =
        records.entrySet().stream()
            .filter(entry -> surplus >= (entry.getValue().released() ? 1 : 0))
            .sorted(Comparator.comparing(entry -> rank(entry.getValue())))
            .toList();
    Stream<Integer> better =
        ranked.stream().filter(entry -> rank(entry.getValue()) < NEW).map(Map.Entry::getKey);
    Stream<Integer> worse =
        ranked.stream().filter(entry -> rank(entry.getValue()) > NEW).map(Map.Entry::getKey);
    Stream<Integer> unrecorded = surplus >= 1 ? unrecorded(false) : Stream.of();
    return Stream.concat(Stream.concat(better, unrecorded), worse);
  }

  /**
   * Returns the number of workers that are certainly free: those without a record, and released
   * ones.
   */
  private long certainlyFree() {
    long excluded =
        request.excluded().stream().filter(w -> w < request.workers() && share.contains(w)).count();
    long held = records.values().stream().filter(record -> !record.released()).count();
    return share.size(request.workers()) - excluded - damaged.size() - reserved.size() - held;
  }

  /**
   * Returns the rank of a worker; lower is better. Workers that can issue ids now come before all
   * others. Within both groups, the order is: same owner, released, {@link #NEW}, dead holder.
   */
  private int rank(WorkerFile record) {
    int rank = record.owner().equals(request.owner()) ? 0 : record.released() ? 1 : NEW + 1;
    return request.canIssueNow(record.ticks()) ? rank : rank + NEW + 2;
  }

  private Stream<Integer> unrecorded(boolean isHighestFirst) {
    int last = share.size(request.workers()) - 1;
    return IntStream.rangeClosed(0, last)
        .map(index -> share.get(isHighestFirst ? last - index : index))
        .filter(this::isEligible)
        .boxed()
        .filter(worker -> !records.containsKey(worker) && !reserved.containsKey(worker))
        .filter(worker -> !damaged.containsKey(worker));
  }

  /**
   * Returns possible claims, best first: the choice among workers already reserved, then among each
   * worker that was never held, from the highest, because generators start with the lowest.
   */
  Stream<LaneClaim> claims(LaneClaim.Choice choice) {
    List<Long> unused = Collections.nCopies(request.lanes(), -1L);
    Stream<Optional<LaneClaim>> others =
        unrecorded(true).map(worker -> choice.of(new TreeMap<>(Map.of(worker, unused))));
    return Stream.concat(
        choice.of(new TreeMap<>(reserved)).stream(), others.flatMap(Optional::stream));
  }

  /** Explains why no lane can be claimed. */
  WorkerSourceException noUnusedWorker() {
    return new WorkerSourceException(
        "no unused worker is left: "
            + found()
            + "; use a directory or share with an unused worker, or a layout with more workers");
  }

  /** Explains why no worker can be leased. */
  WorkersHeldException noFreeWorker() {
    return new WorkersHeldException(
        "no worker is free, because running processes hold all: "
            + found()
            + "; stop a process, or use a larger share or layout");
  }

  /** Returns what limits the choice of a worker. */
  private String found() {
    return "workers="
        + request.workers()
        + ", share="
        + share
        + (request.spare() > 0 ? ", spare=" + request.spare() : "")
        + (damaged.isEmpty() ? "" : ", damaged records=" + damaged.values())
        + (reserved.isEmpty() ? "" : ", reserved=" + reserved.keySet())
        + ", directory="
        + real;
  }
}
