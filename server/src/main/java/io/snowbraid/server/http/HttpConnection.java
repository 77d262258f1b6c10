package io.snowbraid.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.util.ReferenceCountUtil;
import io.snowbraid.server.loop.ClientTimeouts;
import io.snowbraid.server.loop.LastAnswer;
import io.snowbraid.server.loop.LoopClient;
import io.snowbraid.server.loop.LoopClients;
import io.snowbraid.server.loop.Waiting;
import java.util.concurrent.TimeUnit;
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
  private final Router router;
  private final LoopClients clients;
  private final Channel channel;
  private final RequestDecoder decoder;
  private final ResponseEncoder encoder;
  private final Responses responses;
  private final ClientTimeouts timeouts;

  private final RequestQueue queue;

  private State state = State.OPEN;
  private @Nullable Request waiting;
  private boolean isIncomplete;
  private boolean isDraining;
  private boolean isTurn;
  private boolean isScheduled;
  private boolean isReading = true;

  HttpConnection(HttpServices services, Router router, LoopClients clients, Channel channel) {
    this.services = services;
    this.router = router;
    this.clients = clients;
    this.channel = channel;
    this.decoder = new RequestDecoder(services.maxRequestBytes());
    this.encoder = new ResponseEncoder();
    this.queue = new RequestQueue(services.maxRequestBytes());
    this.responses = new Responses(services.clock());
    this.timeouts = new ClientTimeouts(clients);
  }

  /** Adds the handlers of the connection. */
  void install() {
    channel.pipeline().addLast(decoder, encoder, new HttpServerExpectContinueHandler(), this);
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
      isIncomplete = !hasCompleted || decoder.hasRest();
    }
    if (hasCompleted) {
      timeouts.progressed();
    }
    if (!queue.isEmpty()) {
      takeTurn();
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
    settle();
  }

  private void process(Object next) {
    if (next instanceof Request request) {
      process(request);
    } else {
      respond(Problem.of((RequestFailure) next), false, false);
    }
  }

  private void process(Request request) {
    Route route = router.find(request);
    if (route == null) {
      respond(request, Problem.notFound(request.path()));
    } else if (route.isOpen() || !services.passwords().areRequired()) {
      conclude(Router.handle(route, request), request);
    } else {
      authenticate(route, request);
    }
  }

  private void authenticate(Route route, Request request) {
    Credentials given = Credentials.of(request.authorization());
    Passwords passwords = services.passwords();
    if (given == null) {
      respond(request, Credentials.required());
    } else if (passwords.remember(given.user(), given.password())) {
      conclude(Router.handle(route, request), request);
    } else {
      waiting = request;
      passwords.check(
          given.user(),
          given.password(),
          clients.loop(),
          verdict -> decide(verdict, route, request));
    }
  }

  private void decide(Passwords.Verdict verdict, Route route, Request request) {
    resume(
        () -> {
          if (verdict == Passwords.Verdict.ACCEPTED) {
            conclude(Router.handle(route, request), request);
          } else {
            respond(request, Credentials.refused(verdict));
          }
        });
  }

  /** Answers a request, or waits for its answer. */
  private void conclude(Outcome outcome, Request request) {
    if (outcome instanceof Later later) {
      waiting = request;
      Waiting call =
          new WaitingCall(later, clients.loop(), next -> resume(() -> conclude(next, request)));
      later.queue().add(later.key(), call);
    } else {
      respond(request, (Answer) outcome);
    }
  }

  /** Goes on after a wait. */
  private void resume(Runnable work) {
    waiting = null;
    if (state == State.OPEN) {
      work.run();
      timeouts.sent(encoder.takeWritten());
      takeTurn();
    }
  }

  private void respond(Request request, Answer answer) {
    boolean isLast = isDraining && queue.isEmpty();
    respond(answer, request.method().equals(HttpMethod.HEAD), request.isKeptAlive() && !isLast);
  }

  private void respond(Answer answer, boolean isHead, boolean isKeptAlive) {
    services.statistics().answered(answer.status().code());
    Object unused = channel.write(responses.of(answer, isHead, isKeptAlive), channel.voidPromise());
    if (!isKeptAlive) {
      state = State.ENDING;
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
      schedule();
    }
  }

  private void read(boolean reads) {
    if (isReading != reads) {
      isReading = reads;
      Object unused = channel.config().setAutoRead(reads);
    }
  }

  /** Has another turn after other connections have been read. */
  private void schedule() {
    if (!isScheduled) {
      isScheduled = true;
      Object unused = clients.loop().schedule(this::takeScheduled, 1, TimeUnit.NANOSECONDS);
    }
  }

  private void takeScheduled() {
    isScheduled = false;
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
      schedule();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Object unused = context.close(); // the client is gone, or what it sent cannot be processed
  }

  @Override
  public void drain() {
    isDraining = true;
    if (state == State.OPEN && waiting == null && !isScheduled) {
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
        services.onDrop().run();
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
