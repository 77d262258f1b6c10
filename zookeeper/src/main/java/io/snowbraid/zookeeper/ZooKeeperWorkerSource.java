package io.snowbraid.zookeeper;

import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.RecordAccess;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;

/**
 * Leases workers from ZooKeeper.
 *
 * <p>Each worker has a persistent node, {@code /snowbraid/<namespace>/<worker>}, which records what
 * may have been issued. Uniqueness depends only on conditional writes: each expects the node
 * version that was read, so a late write is rejected. Sessions and ephemeral nodes play no role. A
 * process whose session has expired, or that is cut off from the ensemble, continues until its
 * grant expires. Its next session extends the grant unless another process has acquired the worker
 * meanwhile. A process that has recorded nothing for a horizon, measured by the leading server's
 * clock, is presumed dead.
 *
 * <p>A grant is recorded once a majority of the servers has written it to disk, so {@code
 * forceSync} must stay enabled.
 *
 * <p>Calls never hang, whatever the client's retry policy and timeouts: extending a grant is
 * abandoned after 10 s, leasing a worker after 20 s. A source and its copies have at most four open
 * calls, including hanging ones. A client detects a hanging connection after two thirds of its
 * session timeout, and only then tries another server. Therefore set a session timeout of at most a
 * third of the horizon, such as 15 s.
 *
 * <p>Nodes must not be deleted:
 *
 * <ul>
 *   <li>If a worker's node is deleted, that worker's generator stops for good, and no process can
 *       lease from the namespace. ZooKeeper's counters reveal the deletion.
 *   <li>If a whole namespace is deleted, processes that knew it stop until they see it again. A new
 *       process cannot distinguish it from a new namespace.
 *   <li>Servers restored from a backup have lost all later grants, with the same effect. They
 *       reject clients that have seen later writes, so generators notice only after their session
 *       timeout.
 * </ul>
 *
 * <p>In the last two cases, stop all generators of the namespace and use a new one. Choose workers
 * that the old namespace did not use, or wait until the clock has passed all its ids.
 *
 * <p>The application owns the client: start it before the generators and close it after them. The
 * client determines chroot, client namespace, authentication, ACLs and TLS. Thread-safe and
 * immutable: each {@code with...} method returns a changed copy.
 */
public final class ZooKeeperWorkerSource implements WorkerSource {

  /** The default parent node of all namespaces. */
  public static final String DEFAULT_PATH = "/snowbraid";

  /** The default namespace. */
  public static final String DEFAULT_NAMESPACE = "default";

  private static final Duration CALL = Duration.ofSeconds(20);

  /** Shorter than {@link #CALL}, because a retry plans with the current time. */
  private static final Duration GRANT = Duration.ofSeconds(10);

  private final StoreCalls calls;
  private final NodePaths paths;
  private final WorkerShare share;
  private final NamespaceIdentity identity = new NamespaceIdentity();
  private final RecordedWorkers<Exception> workers;

  private ZooKeeperWorkerSource(StoreCalls calls, NodePaths paths, WorkerShare share) {
    this.calls = calls;
    this.paths = paths;
    this.share = share;
    this.workers = RecordedWorkers.of(new Access(), paths.namespace()).withWorkers(share);
  }

  /**
   * Creates a source of all workers of the namespace {@link #DEFAULT_NAMESPACE} below {@link
   * #DEFAULT_PATH}.
   *
   * @param client a started client
   * @return a new source
   */
  public static ZooKeeperWorkerSource of(CuratorFramework client) {
    return new ZooKeeperWorkerSource(
        new StoreCalls(Objects.requireNonNull(client, "client")),
        new NodePaths(DEFAULT_PATH, DEFAULT_NAMESPACE),
        WorkerShare.ALL);
  }

