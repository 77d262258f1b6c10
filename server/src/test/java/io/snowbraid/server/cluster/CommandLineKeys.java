package io.snowbraid.server.cluster;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code redis-cli -c}: as many processes as there are threads that call. */
final class CommandLineKeys implements KeyClient {

  private final List<Integer> ports;
  private final AtomicInteger started = new AtomicInteger();
  private final Queue<RedisCli> idle = new ConcurrentLinkedQueue<>();

  CommandLineKeys(List<Integer> ports) {
    this.ports = ports;
  }

  @Override
  public long take(String key, int count) throws Exception {
    RedisCli process = idle.poll();
    if (process == null) {
      process = new RedisCli(ports.get(started.getAndIncrement() % ports.size()));
    }
    long last = process.take(key, count); // another one is started after a failure
    idle.add(process);
    return last;
  }

  @Override
  public void close() {
    idle.forEach(RedisCli::close);
  }
}
