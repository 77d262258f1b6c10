package io.snowbraid.server.internal.loop;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.snowbraid.internal.Log;
import io.snowbraid.server.internal.services.Statistics;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection, independent of its protocol. Decides when the connection takes a turn,
 * when it reads, when its client has stalled, how much memory it uses, and how it closes. While a
 * connection may not process requests, it does not read. Times are event loop ticks, so that turns
 * read no clock.
 *
 * <p>The last handler of its channel, used only by its event loop's thread.
 *
 * @param <A> the results of calls that wait
 */
public abstract class LoopConnection<A> extends ChannelInboundHandlerAdapter {

  private enum State {
    OPEN,
    /** Closes after this turn's answers. */
    ENDING,
    /** The last answer is being sent; further input is discarded. */
    ENDED
  }

  /** The memory that a well-behaved connection may use at any time, without TLS. */
  private static final long USUAL_BYTES = 8_000;

  /** How many ticks a client with no unread answers may be silent before it counts as silent. */
  private static final long MIN_SILENCE = 2;

  /** Makes clients without any request count as silent for longer than all others. */
  private static final long NEVER_ASKED = Long.MAX_VALUE / 2;

  private static final long NEVER = -1;

  protected final Statistics statistics;
  protected final Channel channel;
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

  /** Since when the connection has used more memory than usual. */
  private long excessSince = NEVER;

  private long lastActive;
  private boolean hasAsked;
  private long stalledSince = NEVER;

  /**
   * The client's position in the unsent answers at the last tick: the buffer, and the progress in
   * it.
   */
  private int unsentBuffer;

  private long unsentProgress;

  private @Nullable Promise<A> waiting;

  protected LoopConnection(Statistics statistics, LoopClients clients, Channel channel) {
    this.statistics = statistics;
    this.clients = clients;
    this.channel = channel;
    this.tls = channel.pipeline().get(TlsHandler.class);
    this.usualBytes = USUAL_BYTES + (tls == null ? 0 : TlsHandler.OWN_BYTES);
    this.lastActive = clients.ticks();
  }

  /** Takes a turn with the requests that have arrived. */
  protected abstract void takeTurn();

  protected abstract void discard();

  /** Returns whether the connection needs more input before anything can happen. */
  protected abstract boolean awaitsClient();

  /** Returns the connection's approximate memory in bytes, without TLS and answers. */
  protected abstract long heldBytes();

  /** Returns the reason logged when a stalled client is dropped. */
  protected String stall() {
    return "too slow";
  }

  /** Closes the connection if it is logged in with a secret that was removed. */
  protected void renewLogin() {}

  /** Returns whether requests are answered. */
  protected final boolean isOpen() {
    return state == State.OPEN;
  }

  /** Returns whether the last answer is being sent or was sent. */
  protected final boolean hasEnded() {
    return state == State.ENDED;
  }

  protected final boolean isDraining() {
    return isDraining;
  }

  protected final boolean isWaiting() {
    return waiting != null;
  }

  protected final boolean mayProcess() {
    return isOpen() && waiting == null && channel.isWritable();
  }

  protected final boolean isScheduled() {
    return isScheduled;
  }

  /** Records that the client has sent something. */
  protected final void active() {
    lastActive = clients.ticks();
  }

  /** Records that a request was complete, or that answers can be written again. */
  protected final void progressed() {
    hasAsked = true;
    stalledSince = NEVER;
  }

  /** Closes the connection after this turn's answers. */
  public final void endAfterTurn() {
    state = State.ENDING;
  }

  protected final void beginTurn() {
    isTurn = true;
  }

  protected final void endTurn() {
    isTurn = false;
  }

  /**
   * Makes the connection wait for a result, which any thread may set. If the connection closes
   * first, the promise is cancelled and no longer references the connection.
   *
   * @param whenDone continues in the loop's thread, even if the connection is closing
   */
  protected final Promise<A> await(Consumer<Future<A>> whenDone) {
    Promise<A> answer = clients.loop.newPromise();
    waiting = answer;
    answer.addListener(
        done -> {
          if (!done.isCancelled()) { // in a separate task, because this may run within a turn
            clients.loop.execute(() -> run(() -> goOn(answer, whenDone)));
          }
        });
    return answer;
  }

  private void goOn(Future<A> answer, Consumer<Future<A>> whenDone) {
    waiting = null;
    whenDone.accept(answer);
  }

  /** Decides what follows a turn. */
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

  private void read(boolean reads) {
    boolean hasClientEnded = channel instanceof DuplexChannel duplex && duplex.isInputShutdown();
    if (isReading != reads && !hasClientEnded) { // reading after the end is an error
      isReading = reads;
      channel.config().setAutoRead(reads);
    }
  }

  /**
   * Schedules a turn after other connections have been read, unless a turn is scheduled. A task
   * passed to {@code execute} would run before those reads; a task with a delay runs after them.
   */
  private void scheduleTurn() {
    if (!isScheduled) {
      isScheduled = true;
      clients.loop.schedule(() -> run(this::takeScheduled), 1, TimeUnit.NANOSECONDS);
    }
  }

