package io.snowbraid.server.internal.loop;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection, whatever its protocol: when it takes a turn, when it reads, and how it
 * ends. While it may not process requests, it does not read any.
 *
 * <p>Used by the thread of its event loop only.
 */
public abstract class LoopConnection extends ChannelInboundHandlerAdapter implements LoopClient {

  private enum State {
    OPEN,
    /** It is to end after the answers of this turn. */
    ENDING,
    /** The last answer is on its way; what the client still sends is discarded. */
    ENDED
  }

  /** What a connection may take at any time, apart from TLS, as honest ones do. */
  private static final long USUAL_BYTES = 8_000;

  /** Since when a connection takes more if it does not. */
  private static final long NEVER = -1;

  protected final Channel channel;
  protected final ClientTimeouts timeouts;
  private final LoopClients clients;
  private final @Nullable TlsHandler tls;
  private final long usualBytes;
  private State state = State.OPEN;
  private boolean isDraining;
  private boolean isTurn;
  private boolean isScheduled;
  private boolean isReading = true;
  private boolean isMeasured;
  private long bytes;
  private long excessSince = NEVER;

  protected LoopConnection(LoopClients clients, Channel channel) {
    this.clients = clients;
    this.channel = channel;
    this.timeouts = new ClientTimeouts(clients);
    this.tls = channel.pipeline().get(TlsHandler.class);
    this.usualBytes = USUAL_BYTES + (tls == null ? 0 : TlsHandler.OWN_BYTES);
  }

  /** Returns whether an answer is waited for. */
  protected abstract boolean isWaiting();

  /** Takes a turn with the requests that have arrived. */
  protected abstract void takeTurn();

  /** Discards requests that were not processed. */
  protected abstract void discard();

  /** Returns whether nothing happens before the client sends something. */
  protected abstract boolean awaitsClient();

  /** Returns about how many bytes of memory an idle connection takes, apart from TLS. */
  protected abstract long ownBytes();

  /** Returns about how many bytes of memory requests take that were not answered yet. */
  protected abstract long keptBytes();

  /** Notes that the client is dropped, because it has stalled. */
  protected abstract void dropped();

  /** Notes that the connection is closed for other clients. */
  protected abstract void evicted(String reason);

  /** Logs why the connection fails. */
  protected abstract void log(Throwable cause);

  /** Returns whether requests are answered. */
  protected final boolean isOpen() {
    return state == State.OPEN;
  }

  /** Returns whether the last answer is on its way. */
  protected final boolean hasEnded() {
    return state == State.ENDED;
  }

  protected final boolean isDraining() {
    return isDraining;
  }

  protected final boolean mayProcess() {
    return isOpen() && !isWaiting() && channel.isWritable();
  }

  protected final boolean isScheduled() {
    return isScheduled;
  }

  /** Ends the connection after the answers of this turn. */
  protected final void endAfterTurn() {
    state = State.ENDING;
  }

  protected final void beginTurn() {
    isTurn = true;
  }

  protected final void endTurn() {
    isTurn = false;
  }

  /** Decides what comes after a turn. */
  protected final void settle(boolean hasMore) {
    boolean isDone = isDraining && !isWaiting() && !hasMore;
    if (state == State.ENDING || (isOpen() && isDone)) {
      finish();
      return;
    }
    boolean isBlocked = isWaiting() || !channel.isWritable();
    read(hasEnded() || (!isBlocked && !hasMore));
    if (hasMore && !isBlocked) {
      scheduleTurn();
    }
    takeMemory();
  }

  /** Closes connections, perhaps this one, if together they take too much memory now. */
  private void takeMemory() {
    clients.take(measure());
  }

  @Override
  public final long measure() {
    long before = bytes;
    bytes = isMeasured ? allBytes() : 0;
    if (bytes <= usualBytes) {
      excessSince = NEVER;
    } else if (excessSince == NEVER) {
      excessSince = clients.ticks();
    }
    return bytes - before;
  }

  private long allBytes() {
    return ownBytes()
        + keptBytes()
        + ClientTimeouts.unsentBytes(channel)
        + (tls == null ? 0 : tls.bytes());
  }

  @Override
  public final long bytes() {
    return bytes;
  }

  @Override
  public final long excess() {
    return excessSince == NEVER ? 0 : (bytes - usualBytes) * (1 + clients.ticks() - excessSince);
  }

  private void read(boolean reads) {
    if (isReading != reads && !hasClientEnded()) {
      isReading = reads;
      channel.config().setAutoRead(reads);
    }
  }

  /** Returns whether there is nothing to read any more; asking for it would be an error. */
  private boolean hasClientEnded() {
    return channel instanceof DuplexChannel duplex && duplex.isInputShutdown();
  }

  /**
   * Schedules a turn after other connections have been read, unless one is scheduled. A task that
   * is only executed would run before that; one that is due at a time runs after that.
   */
  private void scheduleTurn() {
    if (!isScheduled) {
      isScheduled = true;
      clients.loop().schedule(() -> run(this::takeScheduled), 1, TimeUnit.NANOSECONDS);
    }
  }

  private void takeScheduled() {
    isScheduled = false;
    if (isOpen()) {
      takeTurn();
    }
  }

  /**
   * Ends the connection, but leaves the client time to read the last answers. It is closed when the
   * client has closed its side, because closing it while bytes of the client are unread would
   * destroy those answers.
   */
  private void finish() {
    state = State.ENDED;
    discard();
    timeouts.progressed();
    read(true);
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> sayGoodbye());
  }

  /** Tells the client, after what was written before, that nothing more comes. */
  private void sayGoodbye() {
    if (tls == null) {
      shutDownOutput();
    } else {
      tls.closeOutbound().addListener(told -> shutDownOutput());
    }
  }

  private void shutDownOutput() {
    ((DuplexChannel) channel).shutdownOutput();
  }

  @Override
  public final void channelActive(ChannelHandlerContext context) {
    clients.add(this);
    isMeasured = true;
    takeMemory();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    takeMemory();
  }

  @Override
  public final void channelInactive(ChannelHandlerContext context) {
    clients.remove(this);
    leave();
  }

  private void leave() {
    state = State.ENDED;
    discard();
    isMeasured = false;
    takeMemory();
  }

  @Override
  public final void channelWritabilityChanged(ChannelHandlerContext context) {
    if (!isTurn && channel.isWritable() && isOpen()) {
      timeouts.progressed();
      scheduleTurn();
    }
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  @Override
  public final void fail(Throwable cause) {
    try {
      log(cause);
    } finally {
      close();
    }
  }

  @Override
  public final void drain() {
    isDraining = true;
    if (isOpen() && !isWaiting() && !isScheduled) {
      takeTurn();
    }
  }

  @Override
  public final void checkTimeouts() {
    takeMemory();
    boolean isItsTurn = hasEnded() || !channel.isWritable() || awaitsClient();
    if (timeouts.isStalled(isItsTurn, channel)) {
      if (isOpen()) {
        dropped();
      }
      close();
    } else if (timeouts.isIdle() && !isWaiting()) {
      close();
    }
  }

  @Override
  public final boolean isOf(Channel listener) {
    return channel.parent() == listener;
  }

  @Override
  public final long silence() {
    return isOpen() && !isWaiting() ? timeouts.silence() : 0;
  }

  /** The place is free when this returns, also with TLS. */
  @Override
  public final void evict(String reason) {
    evicted(reason);
    channel.unsafe().close(channel.voidPromise());
    leave();
  }

  private void close() {
    channel.close();
  }
}
