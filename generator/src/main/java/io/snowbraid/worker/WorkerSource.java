package io.snowbraid.worker;

import io.snowbraid.internal.NamedDirectory;
import java.nio.file.Path;

/**
 * Leases workers to generators, and records what each worker may have issued.
 *
 * <p>A <em>worker</em> is a number in the id that only one generator holds at a time. What a source
 * writes to is its <em>store</em>. The ids of all generators that lease workers from one
 * <em>namespace</em> of a store are unique together. This depends only on atomic, durable writes,
 * not on clocks:
 *
 * <ol>
 *   <li>a worker has one holder at a time: a generator that {@linkplain #acquire acquires} it ends
 *       the previous holder's right to write;
 *   <li>a holder issues ids only on ticks that it has {@linkplain WorkerLease#extend written} as
 *       granted;
 *   <li>a new holder starts each lane after the last tick that was ever granted there, so a holder
 *       that was presumed dead can finish its grant without collisions.
 * </ol>
 *
 * <p>Implementations are safe for use by any number of threads, and may block.
 */
public interface WorkerSource {

  /**
   * Acquires a worker: one that this owner held before or that was released, otherwise one that
   * nobody ever held, otherwise one whose holder is presumed dead.
   *
   * @param request who asks, and for which layout
   * @return a lease
   * @throws WorkersHeldException if living holders have all workers, or too few would stay free; a
   *     generator that is built asks again, for as long as it may wait
   * @throws ReadOnlyStoreException if the store accepts no writes now; a generator is built without
   *     a worker, because the application may need no ids, and asks again when it does
   * @throws WorkerSourceException if no worker is available for another reason: the namespace
   *     belongs to another layout, or the store cannot be reached or read
   * @throws IllegalArgumentException if the layout has no worker of those that the source may lease
   */
  WorkerLease acquire(WorkerRequest request);

