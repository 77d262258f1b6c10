package io.snowbraid.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.snowbraid.server.loop.ClientTimeouts;
import io.snowbraid.server.loop.LastAnswer;
import io.snowbraid.server.loop.LoopClient;
import io.snowbraid.server.loop.NextTurn;
import io.snowbraid.server.loop.WaitingDraw;
import io.snowbraid.server.loop.WaitingDraw.Numbers;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection. In each turn it processes the requests that have arrived, up to a limit,
 * and writes their answers at once. While it may not process requests, it does not read any.
 *
 * <p>Used by the thread of its event loop only.
 */
final class Connection extends ChannelInboundHandlerAdapter implements LoopClient {

  private static final int MOST_REQUESTS_PER_TURN = 1_000;
  private static final int MOST_BYTES_PER_TURN = 1 << 16;

  private enum State {
    OPEN,
    /** It is to end after the answers of this turn. */
    ENDING,
    /** The last answer is on its way; what the client still sends is discarded. */
    ENDED
  }

  private final LoopResources resources;
  private final Channel channel;
  private final Session session;
  private final ClientTimeouts timeouts;
  private final NextTurn next;
  private final PendingInput pending = new PendingInput();

  private State state = State.OPEN;
  private boolean isDraining;
  private @Nullable PendingAnswer waiting;
  private boolean isTurn;
  private boolean isReading = true;

  Connection(LoopResources resources, Channel channel, Session session) {
    this.resources = resources;
    this.channel = channel;
    this.session = session;
    this.timeouts = new ClientTimeouts(resources.clients());
    this.next = new NextTurn(resources.clients(), this, this::resumeScheduled);
  }

  Session session() {
    return session;
  }

  String describe() {
    return session.describe(channel.remoteAddress(), channel.localAddress(), System.nanoTime());
  }

  /** Ends the connection after the answers of this turn. */
  void end() {
    state = State.ENDING;
  }

  /** Makes the connection wait for numbers. The caller has to pass on the result. */
  WaitingDraw await(NumberForm form, long[] numbers, int inHand, Numbers source) {
    WaitingDraw draw = new WaitingDraw(numbers, inHand, source, this::wake);
    waiting = replies -> form.write(draw, replies);
    return draw;
  }

  /** Makes the connection wait until a password was checked. */
  void await(LoginAttempt attempt) {
    waiting = attempt;
    attempt.check(resources.services().authenticator(), channel, () -> run(this::answer));
  }

