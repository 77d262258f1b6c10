package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;

/** A worker store, as operators see it. */
interface WorkerStore extends AutoCloseable {

  /** Lists all workers that were ever leased. */
  List<WorkerInfo> workers();

  /** Returns what is missing or damaged; empty if nothing is, or if the store cannot tell. */
  default List<String> warnings() {
    return List.of();
  }

  /** Reads the store clock; empty if no process ever leased from the namespace. */
  Optional<Instant> time();

  /** Releases a worker; returns false if it was already released. */
  boolean release(int worker);

  /** Returns what leases the workers. */
  WorkerSource source();

  /** Creates tables that the first claim would not create. */
  default void create() {}

  @Override
  void close();

  /** A table, over a pool that is closed with it. */
  record Table(HikariDataSource pool, JdbcWorkerSource source) implements WorkerStore {

    @Override
    public List<WorkerInfo> workers() {
      return source.workers();
    }

    @Override
    public Optional<Instant> time() {
      return source.storeTime();
    }

    @Override
    public boolean release(int worker) {
      return source.release(worker);
    }

    @Override
    public void create() {
      source.createTableIfMissing();
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  /** ZooKeeper, over a client that is closed with it. */
  record Nodes(CuratorFramework client, ZooKeeperWorkerSource source) implements WorkerStore {

    @Override
    public List<WorkerInfo> workers() {
      return source.workers();
    }

    @Override
    public List<String> warnings() {
      return source.warnings();
    }

    @Override
    public Optional<Instant> time() {
      return source.storeTime();
    }

    @Override
    public boolean release(int worker) {
      return source.release(worker);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