  private void takeScheduled() {
    isScheduled = false;
    if (isOpen()) {
      takeTurn();
    }
  }

  /**
   * Closes the connection, but gives the client time to read the last answers. The channel closes
   * once the client has closed its side: closing it while client bytes are unread would destroy the
   * answers.
   */
  private void finish() {
    abandon();
    progressed();
    read(true);
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> endOutput());
  }

  /** Tells the client, after the last answer, that the server sends no more. */
  private void endOutput() {
    if (tls == null) {
      ((DuplexChannel) channel).shutdownOutput();
    } else {
      tls.closeOutbound().addListener(told -> ((DuplexChannel) channel).shutdownOutput());
    }
  }

  private void abandon() {
    state = State.ENDED;
    discard();
    if (waiting != null) {
      waiting.cancel(false);
      waiting = null;
    }
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
    release();
  }

  private void release() {
    abandon();
    isMeasured = false;
    takeMemory();
  }

  /** Answers clients that close their side right after their requests, as {@code nc -N} does. */
  @Override
  public final void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (channel instanceof DuplexChannel duplex && duplex.isShutdown()) {
      channel.close();
    } else if (event instanceof ChannelInputShutdownEvent) {
      drain();
    }
  }

  @Override
  public final void channelWritabilityChanged(ChannelHandlerContext context) {
    if (!isTurn && channel.isWritable() && isOpen()) {
      progressed();
      scheduleTurn();
    }
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  /** Closes the connection because of a failure. */
  protected final void fail(Throwable cause) {
    try {
      statistics.refusals.log(cause, channel.remoteAddress());
    } finally {
      channel.close();
    }
  }

  /**
   * Runs work, and closes the connection if that fails, because it would hang in an undefined
   * state.
   */
  final void run(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      try {
        fail(e);
      } catch (Throwable further) { // the loop's other connections must go on
        Log.warn("a connection could not be closed cleanly", further);
      }
    }
  }

  /** Closes the connection once the client has its answers. */
  final void drain() {
    isDraining = true;
    if (isOpen() && !isWaiting() && !isScheduled) {
      takeTurn();
    }
  }

  /** Closes the connection if its client has not read, sent or requested anything for too long. */
  final void checkTimeouts() {
    takeMemory();
    boolean isHandshaking = tls != null && !tls.handshakeFuture().isDone();
    boolean isItsTurn = hasEnded() || !channel.isWritable() || awaitsClient() || isHandshaking;
    boolean isUnread = isUnread(); // must run on every tick
    if (!isItsTurn && !isUnread) {
      stalledSince = NEVER;
    } else if (stalledSince == NEVER) {
      stalledSince = clients.ticks();
    }
    if (stalledSince != NEVER && clients.ticks() - stalledSince > clients.stallTicks) {
      if (isOpen()) {
        statistics.drop(stall(), channel.remoteAddress());
      }
      channel.close();
    } else if (clients.ticks() - lastActive > clients.idleTicks && !isWaiting()) {
      channel.close();
    }
  }

  /** Returns whether the client has read none of its unsent answers since the last tick. */
  private boolean isUnread() {
    ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
    boolean hasUnsent = unsent != null && !unsent.isEmpty();
    int buffer = hasUnsent ? System.identityHashCode(unsent.current()) : 0;
    long progress = hasUnsent ? unsent.currentProgress() : 0;
    boolean isSame = buffer == unsentBuffer && progress == unsentProgress;
    unsentBuffer = buffer;
    unsentProgress = progress;
    return hasUnsent && isSame;
  }

  /**
   * Updates the memory of all connections, and closes some, perhaps this one, if it is too much.
   */
  private void takeMemory() {
    clients.take(measure());
  }

  /** Measures the connection's memory, and returns the change in bytes. */
  final long measure() {
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
    ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
    return heldBytes()
        + (unsent == null ? 0 : unsent.totalPendingWriteBytes())
        + (tls == null ? 0 : tls.bytes());
  }

  /** Returns the last measured memory in bytes. */
  final long bytes() {
    return bytes;
  }

  /**
   * Returns the memory above the usual amount, multiplied by how long it was used: bytes times
   * ticks; 0 if there is none.
   */
  final long excess() {
    return excessSince == NEVER ? 0 : (bytes - usualBytes) * (1 + clients.ticks() - excessSince);
  }

  /**
   * Returns how many ticks the client has been silent; longer than all others if it never sent a
   * request; 0 if the connection must stay open.
   */
  final long silence() {
    long silent = isOpen() && !isWaiting() ? clients.ticks() - lastActive : 0;
    if (hasAsked) {
      return silent >= MIN_SILENCE ? silent : 0;
    }
    return silent > 0 ? silent + NEVER_ASKED : 0;
  }

  /** Returns whether the connection was accepted by a listener. */
  final boolean isOf(Channel listener) {
    return channel.parent() == listener;
  }

  /**
   * Closes the connection at once, even with TLS, so that its memory and its place among the
   * connections are free on return.
   *
   * @param reason the reason for the log
   */
  final void evict(String reason) {
    statistics.drop(reason, channel.remoteAddress());
    channel.unsafe().close(channel.voidPromise());
    release();
  }
}
