package io.snowbraid.server.internal.loop;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

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

  protected final Channel channel;
  protected final ClientTimeouts timeouts;
  private final LoopClients clients;
  private State state = State.OPEN;
  private boolean isDraining;
  private boolean isTurn;
  private boolean isScheduled;
  private boolean isReading = true;

  protected LoopConnection(LoopClients clients, Channel channel) {
    this.clients = clients;
    this.channel = channel;
    this.timeouts = new ClientTimeouts(clients);
  }

  /** Returns whether an answer is waited for. */
  protected abstract boolean isWaiting();

  /** Takes a turn with the requests that have arrived. */
  protected abstract void takeTurn();

  /** Discards requests that were not processed. */
  protected abstract void discard();

  /** Returns whether nothing happens before the client sends something. */
  protected abstract boolean awaitsClient();

  /** Notes that the client is dropped, because it has stalled. */
  protected abstract void dropped();

  /** Notes that the connection is closed for another client. */
  protected abstract void evicted();

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
    SslHandler tls = channel.pipeline().get(SslHandler.class);
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
  }

  @Override
  public final void channelInactive(ChannelHandlerContext context) {
    clients.remove(this);
    state = State.ENDED;
    discard();
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
  public final long silence(Channel listener) {
    boolean mayEnd = channel.parent() == listener && isOpen() && !isWaiting();
    return mayEnd ? timeouts.silence() : 0;
  }

  /** The place is free when this returns, also with TLS. */
  @Override
  public final void evict() {
    evicted();
    channel.unsafe().close(channel.voidPromise());
  }

  private void close() {
    channel.close();
  }
}
