package io.snowbraid.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.ReferenceCountUtil;
import io.snowbraid.server.loop.ClientTimeouts;
import io.snowbraid.server.loop.LastAnswer;
import io.snowbraid.server.loop.LoopClient;
import io.snowbraid.server.loop.LoopClients;
import io.snowbraid.server.loop.NextTurn;
import io.snowbraid.server.loop.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection. Requests are answered one after another; while one waits, or answers are
 * unsent above a limit, nothing is read.
 *
 * <p>Used by the thread of its event loop only.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements LoopClient {

  private static final int MOST_REQUESTS_PER_TURN = 1_000;
  private static final int MOST_BYTES_PER_TURN = 1 << 16;

  private enum State {
    OPEN,
    /** It is to end after the answers of this turn. */
    ENDING,
    /** The last answer is on its way; what the client still sends is discarded. */
    ENDED
  }

  private final HttpServices services;
  private final RequestHandler handler;
  private final LoopClients clients;
  private final Channel channel;
  private final RequestDecoder decoder;
  private final ResponseEncoder encoder;
  private final Responses responses;
  private final ClientTimeouts timeouts;
  private final RequestQueue queue;
  private final NextTurn next;

  private State state = State.OPEN;
  private @Nullable Request waiting;

  /** Whether the client has to send more; where there are users, a first request. */
  private boolean isIncomplete;

  private boolean isDraining;
  private boolean isTurn;
  private boolean isReading = true;

  HttpConnection(HttpServices services, Router router, LoopClients clients, Channel channel) {
    this.services = services;
    this.handler = new RequestHandler(services, router, channel, this);
    this.clients = clients;
    this.channel = channel;
    this.decoder = new RequestDecoder(services.maxRequestBytes());
    this.encoder = new ResponseEncoder();
    this.queue = new RequestQueue(services.maxRequestBytes(), isLocal(services, channel));
    this.responses = new Responses(services.clock());
    this.timeouts = new ClientTimeouts(clients);
    this.next = new NextTurn(clients, this, this::takeScheduled);
    this.isIncomplete = services.passwords().areRequired();
  }

  /** Returns whether only the network's address protects the server, which names do not show. */
  private static boolean isLocal(HttpServices services, Channel channel) {
    return !services.passwords().areRequired() && WebPages.listensOnLoopback(channel);
  }

  /** Adds the handlers of the connection. */
  void install() {
    channel.pipeline().addLast(decoder, encoder, this);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    clients.add(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    clients.remove(this);
    state = State.ENDED;
    queue.clear();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (state == State.OPEN) {
        queue.receive(message);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    boolean hasCompleted = queue.takeCompleted();
    if (decoder.takeRead()) {
      timeouts.active();
      isIncomplete = !hasCompleted || decoder.hasRest() || queue.isReceiving();
    }
    if (hasCompleted) {
      timeouts.progressed();
    }
    if (!queue.isEmpty()) {
      takeTurn();
    } else {
      askForBody();
    }
  }

  /** Asks for the body of a request whose client waits for that, after the answers before it. */
  private void askForBody() {
    if (state == State.OPEN && waiting == null && queue.isEmpty() && queue.takeExpectation()) {
      Object unused = channel.writeAndFlush(Responses.goOn(), channel.voidPromise());
      timeouts.sent(encoder.takeWritten());
    }
  }

  private boolean mayProcess() {
    return state == State.OPEN && waiting == null && channel.isWritable();
  }

  private void takeTurn() {
    isTurn = true;
    int bytes = encoder.takeWritten();
    for (int i = 0; i < MOST_REQUESTS_PER_TURN && bytes < MOST_BYTES_PER_TURN; i++) {
      Object next = mayProcess() ? queue.poll() : null;
      if (next == null) {
        break;
      }
      process(next);
      int written = encoder.takeWritten();
      timeouts.sent(written);
      bytes += written;
    }
    Object unused = channel.flush();
    isTurn = false;
    askForBody();
    settle();
  }

  private void process(Object next) {
    if (next instanceof Request request) {
      process(request);
    } else {
      RequestFailure failure = (RequestFailure) next;
      services.refusals().refused(String.valueOf(failure.getMessage()), channel.remoteAddress());
      respond(Problem.of(failure), false, false);
    }
  }

  private void process(Request request) {
    Outcome outcome = handler.handle(request, known -> goOn(known, request));
    if (outcome == null) {
      waiting = request;
    } else {
      conclude(outcome, request);
    }
  }

  /** Answers a request, or waits for its answer. */
  private void conclude(Outcome outcome, Request request) {
    if (outcome instanceof Later later) {
      waiting = request;
      Waiting call = new WaitingCall(later, clients.loop(), result -> goOn(result, request));
      later.queue().add(later.key(), call);
    } else {
      respond(request, (Answer) outcome);
    }
  }

  /** Goes on after a wait, unless the connection has ended. */
  private void goOn(Outcome outcome, Request request) {
    waiting = null;
    if (state == State.OPEN) {
      run(() -> takeTurn(outcome, request));
    } else {
      outcome.discard();
    }
  }

  private void takeTurn(Outcome outcome, Request request) {
    conclude(outcome, request);
    timeouts.sent(encoder.takeWritten());
    takeTurn();
  }

  private void respond(Request request, Answer answer) {
    boolean isLast = isDraining && queue.isEmpty();
    respond(answer, request.method().equals(HttpMethod.HEAD), request.isKeptAlive() && !isLast);
  }

  private void respond(Answer answer, boolean isHead, boolean isKeptAlive) {
    services.statistics().answered(answer.status().code());
    FullHttpResponse response = response(answer, isHead, isKeptAlive);
    Object unused = channel.write(response, promise(answer.whenSent()));
    if (!isKeptAlive) {
      state = State.ENDING;
    }
  }

  private FullHttpResponse response(Answer answer, boolean isHead, boolean isKeptAlive) {
    try {
      return responses.of(answer, isHead, isKeptAlive);
    } catch (Throwable e) {
      answer.discard();
      throw e;
    }
  }

  private ChannelPromise promise(@Nullable Runnable whenSent) {
    return whenSent == null
        ? channel.voidPromise()
        : channel.newPromise().addListener(sent -> conclude(whenSent, sent.cause()));
  }

  private void conclude(Runnable whenSent, @Nullable Throwable failure) {
    whenSent.run();
    if (failure != null) {
      fail(failure);
    }
  }

  /** Decides what comes after a turn. */
  private void settle() {
    boolean hasMore = !queue.isEmpty();
    boolean isDone = isDraining && waiting == null && !hasMore && state == State.OPEN;
    if (state == State.ENDING || isDone) {
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
      Object unused = channel.config().setAutoRead(reads);
    }
  }

  private void takeScheduled() {
    if (state == State.OPEN) {
      takeTurn();
    }
  }

  /** Ends the connection, but leaves the client time to read the last answers. */
  private void finish() {
    state = State.ENDED;
    queue.clear();
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
      services.refusals().failed(cause, channel.remoteAddress());
    } finally {
      close();
    }
  }

  @Override
  public void drain() {
    isDraining = true;
    if (state == State.OPEN && waiting == null && !next.isScheduled()) {
      takeTurn();
    }
  }

  @Override
  public void checkTimeouts() {
    boolean isItsTurn =
        state == State.ENDED
            || !channel.isWritable()
            || (isIncomplete && waiting == null && queue.isEmpty());
    if (timeouts.isStalled(isItsTurn, channel)) {
      if (state == State.OPEN) {
        services.refusals().dropped(channel.remoteAddress());
      }
      close();
    } else if (timeouts.isIdle() && waiting == null) {
      close();
    }
  }

  private void close() {
    Object unused = channel.close();
  }
}
