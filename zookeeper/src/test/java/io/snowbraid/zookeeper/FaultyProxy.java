package io.snowbraid.zookeeper;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.KeeperException;

/** Stands between a client and a real server, and does to their frames what networks do. */
final class FaultyProxy implements AutoCloseable {

  /** What happens to the next write of a record. */
  enum Fault {
    /** The server executes it, and the connection breaks before the answer. */
    REPLY_LOST,
    /** It waits on its way until it is let go. */
    HELD
  }

  private static final int CREATE = 1;
  private static final int SET_DATA = 5;
  private static final int CREATE_2 = 15;
  private static final Set<Integer> WRITES = Set.of(CREATE, SET_DATA, CREATE_2);
  private static final int PATH_AT = 2 * Integer.BYTES;

  private final ServerSocket listener;
  private final int serverPort;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Fault> next = new AtomicReference<>();
  private volatile CountDownLatch isHeld = new CountDownLatch(1);
  private volatile CountDownLatch letGo = new CountDownLatch(1);
  private volatile boolean isBroken;
  private volatile boolean ignoresVersions;
  private volatile CountDownLatch flowing = new CountDownLatch(0);

  FaultyProxy(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Returns two names of it, because a client waits a second before it tries the same again. */
  String addresses() {
    return "127.0.0.1:" + listener.getLocalPort() + ",localhost:" + listener.getLocalPort();
  }

  /**
   * Answers requests as a client does without a connection, from now on, or lets them through
   * again. A real client would first wait for a connection, and then for a second to get one back.
   */
  void setBroken(boolean broken) {
    isBroken = broken;
  }

  void setNext(Fault fault) {
    next.set(fault);
  }

  /** Makes the server ignore which version a write expects. */
  void ignoreVersions() {
    ignoresVersions = true;
  }

  void awaitHeld() throws InterruptedException {
    isHeld.await();
  }

  void letGo() {
    letGo.countDown();
  }

  /** Transports nothing from now on, though connections stay open. */
  void stall() {
    flowing = new CountDownLatch(1);
  }

  void flow() {
    flowing.countDown();
  }

  void cut() {
    sockets.forEach(FaultyProxy::close);
    sockets.clear();
  }

  /** Lets everything through again. */
  void repair() {
    next.set(null);
    isBroken = false;
    ignoresVersions = false;
    flow();
    letGo();
    isHeld = new CountDownLatch(1);
    letGo = new CountDownLatch(1);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    repair();
    cut();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "faulty-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // closed; the condition of the loop says so, too
      }
    }
  }

  private void connect(Socket client) throws IOException {
    sockets.add(client);
    try {
      new Connection(client, new Socket(InetAddress.getLoopbackAddress(), serverPort)).start();
    } catch (IOException e) {
      close(client);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Connection {

    private final Socket client;
    private final Socket server;

    /** The number of the write whose answer is lost; 0 if there is none. */
    private volatile int lost;

    /** Connects both, without the pause by which TCP otherwise joins small packets. */
    Connection(Socket client, Socket server) throws SocketException {
      this.client = client;
      this.server = server;
      sockets.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
    }

    void start() {
      FaultyProxy.start(() -> pump(client, server, true));
      FaultyProxy.start(() -> pump(server, client, false));
    }

    private void pump(Socket from, Socket to, boolean areRequests) {
      try (from;
          to) {
        DataInputStream in = new DataInputStream(from.getInputStream());
        DataOutputStream out = new DataOutputStream(to.getOutputStream());
        forward(frame(in), out); // the first frames open the session
        while (true) {
          byte[] frame = frame(in);
          if (areRequests && isBroken && isOfACaller(frame)) {
            refuse(frame);
            continue;
          }
          if (areRequests) {
            request(frame);
          } else if (lost != 0 && ByteBuffer.wrap(frame).getInt() == lost) {
            return;
          }
          forward(frame, out);
        }
      } catch (IOException e) { // one of the two has closed it
        return;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Returns false for what the client sends of its own accord, such as pings. */
    private static boolean isOfACaller(byte[] frame) {
      return ByteBuffer.wrap(frame).getInt() > 0;
    }

    private void refuse(byte[] request) throws IOException, InterruptedException {
      ByteBuffer answer = ByteBuffer.allocate(2 * Integer.BYTES + Long.BYTES);
      answer.putInt(ByteBuffer.wrap(request).getInt()).putLong(0);
      answer.putInt(KeeperException.Code.CONNECTIONLOSS.intValue());
      forward(answer.array(), new DataOutputStream(client.getOutputStream()));
    }

    private byte[] frame(DataInputStream in) throws IOException {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      return frame;
    }

    private void forward(byte[] frame, DataOutputStream out)
        throws IOException, InterruptedException {
      flowing.await();
      ByteBuffer whole = ByteBuffer.allocate(Integer.BYTES + frame.length);
      out.write(whole.putInt(frame.length).put(frame).array());
      out.flush();
    }

    private void request(byte[] frame) throws InterruptedException {
      ByteBuffer request = ByteBuffer.wrap(frame);
      int number = request.getInt();
      int type = request.getInt();
      if (!WRITES.contains(type) || path(request).endsWith("/clock")) {
        return;
      }
      if (ignoresVersions && type == SET_DATA) {
        request.putInt(frame.length - Integer.BYTES, -1);
      }
      Fault fault = next.getAndSet(null);
      if (fault == Fault.REPLY_LOST) {
        lost = number;
      } else if (fault == Fault.HELD) {
        isHeld.countDown();
        letGo.await();
      }
    }

    private String path(ByteBuffer request) {
      byte[] path = new byte[request.getInt(PATH_AT)];
      request.get(PATH_AT + Integer.BYTES, path);
      return new String(path, StandardCharsets.UTF_8);
    }
  }
}
