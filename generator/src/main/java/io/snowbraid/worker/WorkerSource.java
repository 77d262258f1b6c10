package io.snowbraid.worker;

import io.snowbraid.internal.NamedDirectory;
import java.nio.file.Path;

/**
 * Leases workers to generators, and records which ids each worker may have issued.
 *
 * <p>A <em>worker</em> is a number in the id that only one generator holds at a time. A source
 * writes to a <em>store</em>. Ids are unique among all generators that lease workers from the same
 * <em>namespace</em> of a store. This depends only on atomic, durable writes, not on clocks:
 *
 * <ol>
 *   <li>When a generator {@linkplain #acquire acquires} a worker, its previous holder can no longer
 *       write.
 *   <li>A holder issues ids only on ticks that it has {@linkplain WorkerLease#extend recorded} as
 *       granted.
 *   <li>A new holder starts each lane after the last tick ever granted there. So a previous holder
 *       that was only presumed dead can finish its grant without collisions.
 * </ol>
 *
 * <p>Implementations are thread-safe and may block.
 */
public interface WorkerSource {

  /**
   * Acquires a worker: preferably one that this owner held before or that was released, otherwise
   * one that was never held, otherwise one whose holder is presumed dead.
   *
   * @param request the generator's request
   * @return a lease
   * @throws WorkersHeldException if live holders have all workers, or too few would remain free; a
   *     generator being built retries within its time limit
   * @throws ReadOnlyStoreException if the store accepts no writes now; the generator is built
   *     without a worker, and retries when the application needs an id
   * @throws WorkerSourceException if the namespace has another layout, or the store cannot be
   *     reached or read
   * @throws IllegalArgumentException if the layout contains none of the source's workers
   */
  WorkerLease acquire(WorkerRequest request);

  /**
   * Claims ticks of a lane, forever and durably, for past ids or a block. No other claim has these
   * ticks, and no generator ever holds the worker. A failed call may have used up ticks; a retry
   * claims different ones.
   *
   * @param request the layout and the excluded workers; other values are ignored
   * @param choice chooses among the lanes of reserved workers; if it finds none, among those of a
   *     worker that was never held. May be called several times
   * @return a claim that no other call in any process returns
   * @throws WorkerSourceException if the source cannot reserve workers, none is left, the namespace
   *     has another layout, or the store cannot be reached or read
   */
  default LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    throw cannotReserve();
  }

  /**
   * {@return the block names of the namespace}
   *
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
   * {@return the name of the namespace, within which ids are unique; {@code default} unless the
   * source supports others}
   */
  default String namespace() {
    return "default";
  }

  /**
   * {@return whether each test of a process has its own such store; if so, no warning says that ids
   * of two stores may collide}
   */
  default boolean isForTests() {
    return false;
  }

  /**
   * Returns a source with one fixed worker, whose exclusive use you guarantee. If you have a
   * database or a directory, {@linkplain #file lease} workers instead.
   *
   * <p>Nothing is stored: after a restart, the clock must be past the last id of the previous
   * process. Other processes cannot be checked. Within the process, across class loaders, a second
   * generator with the same number is rejected while the first is open. Later it continues where
   * the first one ended, or after its grant if it was never closed. The first fixed worker of a
   * process is logged as a warning.
   *
   * @param worker the worker, at least 0
   * @return a source of only this worker
   * @throws IllegalArgumentException if {@code worker} is negative
   */
  static WorkerSource fixed(int worker) {
    return new FixedWorker(worker);
  }

  /**
   * Returns a source that records workers in a directory, for the processes on one machine: safe
   * restarts without a server.
   *
   * <p>Each process holds an operating system lock while it runs, so a process that restarts after
   * a crash gets its worker back at once. A second process or generator gets another worker. Each
   * grant is on disk before the first id is issued under it.
   *
   * <p>The directory is part of the application's data. It must be on a local disk that honours
   * {@code fsync} (in a container, on a volume), because locks on network file systems are
   * unreliable. Builds, deployments and temporary file cleaners must not delete it. A relative path
   * depends on the working directory.
   *
   * <p>What can go wrong, and what to do:
   *
   * <ul>
   *   <li><b>The directory, a record or a lock file is deleted or replaced under a running
   *       generator.</b> The generator checks every second, or before the first id after a pause,
   *       and stops permanently. Until that check ends, a process with a new directory may issue
   *       the same ids. Stop all processes and restore the directory. If it is lost, use a new one,
   *       either with {@linkplain #file(Path, String) workers} that the old one never used, or
   *       after the clock has passed all issued ids. A process that has used the directory does not
   *       recreate it.
   *   <li><b>A backup is restored</b> while no process runs. Ids issued since the backup are
   *       forgotten: start after the clock has passed them. If it may step back before them, use a
   *       new directory with unused workers.
   *   <li><b>The directory is copied.</b> The copies lease the same workers. Use only one.
   *   <li><b>A record is damaged.</b> Its worker is skipped and a warning logged. Leave the file in
   *       place, because the ids issued under that worker are unknown.
   *   <li><b>A running process is cloned</b> with its memory. The first clone to record a grant
   *       fences the others, which notice within a second; until then, they may issue the same ids.
   *       If the disk is cloned too, run only one clone, with a correct clock.
   *   <li><b>A process hangs while acquiring a worker.</b> Other processes give up after 30
   *       seconds, naming the lock file.
   *   <li><b>The clock jumps forward by mistake.</b> A directory has no second clock to contradict
   *       it, so ids carry the wrong time. After the clock returns, the lanes of one rollback
   *       number (4 of 16 in the default layout) are unusable until that time really comes. After
   *       one such jump per rollback number, the worker issues no ids until then, even after a
   *       restart. Correct the clock, or lease from a database.
   * </ul>
   *
   * @param directory the directory; created if missing
   * @return a source of all workers
   * @throws IllegalArgumentException if the path is empty
   */
  static WorkerSource file(Path directory) {
    WorkerDirectory files = new WorkerDirectory(NamedDirectory.require(directory));
    return new FileWorkerSource(files, WorkerShare.ALL);
  }

  /**
   * Returns a source that leases only some of the workers in a {@linkplain #file(Path) directory}.
   * With disjoint shares such as {@code 0-63} and {@code 64-127}, unconnected machines with
   * separate directories can serve one namespace.
   *
   * @param directory the directory; created if missing
   * @param workers the share, in the form that {@link WorkerShare#parse} reads
   * @return a source of only these workers
   * @throws IllegalArgumentException if {@code workers} is malformed, or the path is empty
   */
  static WorkerSource file(Path directory, String workers) {
    WorkerDirectory files = new WorkerDirectory(NamedDirectory.require(directory));
    return new FileWorkerSource(files, WorkerShare.parse(workers));
  }
}