  /**
   * Claims ticks of a lane for ids of the past or for a block, forever: ticks that no other claim
   * has, of a worker that no generator ever held or will lease. The claim is durable when this
   * returns. A call that fails may have used up ticks; another call claims others.
   *
   * @param request who asks, and for which layout; owner, tick, horizon, spare and used lanes do
   *     not matter
   * @param choice chooses among the lanes of the workers that are reserved already, or else of one
   *     that nobody ever held; may be called several times
   * @return a claim that no other call of any process returns
   * @throws WorkerSourceException if nothing can be claimed: the source cannot reserve workers, all
   *     were held, the namespace belongs to another layout, or the store cannot be reached or read
   */
  default LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    throw cannotReserve();
  }

  /**
   * Returns what keeps the names of blocks.
   *
   * @return the names of the namespace
   * @throws WorkerSourceException if the source cannot reserve workers
   */
  default BlockNames blockNames() {
    throw cannotReserve();
  }

  private WorkerSourceException cannotReserve() {
    return new WorkerSourceException(
        "source "
            + this
            + " cannot reserve workers; use one that records workers, such as a table or a"
            + " directory");
  }

  /**
   * Returns the namespace. The ids of all workers of one namespace are unique together.
   *
   * @return the name of the namespace; {@code default} unless the source has others
   */
  default String namespace() {
    return "default";
  }

  /**
   * Returns whether this is the store of one of many tests that a process runs. There is no warning
   * that ids of two such stores might collide.
   *
   * @return false unless the source says otherwise
   */
  default boolean isForTests() {
    return false;
  }

  /**
   * Returns a source of one fixed worker, a number that its user vouches for: no other process may
   * issue ids under it. Within a process this is checked, whatever class loader a generator comes
   * from: a second generator with the number is rejected while the first is open, and later
   * continues where the first ended, or after its grant if it was never closed. Across processes it
   * cannot be checked. Nothing is stored, so after a restart the clock has to be past the last id
   * of the previous process. If there is a database or a directory, {@linkplain #file lease} the
   * worker instead. The first fixed number of a process is logged as a warning.
   *
   * @param worker the worker, at least 0
   * @return a source of that one worker
   * @throws IllegalArgumentException if {@code worker} is negative
   */
  static WorkerSource fixed(int worker) {
    return new FixedWorker(worker);
  }

  /**
   * Returns a source of workers that are recorded in a directory, for the processes of one machine:
   * safe restarts without a server.
   *
   * <p>A lock of the operating system shows whether a holder is alive: a process locks a file as
   * long as it runs. So a process that restarts after a crash gets its worker back at once. A
   * second process, or a second generator, gets another worker. Each grant is on disk before the
   * first id is issued under it.
   *
   * <p>The directory belongs to the application's data: it must be on a local disk that honours
   * {@code fsync} (locks of network file systems are not reliable), in a container on a volume, and
   * in a place where no build, deployment or cleaner of temporary files deletes it. A relative path
   * names another directory for a process that starts elsewhere.
   *
   * <p>What can happen to it, and what to do:
   *
   * <ul>
   *   <li><b>The directory, a record or a lock file is deleted or replaced under a running
   *       generator.</b> The generator checks each second while it issues ids, and before the first
   *       id after a pause, and stops permanently. A window of one second and the time of one check
   *       remains: a process that starts within it, with a new directory of the same name, may
   *       issue the same ids. Stop all processes on the directory, and restore it as it was. If
   *       that is impossible, use a new one, but only with {@linkplain #file(Path, String) workers}
   *       that the old one did not use, or when the clock is past all ids that were issued. A
   *       process that has used the directory creates no new one at its place.
   *   <li><b>The directory is restored from a backup</b> while no process runs: nothing shows that
   *       ids were issued since the backup. Start again when the clock is past all of them. If it
   *       may later step back before them, use a new directory, and a layout or {@linkplain
   *       #file(Path, String) workers} that the old one did not use.
   *   <li><b>The directory is copied.</b> Copies do not know of each other and lease the same
   *       workers. Use only one of them.
   *   <li><b>A record is damaged.</b> Its worker is skipped, with a warning in the log, and its
   *       name in the error if no other worker is free. Leave the file there, because it is not
   *       known which ids were issued with that number.
   *   <li><b>A running process is cloned</b>, by a snapshot of its memory, and uses the same
   *       directory: the first clone that records a grant shuts the others out, and they notice
   *       within a second. Until then they may issue the same ids. If the disk is copied as well,
   *       the clones cannot notice each other; run only one, and only with a correct clock.
   *   <li><b>A process hangs while it looks for a worker.</b> Others give up after 30 seconds, with
   *       an error that names the lock file. Threads of one process wait in order.
   * </ul>
   *
   * <p>A directory has no clock of its own, so nothing can contradict the process's clock. If that
   * clock jumps forward by mistake, to a time within the layout, ids carry the wrong time, and
   * after it returns, the lanes of one rollback number (4 of 16 in the default layout) cannot be
   * used until the clock really gets there. Each such jump uses up another rollback number. When
   * none is left, the worker cannot issue ids until then, also after a restart. A database has a
   * clock that such a jump is compared with.
   *
   * @param directory where the records are; created if missing
   * @return a source of the workers recorded there
   * @throws IllegalArgumentException if the path is empty
   */
  static WorkerSource file(Path directory) {
    WorkerDirectory files = new WorkerDirectory(NamedDirectory.require(directory));
    return new FileWorkerSource(files, WorkerShare.ALL);
  }

  /**
   * Returns a source of some of the workers that are recorded in a directory, as described at
   * {@link #file(Path)}. With disjoint shares, two unconnected machines can serve one namespace,
   * each with a directory of its own: {@code 0-63} on one and {@code 64-127} on the other.
   *
   * @param directory where the records are; created if missing
   * @param workers which workers may be leased, in the form that {@link WorkerShare#parse} reads
   * @return a source of only these workers
   * @throws IllegalArgumentException if {@code workers} is anything else, or the path is empty
   */
  static WorkerSource file(Path directory, String workers) {
    WorkerDirectory files = new WorkerDirectory(NamedDirectory.require(directory));
    return new FileWorkerSource(files, WorkerShare.parse(workers));
  }
}
