package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stands between clients and a server, and spoils its answers. */
final class FaultyRoute implements AutoCloseable {

  private final ServerSocket listener;
  private int target;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final CountDownLatch silence = new CountDownLatch(1);
  private volatile Fault fault;

  FaultyRoute(int target, Fault fault) throws IOException {
    this.target = target;
    this.fault = fault;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  void set(Fault next) {
    fault = next;
  }

  /** Returns whether clients have to give up waiting for answers over a port. */
  boolean keepsWaiting(int port) {
    return port == listener.getLocalPort() && (fault == Fault.SILENT || fault == Fault.SLOW);
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) { // one of both sides has ended
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket server = connect(client);
      start(() -> client.getInputStream().transferTo(server.getOutputStream()));
      start(() -> pass(server.getInputStream(), client));
    }
  }

  /** Connects a client to the present target; not while that changes, which would end both. */
  private synchronized Socket connect(Socket client) throws IOException {
    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
    sockets.add(client);
    sockets.add(server);
    return server;
  }

  private void pass(InputStream answers, Socket client) throws IOException {
    OutputStream out = client.getOutputStream();
    byte[] buffer = new byte[1 << 16];
    int length = answers.read(buffer);
    while (length >= 0 && pass(Arrays.copyOf(buffer, length), out)) {
      length = answers.read(buffer);
    }
    client.close();
  }

  private boolean pass(byte[] answer, OutputStream client) throws IOException {
    Fault present = fault;
    if (present == Fault.SILENT) {
      silence.countDown();
    }
    return present.pass(answer, client);
  }

  /** Waits until a client has asked and gets no answer. */
  void awaitSilence() throws InterruptedException {
    assertThat(silence.await(1, TimeUnit.MINUTES)).isTrue();
  }

  /** Leads to another server from now on. */
  synchronized void lead(int port) throws IOException {
    target = port;
    endConnections();
  }

  /** Ends the connections that are open. */
  void endConnections() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    endConnections();
  }
}
