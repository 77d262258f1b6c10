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
import io.snowbraid.server.internal.services.Refusals;
import io.snowbraid.server.internal.services.Statistics;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection, whatever its protocol: when it takes a turn, when it reads, when its
 * client has stalled, how much memory it takes, and how it ends. While it may not process requests,
 * it does not read any. Times are ticks of the event loop, so that a turn does not read the clock.
 *
 * <p>The last handler of its channel, used by the thread of its event loop only.
 *
 * @param <A> the answers of calls that wait
 */
public abstract class LoopConnection<A> extends ChannelInboundHandlerAdapter {

  private enum State {
    OPEN,
    /** It is to end after the answers of this turn. */
    ENDING,
    /** The last answer is on its way; what the client still sends is discarded. */
    ENDED
  }

  /** What a connection may take at any time, apart from TLS, as honest ones do. */
  private static final long USUAL_BYTES = 8_000;

  /** Ticks in which a client that has its answers need not ask again. */
  private static final long MIN_SILENCE = 2;

  /** How much longer clients count as silent that never asked for anything. */
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

  /** Since when the connection takes more memory than usual. */
  private long excessSince = NEVER;

  private long lastActive;
  private boolean hasAsked;
  private long stalledSince = NEVER;

  /** What the client was about to read at the last tick: the buffer, and how much of it. */
  private int unsentBuffer;

  private long unsentProgress;

  /** The answer that is waited for. */
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

  /** Discards requests that were not processed. */
  protected abstract void discard();

  /** Returns whether nothing happens before the client sends something. */
  protected abstract boolean awaitsClient();

  /** Returns about how many bytes of memory the connection takes, apart from TLS and answers. */
  protected abstract long heldBytes();

  /** Returns why the client is dropped if it stalls, for the log. */
  protected String stall() {
    return Refusals.TOO_SLOW;
  }

  /** Closes the connection if it is logged in by a secret that was removed. */
  protected void renewLogin() {}

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

  protected final boolean isWaiting() {
    return waiting != null;
  }

  protected final boolean mayProcess() {
    return isOpen() && waiting == null && channel.isWritable();
  }

  protected final boolean isScheduled() {
    return isScheduled;
  }

  /** Notes that the client has sent something. */
  protected final void active() {
    lastActive = clients.ticks();
  }

  /** Notes that a request was complete, or that there is room for answers again. */
  protected final void progressed() {
    hasAsked = true;
    stalledSince = NEVER;
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

  /**
   * Makes the connection wait for an answer, which any thread may set. If the connection ends
   * before, the promise is cancelled, and does not keep it in memory.
   *
   * @param whenDone continues in the thread of the loop, even if the connection is ending
   */
  protected final Promise<A> await(Consumer<Future<A>> whenDone) {
    Promise<A> answer = clients.loop().newPromise();
    waiting = answer;
    answer.addListener(
        done -> {
          if (!done.isCancelled()) { // in a task of its own, because this may be a turn
            clients.loop().execute(() -> run(() -> goOn(answer, whenDone)));
          }
        });
    return answer;
  }

  private void goOn(Future<A> answer, Consumer<Future<A>> whenDone) {
    waiting = null;
    whenDone.accept(answer);
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

  private void read(boolean reads) {
    boolean hasClientEnded = channel instanceof DuplexChannel duplex && duplex.isInputShutdown();
    if (isReading != reads && !hasClientEnded) { // reading nothing would be an error
      isReading = reads;
      channel.config().setAutoRead(reads);
    }
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
    abandon();
    progressed();
    read(true);
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> sayGoodbye());
  }

  /** Tells the client, after what was written before, that nothing more comes. */
  private void sayGoodbye() {
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
    leave();
  }

  private void leave() {
    abandon();
    isMeasured = false;
    takeMemory();
  }

  /** Answers clients that say at once that nothing more comes from them, as nc -N does. */
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

  /** Closes the connection, because its work has failed. */
  protected final void fail(Throwable cause) {
    try {
      statistics.refusals().log(cause, channel.remoteAddress());
    } finally {
      channel.close();
    }
  }

  /** Does work of the connection. It would hang if it were left in the middle of that. */
  final void run(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      try {
        fail(e);
      } catch (Throwable further) { // the other connections of the loop must be looked after
        Log.warn("a connection could not be closed in order", further);
      }
    }
  }

  /** Ends the connection once the client has its answers. */
  final void drain() {
    isDraining = true;
    if (isOpen() && !isWaiting() && !isScheduled) {
      takeTurn();
    }
  }

  /** Closes the connection if its client has not read, sent or asked for too long. */
  final void checkTimeouts() {
    takeMemory();
    boolean isItsTurn = hasEnded() || !channel.isWritable() || awaitsClient();
    boolean isUnread = isUnread(); // asked each time, because it compares with the last
    if (!isItsTurn && !isUnread) {
      stalledSince = NEVER;
    } else if (stalledSince == NEVER) {
      stalledSince = clients.ticks();
    }
    if (stalledSince != NEVER && clients.ticks() - stalledSince > clients.stallTicks()) {
      if (isOpen()) {
        statistics.drop(stall(), channel.remoteAddress());
      }
      channel.close();
    } else if (clients.ticks() - lastActive > clients.idleTicks() && !isWaiting()) {
      channel.close();
    }
  }

  /** Returns whether there are answers of which the client has read nothing since the last tick. */
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

  /** Closes connections, perhaps this one, if together they take too much memory now. */
  private void takeMemory() {
    clients.take(measure());
  }

  /** Finds out how many bytes of memory the connection takes, and returns how many more. */
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

  /** Returns how many bytes of memory the connection was found to take. */
  final long bytes() {
    return bytes;
  }

  /**
   * Returns how much more than usual the connection takes, and for how long: bytes times ticks; 0
   * if it takes no more.
   */
  final long excess() {
    return excessSince == NEVER ? 0 : (bytes - usualBytes) * (1 + clients.ticks() - excessSince);
  }

  /**
   * Returns for how long the client has been silent, in ticks, and longer than any other if it
   * never asked for anything; 0 if the connection has to stay.
   */
  final long silence() {
    long silent = isOpen() && !isWaiting() ? clients.ticks() - lastActive : 0;
    if (hasAsked) {
      return silent >= MIN_SILENCE ? silent : 0;
    }
    return silent > 0 ? silent + NEVER_ASKED : 0;
  }

  /** Returns whether the connection came to a port. */
  final boolean isOf(Channel listener) {
    return channel.parent() == listener;
  }

  /**
   * Closes the connection at once, so that its place and its memory are free when this returns,
   * also with TLS.
   *
   * @param reason why, for the log
   */
  final void evict(String reason) {
    statistics.drop(reason, channel.remoteAddress());
    channel.unsafe().close(channel.voidPromise());
    leave();
  }
}
