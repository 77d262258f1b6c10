package io.snowbraid.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;

/** Three real servers. */
final class Ensemble implements AutoCloseable {

  private static final long PAUSE_NANOS = 50_000_000;

  private final TestingCluster cluster = new TestingCluster(3);
  private final Set<InstanceSpec> killed = new HashSet<>();

  Ensemble() throws Exception {
    cluster.start();
  }

  String addresses() {
    return cluster.getConnectString();
  }

  InstanceSpec leader() throws IOException {
    return awaited("leader");
  }

  InstanceSpec follower() throws IOException {
    return awaited("follower");
  }

  List<InstanceSpec> servers() {
    Collection<InstanceSpec> all = cluster.getInstances();
    return List.copyOf(all);
  }

  boolean isUp(InstanceSpec server) {
    return !killed.contains(server);
  }

  void kill(InstanceSpec server) throws Exception {
    killed.add(server);
    cluster.killServer(server);
  }

  /** Starts all that were killed. */
  void restore() throws Exception {
    for (InstanceSpec server : List.copyOf(killed)) {
      cluster.restartServer(server);
      killed.remove(server);
    }
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }

  private InstanceSpec awaited(String mode) throws IOException {
    while (true) {
      for (InstanceSpec server : servers()) {
        if (isUp(server) && state(server).contains("Mode: " + mode)) {
          return server;
        }
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static String state(InstanceSpec server) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
