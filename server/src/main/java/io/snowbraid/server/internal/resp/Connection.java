package io.snowbraid.server.internal.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.access.Authenticator.Login;
import io.snowbraid.server.internal.loop.LoopConnection;
import io.snowbraid.server.internal.loop.SlotCall;
import io.snowbraid.server.internal.services.CallQueue;
import io.snowbraid.server.internal.services.ErrorText;
import io.snowbraid.server.internal.services.HeapShare;
import io.snowbraid.server.internal.services.Refusals;
import io.snowbraid.server.internal.services.Services;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection. In each turn it processes the requests that have arrived, up to a limit,
 * and writes their answers at once. While it may not process requests, it does not read any.
 *
 * <p>Used by the thread of its event loop only.
 */
public final class Connection extends LoopConnection<Consumer<Replies>> {

  private static final int MAX_REQUESTS_PER_TURN = 1_000;
  private static final int MAX_BYTES_PER_TURN = 1 << 16;
  private static final byte[] NONE = new byte[0];

  private final Services services;
  private final LoopResources resources;

  private final long id;
  private final long created = System.nanoTime();

  // what the client has set
  private int version = 2;
  private String name = "";
  private @Nullable Login login;
  private @Nullable Transaction transaction;

  /** What was read and not processed yet. An idle connection has nothing. */
  private byte[] pending = NONE;

  private int pendingSize;

  /** How many bytes the requests had of which the last one waits. */
  private long waitingBytes;

  /** How many bytes a transaction has that waits. */
  private long queued;

  /** Which command waits, and since when. */
  private @Nullable Command waitingCommand;

  private long waitingSince;

  /** Requests that come before those that are pending. */
  private byte @Nullable [] inserted;

  public Connection(LoopResources resources, Channel channel) {
    super(resources.services.statistics(), resources.clients, channel);
    this.services = resources.services;
    this.resources = resources;
    this.id = statistics.accept();
  }

  long id() {
    return id;
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

  /** Returns who is logged in; null if nobody is. */
  @Nullable Login login() {
    return login;
  }

  void login(@Nullable Login newLogin) {
    login = newLogin;
  }

  /** Returns what is queued since MULTI; null if nothing is. */
  @Nullable Transaction transaction() {
    return transaction;
  }

  void transaction(@Nullable Transaction newTransaction) {
    transaction = newTransaction;
  }

  /** Makes the connection as it was at first. */
  void reset() {
    transaction = null;
    version = 2;
    name = "";
    login = null;
  }

  /** Describes the connection in the notation of CLIENT LIST. */
  String describe() {
    return "id="
        + id
        + " addr="
        + address(channel.remoteAddress())
        + " laddr="
        + address(channel.localAddress())
        + " name="
        + name
        + " age="
        + (System.nanoTime() - created) / 1_000_000_000
        + " user="
        + (login == null ? "default" : login.user())
        + " flags=N db=0 resp="
        + version;
  }

  private static String address(SocketAddress address) {
    return address instanceof InetSocketAddress socket
        ? NetUtil.toSocketAddressString(socket)
        : String.valueOf(address);
  }

  /** Ends the connection after the answers of this turn. */
  void end() {
    endAfterTurn();
  }

  /** Makes the connection wait for a call in another thread, which returns what writes it. */
  void await(CallQueue queue, String key, Supplier<Consumer<Replies>> call) {
    Promise<Consumer<Replies>> answer = await(this::answer);
    queue.add(key, () -> answer.trySuccess(call.get()), answer);
  }

  /**
   * Makes the connection wait until a call of a key is possible.
   *
   * @param queuedBytes how many bytes of a transaction wait with it
   * @param call makes the call at a steady time, and returns what writes its answer; null if it is
   *     not possible yet
   */
  void await(
      KeyedNumbers keyed,
      int slot,
      long queuedBytes,
      LongFunction<@Nullable Consumer<Replies>> call) {
    queued = queuedBytes;
    new SlotCall<>(keyed, slot, System.nanoTime(), call, route -> refusal(slot, route))
        .await(services.keyedWait(), resources.clients.loop(), await(this::answer));
  }

  private Consumer<Replies> refusal(int slot, SlotRoute route) {
    statistics.redirect(route.kind());
    return replies -> replies.error(KeyErrors.of(slot, route));
  }

  /** Puts requests before those that were not processed yet. */
  void insert(byte[] requests) {
    inserted = requests;
  }

  /** Returns a steady time at which the requests of this turn had arrived. */
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

  /** Keeps a part of an array, which may be the pending one, and nothing else. */
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

  /** Processes what is pending, as far as that is allowed now. */
  @Override
  protected void takeTurn() {
    begin();
    takeTurn(pending, pendingSize);
  }

  /** Writes the answer that was waited for, and continues. */
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
    putInserted();
    takeTurn(pending, pendingSize);
  }

  private void putInserted() {
    if (inserted != null) {
      int size = inserted.length + pendingSize;
      byte[] both = Arrays.copyOf(inserted, size);
      System.arraycopy(pending, 0, both, inserted.length, pendingSize);
      pending = both;
      pendingSize = size;
      inserted = null;
    }
  }

  private void begin() {
    resources.beginTurn();
    resources.replies.begin(version);
  }

  private void takeTurn(byte[] bytes, int size) {
    beginTurn();
    resources.turnNanos(); // which is read now, because the turn begins
    RequestParser parser = resources.parser;
    parser.read(bytes, 0, size);
    boolean isInterrupted = !mayProcess() || process(parser);
    waitingBytes = queued + parser.position();
    queued = 0;
    keepPending(bytes, parser.position(), size);
    putInserted();
    send(resources.replies);
    endTurn();
    settle(isInterrupted && pendingSize > 0);
  }

  /** Processes requests. Returns whether more of them may be there. */
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
      resources.endTurn();
      statistics.processed(processed);
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
    transaction = null;
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
        + (transaction == null ? 0 : transaction.capacity())
        + (isWaiting() ? HeapShare.CONNECTION_BYTES + waitingBytes : 0);
  }

  /** Logs that the client is refused something. */
  void refused(String reason) {
    statistics.refusals().log(reason, channel.remoteAddress());
  }

  /** Logs that a request failed in a way that it must not. */
  void failed(RuntimeException cause) {
    Refusals log = statistics.refusals();
    log.logUnexpected("a request failed unexpectedly", cause, channel.remoteAddress());
  }

  @Override
  protected void renewLogin() {
    Login before = login;
    if (before != null) {
      login = services.authenticator().renew(before);
      if (login == null) {
        refused("secret was removed: user=" + before.user());
        channel.close();
      }
    }
  }

  /** Returns whether the client still has to log in. */
  private boolean isUnknown() {
    return login == null && resources.areUsersRequired;
  }
}
