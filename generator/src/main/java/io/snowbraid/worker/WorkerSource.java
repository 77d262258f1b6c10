package io.snowbraid.worker;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where generators get their workers from, and where it is recorded what each worker may have
 * issued.
 *
 * <p>All generators that take workers from one <em>namespace</em> of a source issue ids that are
 * unique together. That rests on the source's atomic, durable writes alone, and on no clock:
 *
 * <ol>
 *   <li>a worker has one holder at a time: whoever {@linkplain #acquire acquires} it, ends the
 *       right of the holder before to write;
 *   <li>a holder issues ids only on ticks that it has {@linkplain WorkerLease#extend written} as
 *       granted;
 *   <li>a new holder starts each lane behind the last tick that was ever granted there, so a holder
 *       that was taken for dead may finish its grant and shares no id with it.
 * </ol>
 *
 * <p>Implementations are safe for use by any number of threads, and may block.
 */
public interface WorkerSource {

  /**
   * Takes a worker: one that its owner gave back or held before, else one that nobody ever held,
   * else one whose holder is taken for dead.
   *
   * @param request who asks, and for which layout
   * @return the right to a worker
   * @throws WorkerSourceException if there is none to be had: all are held, the namespace belongs
   *     to another layout, or the store cannot be reached or read
   * @throws IllegalArgumentException if the source can only give a worker beyond the layout's range
   */
  WorkerLease acquire(WorkerRequest request);

  /**
   * Tells which ids have to be unique together: those of workers of one namespace.
   *
   * @return the name of the namespace; {@code default} unless the source has others
   */
  default String namespace() {
    return "default";
  }

  /**
   * Tells whether the store is in the memory of this process and ends with it, as that of a test
   * does. Then ids of two such stores are not taken for rows that could meet.
   *
   * @return false unless the source says otherwise
   */
  default boolean isInMemory() {
    return false;
  }

  /**
   * A number that its user vouches for: no other process may issue ids under it. Within a process
   * it is checked, whatever class loader a generator comes from: a second one with the number is
   * refused while the first is open, and goes on where it ended afterwards. Across processes it
   * cannot be checked; and nothing is stored, so after a restart the clock has to be past the last
   * id of the process before. Where there is a database or a directory, {@linkplain #file lease}
   * the worker instead. The first fixed number of a process is logged as a warning.
   *
   * @param worker the worker, at least 0
   * @return a source of that one worker
   * @throws IllegalArgumentException if {@code worker} is negative
   */
  static WorkerSource fixed(int worker) {
    return new FixedWorker(worker);
  }

  /**
   * Workers recorded in a directory, for processes of one machine: safe restarts without a server.
   *
   * <p>The operating system tells whether a holder lives: it locks a file as long as it runs. So a
   * process that restarts after a crash gets its worker back at once. A second process, or a second
   * generator, takes the next worker. Each grant is on disk before the first id under it leaves.
   *
   * <p>The directory belongs to the application's data: it must be on a local disk that heeds
   * {@code fsync} (locks of network file systems are not reliable), in a container on a volume, and
   * where no build, deployment or cleaner of temporary files deletes it. A relative path is another
   * directory for a process that starts elsewhere.
   *
   * <p>What may happen to it, and what to do:
   *
   * <ul>
   *   <li><b>The directory, a record or a lock file is deleted or replaced under a running
   *       generator.</b> The generator looks each second while it issues ids, and before the first
   *       id after a rest, and stops for good. What remains is a window of one second and the time
   *       of one look: a process that starts in it with a new directory of the same name may issue
   *       the same ids. Stop all processes on the directory, and restore it as it was. If it cannot
   *       be had back, take a new one when the clock is past all ids that were issued.
   *   <li><b>The directory is restored from a backup</b> while no process runs: nothing tells that
   *       ids were issued since. Start again when the clock is past all of them. If it may step
   *       back behind them later, take a new directory, and a layout or {@linkplain #file(Path,
   *       String) workers} that the old one did not use.
   *   <li><b>The directory is copied.</b> Copies do not know of each other and give the same
   *       workers. Only one of them may be used.
   *   <li><b>A record is damaged.</b> Its worker is passed over, with a warning in the log and its
   *       name in the error if no other is free. Leave the file there: nobody knows which ids were
   *       issued with that number.
   *   <li><b>A running process is copied</b>, by a snapshot of its memory, onto the same directory:
   *       the first copy that records a grant shuts the others out, and they notice within a
   *       second. Until then they may issue the same ids. If the disk is copied as well, neither
   *       copy can notice the other; let only one run, and only with a clock that is right.
   *   <li><b>A process hangs while it looks for a worker.</b> Others give up after 10 seconds, with
   *       an error that names the lock file.
   * </ul>
   *
   * <p>A directory has no clock of its own, so nothing can contradict the process's clock. If that
   * leaps forward by mistake, to a time within the layout, ids carry the wrong time, and when it
   * returns, the lanes of one rollback generation, with the default layout 4 of 16, cannot be used
   * until the clock really gets there. Each such leap uses up another generation. When none is
   * left, the worker cannot issue ids until then, even after a restart. A database has a clock that
   * such a leap is compared with.
   *
   * @param directory where the records are; created if missing
   * @return a source of the workers recorded there
   */
  static WorkerSource file(Path directory) {
    return new FileWorkerSource(Objects.requireNonNull(directory, "directory"), WorkerShare.ALL);
  }

  /**
   * Some of the workers recorded in a directory, as {@link #file(Path)} says. So two machines that
   * know nothing of each other can serve one namespace, each with a directory of its own: {@code
   * 0-63} here and {@code 64-127} there.
   *
   * @param directory where the records are; created if missing
   * @param workers which numbers are given, as {@link WorkerShare#parse} reads them
   * @return a source of these workers alone
   * @throws IllegalArgumentException if {@code workers} is anything else
   */
  static WorkerSource file(Path directory, String workers) {
    return new FileWorkerSource(
        Objects.requireNonNull(directory, "directory"), WorkerShare.parse(workers));
  }
}
