package io.snowbraid.server.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A client that is not written in Java: as many processes as there are threads that call. */
final class ProcessKeys implements KeyClient {

  private final List<Integer> ports;
  private final List<String> command;
  private final AtomicInteger started = new AtomicInteger();
  private final Queue<ClientProcess> idle = new ConcurrentLinkedQueue<>();

  /** Starts processes with a command whose last argument will be one of the ports. */
  ProcessKeys(List<Integer> ports, String... command) {
    this.ports = ports;
    this.command = List.of(command);
  }

  @Override
  public long take(String key, int count) throws Exception {
    ClientProcess process = idle.poll();
    if (process == null) {
      List<String> complete = new ArrayList<>(command);
      complete.add(ports.get(started.getAndIncrement() % ports.size()).toString());
      process = new ClientProcess(complete);
    }
    String answer = process.ask("INCRBY " + key + " " + count); // if none, another is started
    idle.add(process);
    return Long.parseLong(answer);
  }

  @Override
  public void close() {
    idle.forEach(ClientProcess::close);
  }
}