  /**
   * Returns a source with another parent node for namespaces. A missing node is created.
   *
   * @param path a node's path, such as {@code /ids/workers}
   * @return a changed copy
   * @throws IllegalArgumentException if the path is malformed
   */
  public ZooKeeperWorkerSource withPath(String path) {
    return new ZooKeeperWorkerSource(calls, new NodePaths(path, paths.namespace()), share);
  }

  /**
   * Returns a source with another namespace. Ids of one namespace are unique together.
   *
   * @param namespace a name of 1 to 64 characters without slashes; case matters
   * @return a changed copy
   * @throws IllegalArgumentException if the name is malformed
   */
  public ZooKeeperWorkerSource withNamespace(String namespace) {
    return new ZooKeeperWorkerSource(calls, new NodePaths(paths.path(), namespace), share);
  }

  @Override
  public String namespace() {
    return paths.namespace();
  }

  /**
   * Returns a source that leases only a share of the workers. With disjoint shares, two unconnected
   * ensembles can serve one namespace: {@code 0-63} in one and {@code 64-127} in the other.
   *
   * @param ranges numbers or ranges, as read by {@link WorkerShare#parse}
   * @return a changed copy
   * @throws IllegalArgumentException if the ranges are malformed
   */
  public ZooKeeperWorkerSource withWorkers(String ranges) {
    return new ZooKeeperWorkerSource(calls, paths, WorkerShare.parse(ranges));
  }

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    return workers.acquire(request);
  }

  @Override
  public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    return workers.claim(request, choice);
  }

  @Override
  public BlockNames blockNames() {
    return workers.blockNames();
  }

  /**
   * Lists the workers for display. Deleted or damaged nodes are skipped; see {@link #warnings}.
   *
   * @return all workers that were ever leased, in ascending order
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public List<WorkerInfo> workers() {
    return WorkerInfo.of(list().snapshot());
  }

  /**
   * Returns problems with the nodes for display: which were deleted and which cannot be read.
   *
   * @return one sentence per problem
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public List<String> warnings() {
    return List.copyOf(list().warnings());
  }

  private WorkerListing list() {
    return calls.run(CALL, this, isCancelled -> nodes(isCancelled).list());
  }

  /**
   * Reads the leading server's clock.
   *
   * @return the current time; empty if the namespace does not exist yet
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public Optional<Instant> storeTime() {
    NamespaceSnapshot snapshot = run(CALL, records -> records.read(NamespaceSnapshot.NAMESPACE));
    return snapshot.records().isEmpty() ? Optional.empty() : Optional.of(snapshot.now());
  }

  /**
   * Releases the worker of a process that no longer runs, so that it can be leased at once. If the
   * process is still running, it can finish its grant but not extend it, so no id is issued twice.
   *
   * @param worker the worker
   * @return false if the worker was already released
   * @throws IllegalArgumentException if the worker was never leased, or is permanently reserved
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public boolean release(int worker) {
    return workers.release(worker);
  }

  private <T> T run(Duration limit, RecordAccess.Work<T, Exception> work) {
    return calls.run(limit, this, isCancelled -> work.apply(nodes(isCancelled)));
  }

  private WorkerNodes nodes(BooleanSupplier isCancelled) {
    return new WorkerNodes(calls.client(), paths, identity, isCancelled);
  }

  /** Reads and writes the nodes for leases. */
  private final class Access implements RecordAccess<Exception> {

    @Override
    public <T> T call(Work<T, Exception> work) {
      return run(CALL, work);
    }

    @Override
    public <T> T grant(Work<T, Exception> work) {
      return run(GRANT, work);
    }

    @Override
    public String toString() {
      return ZooKeeperWorkerSource.this.toString();
    }
  }

  @Override
  public String toString() {
    String workers = share == WorkerShare.ALL ? "" : ", workers=" + share;
    return "ZooKeeperWorkerSource[path="
        + paths.path()
        + ", namespace="
        + paths.namespace()
        + workers
        + ", servers="
        + calls.client().getZookeeperClient().getCurrentConnectionString()
        + "]";
  }
}