  /** Called in any thread when the connection need not wait any more. */
  private void wake() {
    try {
      resources.loop().execute(() -> run(this::answer));
    } catch (RejectedExecutionException e) { // the server has been closed, and the connection too
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    resources.clients().add(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    resources.clients().remove(this);
    state = State.ENDED;
    pending.clear();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      timeouts.active();
      if (state == State.ENDED) {
        return;
      }
      if (pending.isEmpty() && mayProcess()) {
        int size = bytes.readableBytes();
        byte[] input = resources.input(size);
        bytes.readBytes(input, 0, size);
        begin();
        takeTurn(input, size);
      } else {
        pending.add(bytes);
        resume();
      }
    } finally {
      bytes.release();
    }
  }

  private boolean mayProcess() {
    return state == State.OPEN && waiting == null && channel.isWritable();
  }

  /** Processes what is pending, as far as that is allowed now. */
  private void resume() {
    begin();
    takeTurn(pending.bytes(), pending.size());
  }

  /** Writes the answer that was waited for, and goes on. */
  private void answer() {
    PendingAnswer pendingAnswer = waiting;
    waiting = null;
    if (pendingAnswer != null && state != State.ENDED) {
      begin();
      pendingAnswer.write(resources.replies());
      takeTurn(pending.bytes(), pending.size());
    }
  }

  private void begin() {
    resources.replies().begin(session.version());
  }

  private void takeTurn(byte[] bytes, int size) {
    isTurn = true;
    RequestParser parser = resources.parser();
    parser.read(bytes, 0, size);
    boolean isInterrupted = !mayProcess() || process(parser);
    pending.keep(bytes, parser.position(), size);
    send(resources.replies());
    isTurn = false;
    settle(isInterrupted && !pending.isEmpty());
  }

  /** Processes requests. Returns whether more of them may be there. */
  private boolean process(RequestParser parser) {
    Replies replies = resources.replies();
    int processed = 0;
    boolean isInterrupted = false;
    try {
      while (!isInterrupted && parser.next()) {
        resources.commands().run(this);
        processed++;
        isInterrupted =
            state != State.OPEN
                || waiting != null
                || processed == MOST_REQUESTS_PER_TURN
                || replies.size() >= MOST_BYTES_PER_TURN;
      }
    } catch (ProtocolException e) {
      refused(String.valueOf(e.getMessage()));
      replies.error(String.valueOf(e.getMessage()));
      end();
    }
    resources.services().statistics().processed(processed);
    if (processed > 0 && !isUnknown()) {
      timeouts.progressed();
    }
    return isInterrupted;
  }

  private void send(Replies replies) {
    if (replies.size() > 0) {
      ByteBuf out = channel.alloc().ioBuffer(replies.size());
      out.writeBytes(replies.bytes(), 0, replies.size());
      timeouts.sent(replies.size());
      Object unused = channel.writeAndFlush(out, channel.voidPromise());
    }
  }

  /** Decides what comes after a turn. */
  private void settle(boolean hasMore) {
    boolean isDone = isDraining && waiting == null && !hasMore;
    if (state == State.ENDING || (state == State.OPEN && isDone)) {
      finish();
      return;
    }
    boolean isBlocked = waiting != null || !channel.isWritable();
    read(state == State.ENDED || (!isBlocked && !hasMore));
    if (hasMore && !isBlocked) {
      next.schedule();
    }
  }

  private void read(boolean reads) {
    if (isReading != reads) {
      isReading = reads;
      channel.config().setAutoRead(reads);
    }
  }

  private void resumeScheduled() {
    if (state != State.ENDED) {
      resume();
    }
  }

  /** Ends the connection, but leaves the client time to read the last answers. */
  private void finish() {
    state = State.ENDED;
    pending.clear();
    timeouts.progressed();
    read(true);
    LastAnswer.end(channel);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (!isTurn && channel.isWritable() && state == State.OPEN) {
      timeouts.progressed();
      next.schedule();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  @Override
  public void fail(Throwable cause) {
    try {
      resources.services().statistics().refusals().log(cause, channel.remoteAddress());
    } finally {
      close();
    }
  }

  @Override
  public void drain() {
    isDraining = true;
    if (state == State.OPEN && waiting == null && !next.isScheduled()) {
      resume();
    }
  }

  @Override
  public void checkTimeouts() {
    boolean isItsTurn =
        state == State.ENDED || !channel.isWritable() || isIncomplete() || isUnknown();
    if (timeouts.isStalled(isItsTurn, channel)) {
      if (state == State.OPEN) {
        resources.services().statistics().drop();
        refused(isUnknown() ? "no password in time" : Refusals.TOO_SLOW);
      }
      close();
    } else if (timeouts.isIdle() && waiting == null) {
      close();
    }
  }

  /** Logs that the client is refused something. */
  void refused(String reason) {
    resources.services().statistics().refusals().log(reason, channel.remoteAddress());
  }

  /** Logs that a request failed in a way that it must not. */
  void failed(RuntimeException cause) {
    Refusals log = resources.services().statistics().refusals();
    log.logUnexpected("a request failed unexpectedly", cause, channel.remoteAddress());
  }

  private void close() {
    Object unused = channel.close();
  }

  /** Returns whether the client still has to give its password. */
  private boolean isUnknown() {
    boolean isRequired = resources.services().authenticator().isRequired();
    return isRequired && waiting == null && !session.hasUser();
  }

  private boolean isIncomplete() {
    return !pending.isEmpty() && waiting == null && !next.isScheduled();
  }
}
