package io.snowbraid.server.internal.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.server.internal.access.Authenticator.Login;
import io.snowbraid.server.internal.loop.LoopConnection;
import io.snowbraid.server.internal.loop.WaitingDraw;
import io.snowbraid.server.internal.loop.WaitingDraw.Numbers;
import io.snowbraid.server.internal.services.HeapShare;
import io.snowbraid.server.internal.services.Refusals;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection. In each turn it processes the requests that have arrived, up to a limit,
 * and writes their answers at once. While it may not process requests, it does not read any.
 *
 * <p>Used by the thread of its event loop only.
 */
public final class Connection extends LoopConnection {

  private static final int MAX_REQUESTS_PER_TURN = 1_000;
  private static final int MAX_BYTES_PER_TURN = 1 << 16;

  private final LoopResources resources;
  private final Session session;
  private final PendingInput pending = new PendingInput();

  private @Nullable PendingAnswer waiting;

  /** How many bytes the requests had of which the last one waits. */
  private long waitingBytes;

  /** How many bytes a transaction has that waits. */
  private long queued;

  /** Which command waits, and since when. */
  private @Nullable Command waitingCommand;

  private long waitingSince;

  /** Requests that come before those that are pending. */
  private byte @Nullable [] inserted;

  public Connection(LoopResources resources, Channel channel, Session session) {
    super(resources.clients(), channel);
    this.resources = resources;
    this.session = session;
  }

  Session session() {
    return session;
  }

  String describe() {
    return session.describe(channel.remoteAddress(), channel.localAddress(), System.nanoTime());
  }

  /** Ends the connection after the answers of this turn. */
  void end() {
    endAfterTurn();
  }

  /** Makes the connection wait for numbers. The caller has to pass on the result. */
  WaitingDraw await(NumberForm form, long[] numbers, int buffered, Numbers source) {
    WaitingDraw draw = new WaitingDraw(numbers, buffered, source, this::wake);
    waiting =
        new PendingAnswer() {
          @Override
          public void write(Replies replies) {
            form.write(draw, replies);
          }

          @Override
          public void cancel() {
            draw.cancel();
          }
        };
    return draw;
  }

  /** Makes the connection wait until a transaction can be executed. */
  void await(KeyedNumbers keyed, KeyCall call, Transaction transaction) {
    queued = transaction.capacity();
    await(keyed, call);
  }

  /** Makes the connection wait for a number of a key. */
  void await(KeyedNumbers keyed, KeyCall call) {
    WaitingKeyCall wait =
        new WaitingKeyCall(keyed, resources.services(), call, this, resources.loop(), this::answer);
    waiting = wait;
    wait.begin();
  }

  /** Puts requests before those that were not processed yet. */
  void insert(byte[] requests) {
    inserted = requests;
  }

  /** Returns a steady time at which the requests of this turn had arrived. */
  long turnNanos() {
    return resources.turnNanos();
  }

  /** Called in any thread when the connection need not wait any more. */
  private void wake() {
    try {
      resources.loop().execute(() -> run(this::answer));
    } catch (RejectedExecutionException e) { // the server has been closed, and the connection too
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      timeouts.active();
      if (hasEnded()) {
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
        takeTurn();
      }
    } finally {
      bytes.release();
    }
  }

  /** Processes what is pending, as far as that is allowed now. */
  @Override
  protected void takeTurn() {
    begin();
    takeTurn(pending.bytes(), pending.size());
  }

  /** Writes the answer that was waited for, and continues. */
  private void answer() {
    PendingAnswer pendingAnswer = waiting;
    waiting = null;
    if (pendingAnswer != null && !hasEnded()) {
      begin();
      pendingAnswer.write(resources.replies());
      if (waitingCommand != null) {
        resources.times().add(waitingCommand, System.nanoTime() - waitingSince);
      }
      putInserted();
      takeTurn(pending.bytes(), pending.size());
    }
  }

