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
 * Leases workers that are recorded in ZooKeeper.
 *
 * <p>Each worker has a node, {@code /snowbraid/<namespace>/<worker>}, which stays when its holder
 * goes: it says what was issued. Uniqueness depends on conditional writes only: each expects the
 * version of the node that was read, so a late write is rejected. Neither sessions nor ephemeral
 * nodes decide anything. A holder whose session has expired, or that is cut off from the ensemble,
 * continues up to the end of its grant. It extends the grant in its next session, unless another
 * holder has taken the worker meanwhile. A holder that has recorded nothing for a horizon, by the
 * clock of the leading server, is presumed dead.
 *
 * <p>A grant counts as recorded when a majority of the servers has it on disk. So {@code forceSync}
 * must not be off.
 *
 * <p>Calls never hang, whatever the client's retry policy and timeouts are: extending a grant is
 * given up after 10 s, leasing a worker after 20 s. At most four calls of a source, and of those
 * made from it, are open at a time, including those that hang. A client notices a connection that
 * hangs after two thirds of its session timeout, and only then tries another server. So set a
 * session timeout of at most a third of the horizon, such as 15 s.
 *
 * <p>Nodes are never deleted, and must not be. A holder whose node is deleted stops for good, and
 * nobody leases from a namespace of which a node was deleted, because ZooKeeper counts them. If a
 * namespace is deleted as a whole, processes that knew it stop until they see it again, but a new
 * process cannot tell it from a new namespace. The same holds for servers that were restored from a
 * backup, which have lost the grants since. They reject clients that have seen more, so holders
 * notice it only when their session timeout is over. In both cases stop all generators of the
 * namespace, and use a new one. Its workers must be ones that the old namespace did not use, or the
 * clock must be past all ids of the old one.
 *
 * <p>The client belongs to the application: start it before, and close it after the generators.
 * Chroot, namespace, authentication, ACLs and TLS are those of the client. A source is immutable:
 * each {@code with...} method returns a changed copy. Safe for use by any number of threads.
 */
public final class ZooKeeperWorkerSource implements WorkerSource {

  /** The node below which the namespaces are unless another is set. */
  public static final String DEFAULT_PATH = "/snowbraid";

  /** The namespace that is used unless another is set. */
  public static final String DEFAULT_NAMESPACE = "default";

  private static final Duration CALL = Duration.ofSeconds(20);

  /** A shorter limit, because a new attempt plans with the present time. */
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
   * Creates a source that leases workers from ZooKeeper.
   *
   * @param client a started client
   * @return a source of all workers of the namespace {@link #DEFAULT_NAMESPACE} below {@link
   *     #DEFAULT_PATH}
   */
  public static ZooKeeperWorkerSource of(CuratorFramework client) {
    return new ZooKeeperWorkerSource(
        new StoreCalls(Objects.requireNonNull(client, "client")),
        new NodePaths(DEFAULT_PATH, DEFAULT_NAMESPACE),
        WorkerShare.ALL);
  }

  /**
   * Returns a source with another node below which the namespaces are. The node is created if it is
   * missing.
   *
   * @param path the path of a node, such as {@code /ids/workers}
   * @return a changed copy
   * @throws IllegalArgumentException if it is not such a path
   */
  public ZooKeeperWorkerSource withPath(String path) {
    return new ZooKeeperWorkerSource(calls, new NodePaths(path, paths.namespace()), share);
  }

  /**
   * Returns a source with another namespace. Ids of one namespace are unique together.
   *
   * @param namespace a name of 1 to 64 characters without slashes; case matters
   * @return a changed copy
   * @throws IllegalArgumentException if it is not such a name
   */
  public ZooKeeperWorkerSource withNamespace(String namespace) {
    return new ZooKeeperWorkerSource(calls, new NodePaths(paths.path(), namespace), share);
  }

  @Override
  public String namespace() {
    return paths.namespace();
  }

  /**
   * Returns a source that leases only some workers, its share. With disjoint shares, two
   * unconnected ensembles can serve one namespace: {@code 0-63} in one and {@code 64-127} in the
   * other.
   *
   * @param ranges numbers or ranges, as {@link WorkerShare#parse} reads them
   * @return a changed copy
   * @throws IllegalArgumentException if the text is anything else
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
   * Lists the workers, for people. A node that was deleted or damaged does not hide the others.
   *
   * @return all workers that were ever held, in ascending order
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public List<WorkerInfo> workers() {
    return WorkerInfo.of(list().snapshot());
  }

  /**
   * Says what is wrong with the nodes, for people: which were deleted, and which cannot be read.
   *
   * @return one sentence each; empty if all is well
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public List<String> warnings() {
    return List.copyOf(list().warnings());
  }

  private WorkerListing list() {
    return calls.run(CALL, this, isGivenUp -> nodes(isGivenUp).list());
  }

  /**
   * Reads the clock of the leading server.
   *
   * @return what it shows; empty if there is no such namespace yet
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public Optional<Instant> storeTime() {
    NamespaceSnapshot snapshot = run(CALL, records -> records.read(NamespaceSnapshot.NAMESPACE));
    return snapshot.records().isEmpty() ? Optional.empty() : Optional.of(snapshot.now());
  }

  /**
   * Releases the worker of an owner that no longer runs, so that it can be leased again at once. If
   * the holder is alive after all, it can finish its grant but not record another; nothing is
   * issued twice.
   *
   * @param worker the worker
   * @return false if nobody holds it
   * @throws IllegalArgumentException if the worker was never held, or is reserved permanently
   * @throws io.snowbraid.worker.WorkerSourceException if ZooKeeper fails
   */
  public boolean release(int worker) {
    return workers.release(worker);
  }

  private <T> T run(Duration limit, RecordAccess.Work<T, Exception> work) {
    return calls.run(limit, this, isGivenUp -> work.apply(nodes(isGivenUp)));
  }

  private WorkerNodes nodes(BooleanSupplier isGivenUp) {
    return new WorkerNodes(calls.client(), paths, identity, isGivenUp);
  }

  /** Reaches the nodes for leases. */
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
