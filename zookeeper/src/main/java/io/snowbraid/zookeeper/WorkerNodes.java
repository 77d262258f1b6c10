package io.snowbraid.zookeeper;

import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.zookeeper.KeeperException.AuthFailedException;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.ConnectionLossException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.KeeperException.SessionExpiredException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Reads and writes the nodes of one namespace, for one call. Not thread-safe.
 *
 * <p>ZooKeeper guarantees (Hunt et al., "ZooKeeper: Wait-free coordination for Internet-scale
 * systems", 2010, section 2.3):
 *
 * <ul>
 *   <li>Of all writes that expect the same version of a node, only one succeeds.
 *   <li>A write is answered once a majority of the servers has logged it.
 *   <li>A session's requests are executed in order.
 *   <li>A session that moves to another server sees no earlier state there.
 * </ul>
 *
 * <p>A server may answer reads from an earlier state. Therefore each read begins with a write to
 * the clock node. Later requests of the same session see a state no earlier than this write, whose
 * time is the leading server's clock.
 */
final class WorkerNodes implements WorkerRecords<Exception> {

  /** Attempts of a read. */
  private static final int ATTEMPTS = 5;

  private static final byte[] NOTHING = {};

  private final CuratorFramework client;
  private final NodePaths paths;
  private final NamespaceIdentity identity;
  private final BooleanSupplier isCancelled;
  private final Map<Integer, Found> found = new HashMap<>();

  /** A record's fence and its node's version, as read. */
  private record Found(long fence, int version) {}

  /** Reads nodes in the session of the preceding write. */
  private interface Reading {
    void into(SortedMap<Integer, WorkerRecord> records) throws Exception;
  }

  WorkerNodes(
      CuratorFramework client,
      NodePaths paths,
      NamespaceIdentity identity,
      BooleanSupplier isCancelled) {
    this.client = client;
    this.paths = paths;
    this.identity = identity;
    this.isCancelled = isCancelled;
  }

  /** {@inheritDoc} The records are read one after another. Each can only be replaced as read. */
  @Override
  public NamespaceSnapshot read() throws Exception {
    return read(this::readAll);
  }

  @Override
  public NamespaceSnapshot read(int worker) throws Exception {
    return read(
        records -> {
          try {
            records.put(worker, record(worker));
          } catch (NoNodeException e) {
            // the caller interprets a missing namespace
          }
        });
  }

  /**
   * Reads until the connection and session survive the whole read. The next session may see an
   * earlier state, in which nodes seem to be missing.
   */
  private NamespaceSnapshot read(Reading reading) throws Exception {
    Exception last = new SessionExpiredException();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      ZooKeeper session = session();
      try {
        NamespaceSnapshot snapshot = readAfterAWrite(reading);
        if (session() == session) {
          return snapshot;
        }
      } catch (ConnectionLossException | SessionExpiredException e) {
        last = e; // the client may have noticed it only now
      } catch (WorkerSourceException e) {
        if (session() == session) {
          throw e;
        }
      }
    }
    throw unsteady(last);
  }

  private NamespaceSnapshot readAfterAWrite(Reading reading) throws Exception {
    Optional<Instant> now = writeClock();
    SortedMap<Integer, WorkerRecord> records = new TreeMap<>();
    if (now.isPresent()) {
      reading.into(records);
    }
    return new NamespaceSnapshot(records, now.orElse(Instant.EPOCH));
  }

  /** Returns the client's current session, if it seems connected. */
  private ZooKeeper session() throws Exception {
    CuratorZookeeperClient curator = client.getZookeeperClient();
    int limit = curator.getConnectionTimeoutMs();
    if (!client.blockUntilConnected(limit, TimeUnit.MILLISECONDS)) {
      if (curator.getZooKeeper().getState() == ZooKeeper.States.AUTH_FAILED) {
        throw new AuthFailedException();
      }
      throw new WorkerSourceException(
          "ZooKeeper cannot be reached: no connection within "
              + limit
              + " ms (servers "
              + curator.getCurrentConnectionString()
              + "); check that "
              + ZooKeeperFailures.MAJORITY,
          new ConnectionLossException());
    }
    return curator.getZooKeeper();
  }

  private WorkerSourceException unsteady(Exception last) {
    return new WorkerSourceException(
        "ZooKeeper connection does not last ("
            + ATTEMPTS
            + " attempts, session timeout "
            + client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs()
            + " ms, servers "
            + client.getZookeeperClient().getCurrentConnectionString()
            + "); check the network, or set a longer session timeout",
        last);
  }

  /**
   * Writes the clock node; returns the leading server's time, empty if the namespace is missing.
   */
  private Optional<Instant> writeClock() throws Exception {
    try {
      return Optional.of(time(client.setData().forPath(paths.clock(), NOTHING)));
    } catch (NoNodeException e) {
      return createClock();
    }
  }

  /** Creates the clock node, unless the namespace's node is missing or not Snowbraid's. */
  private Optional<Instant> createClock() throws Exception {
    try {
      record(NamespaceSnapshot.NAMESPACE); // fails if the node is not Snowbraid's
      Stat stat = new Stat();
      client.create().storingStatIn(stat).forPath(paths.clock(), NOTHING);
      return Optional.of(time(stat));
    } catch (NodeExistsException e) { // another process was faster
      return writeClock();
    } catch (NoNodeException e) {
      identity.requireNew(paths);
      if (client.checkExists().forPath("/") == null) { // the end of the connect string
        throw noParent(e);
      }
      return Optional.empty();
    }
  }

  private static Instant time(Stat stat) {
    return Instant.ofEpochMilli(stat.getMtime());
  }

  private void readAll(SortedMap<Integer, WorkerRecord> records) throws Exception {
    Stat stat = new Stat();
    try {
      Map<Integer, NodeContent> contents = contents(stat);
      identity.requireSame(stat, paths);
      readInto(records, contents);
    } catch (NoNodeException e) {
      throw NamespaceIdentity.deleted(paths, "missing node " + e.getPath());
    }
  }

  private void readInto(
      SortedMap<Integer, WorkerRecord> records, Map<Integer, NodeContent> contents)
      throws Exception {
    for (Map.Entry<Integer, NodeContent> content : contents.entrySet()) {
      records.put(content.getKey(), record(content.getKey(), content.getValue()));
    }
  }

  /** Requests the content of all nodes, by number. */
  private Map<Integer, NodeContent> contents(Stat stat) throws Exception {
    Map<Integer, NodeContent> contents = new TreeMap<>();
    contents.put(NamespaceSnapshot.NAMESPACE, content(NamespaceSnapshot.NAMESPACE));
    List<String> children = client.getChildren().storingStatIn(stat).forPath(paths.root());
    ask(children, NodePaths::isWorker, contents);
    return contents;
  }

  private void ask(
      List<String> children, Predicate<String> isOurs, Map<Integer, NodeContent> contents)
      throws Exception {
    for (String child : children) {
      if (isOurs.test(child)) {
        contents.put(Integer.valueOf(child), content(Integer.parseInt(child)));
      }
    }
  }

  /** Reads all nodes for display, skipping missing or damaged ones. */
  WorkerListing list() throws Exception {
    List<String> warnings = new ArrayList<>();
    NamespaceSnapshot snapshot =
        read(
            records -> {
              warnings.clear();
              listAll(records, warnings);
            });
    return new WorkerListing(snapshot, warnings);
  }

  private void listAll(SortedMap<Integer, WorkerRecord> records, List<String> warnings)
      throws Exception {
    Stat stat = new Stat();
    Map<Integer, NodeContent> contents = contents(stat);
    for (Map.Entry<Integer, NodeContent> content : contents.entrySet()) {
      try {
        records.put(content.getKey(), record(content.getKey(), content.getValue()));
      } catch (NoNodeException e) {
        warnings.add("node " + e.getPath() + " was deleted while nodes were read");
      } catch (WorkerSourceException e) {
        warnings.add(String.valueOf(e.getMessage()));
      }
    }
    if (NamespaceIdentity.deletions(stat) > 0) {
      warnings.add(
          WorkerListing.deleted(paths, NamespaceIdentity.deletions(stat), contents.keySet()));
    }
  }

  private WorkerRecord record(int worker) throws Exception {
    return record(worker, content(worker));
  }

  private WorkerRecord record(int worker, NodeContent content) throws Exception {
    CuratorEvent answer = content.await();
    WorkerRecord record = WorkerNodeText.read(answer.getData(), worker, answer.getPath());
    found.put(worker, new Found(record.fence(), answer.getStat().getVersion()));
    return record;
  }

  /** Requests a node without waiting for the answer, because there may be hundreds. */
  private NodeContent content(int worker) throws Exception {
    return NodeContent.of(client, paths.of(worker));
  }

  @Override
  public NamespaceSnapshot readNames() throws Exception {
    return read(
        records -> { // uniqueness does not depend on names, so deleted ones are not detected
          Map<Integer, NodeContent> contents = new TreeMap<>();
          ask(nameNodes(), NodePaths::isName, contents);
          readInto(records, contents);
        });
  }

  private List<String> nameNodes() throws Exception {
    try {
      return client.getChildren().forPath(paths.names());
    } catch (NoNodeException e) { // no block has a name
      return List.of();
    }
  }

  /** Creates the parent node of names, unless the namespace is missing. */
  private void createNames() throws Exception {
    try {
      client.create().forPath(paths.names(), NOTHING);
    } catch (NodeExistsException e) {
      // from an earlier name
    }
  }

  @Override
  public boolean insert(WorkerRecord record) throws Exception {
    requireNotGivenUp();
    String path = paths.of(record.worker());
    byte[] content = WorkerNodeText.write(record);
    boolean isNamespace = record.worker() == NamespaceSnapshot.NAMESPACE;
    try {
      if (isNamespace) {
        client.create().creatingParentsIfNeeded().forPath(path, content);
        return true;
      }
      if (record.worker() < NamespaceSnapshot.NAMESPACE) { // the number of a name
        createNames();
      }
      client.create().forPath(path, content);
      return true;
    } catch (NodeExistsException e) {
      return isWritten(path, content);
    } catch (NoNodeException e) {
      throw isNamespace
          ? noParent(e)
          : NamespaceIdentity.deleted(paths, "missing node " + paths.root());
    }
  }

  /** The client creates all parents except the root in the connect string. */
  private WorkerSourceException noParent(NoNodeException e) {
    return new WorkerSourceException(
        "node at the end of the connect string "
            + client.getZookeeperClient().getCurrentConnectionString()
            + " does not exist; create it",
        e);
  }

  /**
   * {@inheritDoc} The node version read with the fence is expected instead of the fence. A record
   * that was not read is not written.
   */
  @Override
  public boolean update(WorkerRecord record) throws Exception {
    requireNotGivenUp();
    Found before = found.remove(record.worker());
    if (before == null || before.fence() != record.fence() - 1) {
      return false;
    }
    String path = paths.of(record.worker());
    byte[] content = WorkerNodeText.write(record);
    try {
      client.setData().withVersion(before.version()).forPath(path, content);
      return true;
    } catch (BadVersionException e) {
      return isWritten(path, content);
    } catch (NoNodeException e) {
      return false; // the next read says so, too
    }
  }

  /**
   * Returns whether a node has the written content. The client repeats a write after losing its
   * answer, and the second attempt then fails because of the first. Each write has a unique stamp,
   * so no other write has this content.
   */
  private boolean isWritten(String path, byte[] content) throws Exception {
    try {
      return Arrays.equals(client.getData().forPath(path), content);
    } catch (NoNodeException e) {
      return false;
    }
  }

  /**
   * Prevents an abandoned call from overwriting what a later call wrote, which it might have read
   * after being abandoned. If it is abandoned after this check, the next write makes the version it
   * has read out of date.
   */
  private void requireNotGivenUp() {
    if (isCancelled.getAsBoolean()) {
      throw new CancellationException("call was abandoned");
    }
  }
}
