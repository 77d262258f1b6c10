package io.snowbraid.server.internal.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.snowbraid.internal.Log;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.access.Authenticator.Login;
import io.snowbraid.server.internal.loop.LoopConnection;
import io.snowbraid.server.internal.services.CallQueue;
import io.snowbraid.server.internal.services.ErrorText;
import io.snowbraid.server.internal.services.HeapShare;
import io.snowbraid.server.internal.services.Refusals;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Redis client's connection. Each turn processes the requests that have arrived, up to a limit,
 * and writes their answers together. While requests may not be processed, the connection does not
 * read.
 *
 * <p>Used only by its event loop's thread.
 */
public final class Connection extends LoopConnection<Consumer<Replies>> {

  private static final int MAX_REQUESTS_PER_TURN = 1_000;
  private static final int MAX_BYTES_PER_TURN = 1 << 16;
  private static final byte[] NONE = new byte[0];

  private final LoopResources resources;

  final long id;
  private final long created = System.nanoTime();

  // set by the client
  private int version = 2;
  private String name = "";
  private @Nullable Login login;

  /** Bytes that were read but not processed; empty while idle. */
  private byte[] pending = NONE;

  private int pendingSize;

  /** The bytes of the requests up to and including the one that waits. */
  private long waitingBytes;

  /** The command that waits, and since when. */
  private @Nullable Command waitingCommand;

  private long waitingSince;

  public Connection(LoopResources resources, Channel channel) {
    super(resources.services.statistics(), resources.clients, channel);
    this.resources = resources;
    this.id = statistics.accepted.incrementAndGet();
  }

  int version() {
    return version;
  }

  void version(int newVersion) {
    version = newVersion;
  }

  String name() {
    return name;
  }

  void name(String newName) {
    name = newName;
  }

  /** Returns the login; null before it. */
  @Nullable Login login() {
    return login;
  }

  void login(@Nullable Login newLogin) {
    login = newLogin;
  }

  /** Resets the connection to its initial state. */
  void reset() {
    version = 2;
    name = "";
    login = null;
  }

  /** Describes the connection in the format of CLIENT LIST. */
  String describe() {
    return "id=%s addr=%s laddr=%s name=%s age=%s user=%s flags=N db=0 resp=%s"
        .formatted(
            id,
            address(channel.remoteAddress()),
            address(channel.localAddress()),
            name,
            (System.nanoTime() - created) / 1_000_000_000,
            login == null ? "default" : login.user(),
            version);
  }

  private static String address(SocketAddress address) {
    return address instanceof InetSocketAddress socket
        ? NetUtil.toSocketAddressString(socket)
        : String.valueOf(address);
  }

  /**
   * Makes the connection wait for a call in another thread. The call's result writes the answer.
   */
  void await(CallQueue queue, String key, Supplier<Consumer<Replies>> call) {
    Promise<Consumer<Replies>> answer = await(this::answer);
    queue.add(key, () -> answer.trySuccess(call.get()), answer);
  }

  /**
   * Makes the connection wait until a call for a key is possible.
   *
   * @param call makes the call at a monotonic time and returns what writes its answer; null if it
   *     is not possible yet
   */
  void await(KeyedNumbers keyed, int slot, LongFunction<@Nullable Consumer<Replies>> call) {
    new SlotCall(keyed, slot, call, await(this::answer)).start();
  }

  /**
   * A call for a key that is not possible now. It is retried after each change of its slot until a
   * time limit, without blocking a thread.
   */
  private final class SlotCall implements Runnable {

    private static final String FAILED = "a call for a key failed unexpectedly";

    private final KeyedNumbers keyed;
    private final int slot;
    private final LongFunction<@Nullable Consumer<Replies>> call;
    private final Promise<Consumer<Replies>> answer;
    private final EventLoop loop = resources.clients.loop;
    private final long arrived = System.nanoTime();

    SlotCall(
        KeyedNumbers keyed,
        int slot,
        LongFunction<@Nullable Consumer<Replies>> call,
        Promise<Consumer<Replies>> answer) {
      this.keyed = keyed;
      this.slot = slot;
      this.call = call;
      this.answer = answer;
    }

    /** Starts waiting. Once the answer is done or cancelled, no callback or timer remains. */
    void start() {
      long limit = resources.services.keyedWait().toNanos();
      Future<?> end = loop.schedule(() -> attempt(true), limit, TimeUnit.NANOSECONDS);
      answer.addListener(
          done -> {
            end.cancel(false);
            keyed.cancel(slot, this);
          });
      keyed.whenChanged(slot, this);
    }

    /** Called by any thread when the slot has changed. */
    @Override
    public void run() {
      try {
        loop.execute(this::retry);
      } catch (RejectedExecutionException e) { // the server was closed, with the connection
      }
    }

    private void retry() {
      attempt(false);
      if (!answer.isDone()) {
        keyed.whenChanged(slot, this);
      }
    }

    private void attempt(boolean isLast) {
      if (answer.isDone()) {
        return;
      }
      try {
        Consumer<Replies> made = call.apply(System.nanoTime());
        if (made == null) {
          SlotRoute route = keyed.route(slot, arrived);
          made = isLast || route.isFinal() ? refusal(route) : null;
        }
        if (made != null) {
          answer.trySuccess(made);
        }
      } catch (Throwable e) { // otherwise the client would wait forever
        Log.warn(FAILED, e);
        answer.tryFailure(new IllegalStateException(FAILED, e));
      }
    }

