package io.snowbraid.client;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** The connection to the server in use. Used by one thread; any thread may close it. */
final class ServerLink implements AutoCloseable {

  private final ClientSettings settings;
  private volatile @Nullable DeadlineSocket socket;
  private @Nullable ServerConnection connection;
  private volatile boolean isClosed;
  private volatile boolean isSuspended;

  ServerLink(ClientSettings settings) {
    this.settings = settings;
  }

  /**
   * Draws ids over the open connection, if any. If the server has closed that, as after an idle
   * time, opens a new one.
   *
   * @throws IOException if the server returns no ids within the timeout; then, as after any other
   *     failure, {@link #disconnect} must be called
   */
  long[] draw(ServerAddress address, int count) throws IOException {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    ServerConnection reused = connection;
    if (reused != null) {
      try {
        return reused.draw(settings, count, deadline);
      } catch (SocketTimeoutException | ServerErrorException e) {
        throw e;
      } catch (IOException e) {
        disconnect();
      }
    }
    return open(address, deadline).draw(settings, count, deadline);
  }

  private ServerConnection open(ServerAddress address, long deadline) throws IOException {
    DeadlineSocket plain = settings.sockets.get();
    plain.setDeadline(deadline);
    socket = plain;
    if (isClosed || isSuspended) { // so that no other thread closes this socket
      plain.close();
      throw new SocketException(
          isClosed ? "the client is closed" : "the process is at a checkpoint");
    }
    ServerConnection opened = ServerConnection.open(plain, address, settings);
    connection = opened;
    return opened;
  }

  /** Closes the connection. Closing the plain socket never waits for the server. */
  void disconnect() {
    connection = null;
    endSocket();
  }

  /** Closes the connection permanently, and fails a draw in progress. */
  @Override
  public void close() {
    isClosed = true;
    endSocket();
  }

  /** Closes the connection, and fails draws until {@link #resume}. */
  void suspend() {
    isSuspended = true;
    endSocket();
  }

  void resume() {
    isSuspended = false;
  }

  private void endSocket() {
    DeadlineSocket ended = socket;
    try {
      if (ended != null) {
        ended.close();
      }
    } catch (IOException e) { // the operating system has closed it before
    }
  }
}