  private void putInserted() {
    if (inserted != null) {
      pending.addFirst(inserted);
      inserted = null;
    }
  }

  private void begin() {
    resources.beginTurn();
    resources.replies().begin(session.version());
  }

  private void takeTurn(byte[] bytes, int size) {
    beginTurn();
    resources.turnNanos(); // which is read now, because the turn begins
    RequestParser parser = resources.parser();
    parser.read(bytes, 0, size);
    boolean isInterrupted = !mayProcess() || process(parser);
    waitingBytes = queued + parser.position();
    queued = 0;
    pending.keep(bytes, parser.position(), size);
    putInserted();
    send(resources.replies());
    endTurn();
    settle(isInterrupted && !pending.isEmpty());
  }

  /** Processes requests. Returns whether more of them may be there. */
  private boolean process(RequestParser parser) {
    Replies replies = resources.replies();
    int processed = 0;
    boolean isInterrupted = false;
    try {
      while (!isInterrupted && parser.next()) {
        count(resources.commands().run(this));
        processed++;
        isInterrupted =
            !isOpen()
                || waiting != null
                || inserted != null
                || processed == MAX_REQUESTS_PER_TURN
                || replies.size() >= MAX_BYTES_PER_TURN;
      }
    } catch (ProtocolException e) {
      refused(String.valueOf(e.getMessage()));
      replies.error(String.valueOf(e.getMessage()));
      end();
    }
    if (processed > 0) {
      resources.times().endTurn(System.nanoTime() - resources.turnNanos());
    }
    resources.services().statistics().processed(processed);
    if (processed > 0 && !isUnknown()) {
      timeouts.progressed();
    }
    return isInterrupted;
  }

  private void count(@Nullable Command command) {
    if (waiting != null) {
      waitingCommand = command;
      waitingSince = resources.turnNanos();
    } else if (command != null) {
      resources.times().count(command);
    }
  }

  private void send(Replies replies) {
    if (replies.size() > 0) {
      ByteBuf out = channel.alloc().ioBuffer(replies.size());
      out.writeBytes(replies.bytes(), 0, replies.size());
      timeouts.sent(replies.size());
      channel.writeAndFlush(out, channel.voidPromise());
    }
  }

  @Override
  protected boolean isWaiting() {
    return waiting != null;
  }

  @Override
  protected void discard() {
    pending.clear();
    session.transaction(null);
    if (waiting != null) {
      waiting.cancel();
    }
  }

  @Override
  protected void log(Throwable cause) {
    resources.services().statistics().refusals().log(cause, channel.remoteAddress());
  }

  @Override
  protected boolean awaitsClient() {
    return isIncomplete() || isUnknown();
  }

  @Override
  protected void dropped() {
    resources
        .services()
        .statistics()
        .drop(isUnknown() ? "no login in time" : Refusals.TOO_SLOW, channel.remoteAddress());
  }

  @Override
  protected void evicted(String reason) {
    resources.services().statistics().drop(reason, channel.remoteAddress());
  }

  @Override
  protected long ownBytes() {
    return HeapShare.CONNECTION_BYTES;
  }

  @Override
  protected long keptBytes() {
    Transaction transaction = session.transaction();
    return pending.capacity()
        + (transaction == null ? 0 : transaction.capacity())
        + (waiting == null ? 0 : HeapShare.CONNECTION_BYTES + waitingBytes);
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

  @Override
  public void renewLogin() {
    Login login = session.login();
    if (login != null) {
      session.login(resources.services().authenticator().renew(login));
      if (session.login() == null) {
        refused("secret was removed: user=" + login.user());
        channel.close();
      }
    }
  }

  /** Returns whether the client still has to log in. */
  private boolean isUnknown() {
    return resources.services().authenticator().isRequired() && session.login() == null;
  }

  private boolean isIncomplete() {
    return !pending.isEmpty() && waiting == null && !isScheduled();
  }
}
