package io.snowbraid.server.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A way to a port that can delay bytes or keep them back, in both directions. */
final class Link implements AutoCloseable {

  private final ServerSocket listener;
  private final int target;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition resumed = lock.newCondition();
  private boolean isHung;
  private volatile int delayMillis;

  Link(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Keeps all bytes back from now on, also those of new connections. */
  void hang() {
    set(true);
  }

  /** Passes bytes on late from now on. */
  void delay(int millis) {
    delayMillis = millis;
  }

  /** Passes all bytes on that were kept back, and later ones at once. */
  void resume() {
    delayMillis = 0;
    set(false);
  }

  private void set(boolean hung) {
    lock.lock();
    try {
      isHung = hung;
      resumed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitResumption() {
    lock.lock();
    try {
      while (isHung) {
        resumed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
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
            },
            "link");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      client.setTcpNoDelay(true);
      sockets.add(client);
      start(() -> connect(client));
    }
  }

  private void connect(Socket client) throws IOException {
    awaitResumption();
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      server.setTcpNoDelay(true);
      sockets.add(server);
      start(() -> pass(client, server));
      pass(server, client);
    } finally {
      client.close(); // also if nobody listens
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[1 << 14];
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
        awaitResumption();
        out.write(buffer, 0, length);
      }
    } finally {
      awaitResumption();
      from.close();
      to.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    resume();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