    private Consumer<Replies> refusal(SlotRoute route) {
      statistics.redirect(route.kind());
      return replies -> replies.error(KeyErrors.of(slot, route));
    }
  }

  /** Returns a monotonic time at which this turn's requests had arrived. */
  long turnNanos() {
    return resources.turnNanos();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      active();
      if (hasEnded()) {
        return;
      }
      if (pendingSize == 0 && mayProcess()) {
        int size = bytes.readableBytes();
        byte[] input = resources.input(size);
        bytes.readBytes(input, 0, size);
        begin();
        takeTurn(input, size);
      } else {
        addPending(bytes);
        takeTurn();
      }
    } finally {
      bytes.release();
    }
  }

  private void addPending(ByteBuf more) {
    int count = more.readableBytes();
    if (pending.length - pendingSize < count) {
      pending = Arrays.copyOf(pending, Math.max(pendingSize + count, 2 * pendingSize));
    }
    more.readBytes(pending, pendingSize, count);
    pendingSize += count;
  }

  /** Keeps a part of an array, which may be the pending one, as the only pending bytes. */
  private void keepPending(byte[] source, int from, int to) {
    if (from == to) {
      pending = NONE;
    } else if (source != pending) {
      pending = Arrays.copyOfRange(source, from, to);
    } else if (from > 0) {
      System.arraycopy(source, from, pending, 0, to - from);
    }
    pendingSize = to - from;
  }

  @Override
  protected void takeTurn() {
    begin();
    takeTurn(pending, pendingSize);
  }

  /** Writes the answer of a call that waited, and continues. */
  private void answer(Future<Consumer<Replies>> answer) {
    if (hasEnded()) {
      return;
    }
    begin();
    if (answer.isSuccess()) {
      answer.getNow().accept(resources.replies);
    } else {
      resources.replies.error(ErrorText.of((RuntimeException) answer.cause()));
    }
    resources.count(waitingCommand, waitingSince);
    takeTurn(pending, pendingSize);
  }

  private void begin() {
    resources.beginTurn();
    resources.replies.begin(version);
  }

  private void takeTurn(byte[] bytes, int size) {
    beginTurn();
    resources.turnNanos(); // taken from the resources here, because the turn starts
    RequestParser parser = resources.parser;
    parser.read(bytes, 0, size);
    boolean isInterrupted = !mayProcess() || process(parser);
    waitingBytes = parser.position();
    keepPending(bytes, parser.position(), size);
    send(resources.replies);
    endTurn();
    settle(isInterrupted && pendingSize > 0);
  }

  /** Processes requests. Returns whether more may be available. */
  private boolean process(RequestParser parser) {
    Replies replies = resources.replies;
    int processed = 0;
    boolean isInterrupted = false;
    try {
      while (!isInterrupted && parser.next()) {
        count(resources.commands.run(this));
        processed++;
        isInterrupted =
            !isOpen()
                || isWaiting()
                || processed == MAX_REQUESTS_PER_TURN
                || replies.size() >= MAX_BYTES_PER_TURN;
      }
    } catch (ProtocolException e) {
      refused(String.valueOf(e.getMessage()));
      replies.error(String.valueOf(e.getMessage()));
      endAfterTurn();
    }
    if (processed > 0) {
      resources.endTurn();
      statistics.requests.add(processed);
      if (!isUnknown()) {
        progressed();
      }
    }
    return isInterrupted;
  }

  private void count(@Nullable Command command) {
    if (isWaiting()) {
      waitingCommand = command;
      waitingSince = resources.turnNanos();
    } else {
      resources.count(command);
    }
  }

  private void send(Replies replies) {
    if (replies.size() > 0) {
      ByteBuf out = channel.alloc().ioBuffer(replies.size());
      out.writeBytes(replies.bytes(), 0, replies.size());
      channel.writeAndFlush(out, channel.voidPromise());
    }
  }

  @Override
  protected void discard() {
    pending = NONE;
    pendingSize = 0;
  }

  @Override
  protected boolean awaitsClient() {
    return (pendingSize > 0 && !isWaiting() && !isScheduled()) || isUnknown();
  }

  @Override
  protected String stall() {
    return isUnknown() ? "no login in time" : super.stall();
  }

  @Override
  protected long heldBytes() {
    return HeapShare.CONNECTION_BYTES
        + pending.length
        + (isWaiting() ? HeapShare.CONNECTION_BYTES + waitingBytes : 0);
  }

  /** Logs that a request was refused. */
  void refused(String reason) {
    statistics.refusals.log(reason, channel.remoteAddress());
  }

  void failed(RuntimeException cause) {
    Refusals log = statistics.refusals;
    log.logUnexpected("a request failed unexpectedly", cause, channel.remoteAddress());
  }

  @Override
  protected void renewLogin() {
    Login before = login;
    if (before != null) {
      login = resources.services.authenticator().renew(before);
      if (login == null) {
        refused("secret was removed: user=" + before.user());
        channel.close();
      }
    }
  }

  /** Returns whether the client must log in first. */
  private boolean isUnknown() {
    return login == null && resources.areUsersRequired;
  }
}
