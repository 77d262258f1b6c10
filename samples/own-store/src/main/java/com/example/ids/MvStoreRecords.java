package com.example.ids;

import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** Keeps worker records in a file of H2's MVStore, for the generators of one process. */
public final class MvStoreRecords implements WorkerRecords<IOException> {

  private final MVStore store;
  private final MVMap<Integer, byte[]> map;

  /**
   * Opens a namespace.
   *
   * @param store a file
   * @param namespace the name of a map in it
   */
  public MvStoreRecords(MVStore store, String namespace) {
    this.store = store;
    this.map = store.openMap(namespace);
  }

  @Override
  public NamespaceSnapshot read() throws IOException {
    TreeMap<Integer, WorkerRecord> records = new TreeMap<>();
    for (Map.Entry<Integer, byte[]> entry : map.entrySet()) {
      records.put(entry.getKey(), RecordCodec.decode(entry.getValue()));
    }
    return new NamespaceSnapshot(records, Instant.now());
  }

  @Override
  public NamespaceSnapshot read(int worker) throws IOException {
    TreeMap<Integer, WorkerRecord> records = new TreeMap<>();
    byte[] bytes = map.get(worker);
    if (bytes != null) {
      records.put(worker, RecordCodec.decode(bytes));
    }
    return new NamespaceSnapshot(records, Instant.now());
  }

  @Override
  public boolean insert(WorkerRecord record) throws IOException {
    return durably(map.putIfAbsent(record.worker(), RecordCodec.encode(record)) == null);
  }

  @Override
  public boolean update(WorkerRecord record) throws IOException {
    byte[] present = map.get(record.worker());
    return present != null
        && RecordCodec.decode(present).fence() == record.fence() - 1
        && durably(map.replace(record.worker(), present, RecordCodec.encode(record)));
  }

  /** Makes a write durable before it is answered. */
  private boolean durably(boolean written) {
    if (written) {
      store.commit();
      store.sync();
    }
    return written;
  }

  @Override
  public String toString() {
    return "map " + map.getName() + " of " + store.getFileStore();
  }
}
