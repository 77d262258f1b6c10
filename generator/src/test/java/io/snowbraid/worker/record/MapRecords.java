package io.snowbraid.worker.record;

import java.time.InstantSource;
import java.util.concurrent.ConcurrentSkipListMap;

/** The example of docs/own-store.md: a store that is a map, and ends with the process. */
class MapRecords implements WorkerRecords<RuntimeException> {

  private final ConcurrentSkipListMap<Integer, WorkerRecord> map = new ConcurrentSkipListMap<>();
  private final InstantSource clock = InstantSource.system();

  @Override
  public NamespaceSnapshot read() {
    return new NamespaceSnapshot(map, clock.instant());
  }

  @Override
  public NamespaceSnapshot read(int worker) {
    return new NamespaceSnapshot(map.subMap(worker, true, worker, true), clock.instant());
  }

  @Override
  public boolean insert(WorkerRecord record) {
    return map.putIfAbsent(record.worker(), record) == null;
  }

  @Override
  public boolean update(WorkerRecord record) {
    WorkerRecord present = map.get(record.worker());
    return present != null
        && present.fence() == record.fence() - 1
        && map.replace(record.worker(), present, record);
  }
}
