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
 *       that was taken for dead may finish its grant and meets nobody.
 * </ol>
 *
 * <p>Implementations are safe for use by any number of threads, and may block.
 */
public interface WorkerSource {

  /**
   * Takes a worker: one that its owner gave back or held before, else one that nobody ever held,
   * else one whose holder is taken for dead.
   *
   * @param claim who asks, and for which layout
   * @return the right to a worker
   * @throws WorkerSourceException if there is none to be had: all are held, the namespace belongs
   *     to another layout, or the store cannot be reached or read
   * @throws IllegalArgumentException if the source can only give a worker beyond the layout's range
   */
  WorkerLease acquire(WorkerClaim claim);

  /**
   * A number that its user vouches for: nobody else may issue ids under it, in this process or in
   * another. Nothing is stored, so after a restart uniqueness rests on the clock standing later
   * than the last id of the process before.
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
   * <p>The directory must be on a local disk that heeds {@code fsync}; locks of network file
   * systems are not reliable. What it cannot see: a directory that was copied, or restored from a
   * backup, knows nothing of the ids issued since. Take a new directory then, and a layout, or
   * shares of the workers, that the old one did not use.
   *
   * @param directory where the records are; created if missing
   * @return a source of the workers recorded there
   */
  static WorkerSource file(Path directory) {
    return new FileWorkerSource(Objects.requireNonNull(directory, "directory"));
  }
}
