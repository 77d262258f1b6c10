package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.ReferenceCountUtil;
import io.snowbraid.server.internal.loop.LoopClients;
import io.snowbraid.server.internal.loop.LoopConnection;
import io.snowbraid.server.internal.loop.Receiver;
import io.snowbraid.server.internal.services.Refusals;
import io.snowbraid.server.internal.services.Services;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection. Requests are answered one after another; while one waits, or answers are
 * unsent above a limit, nothing is read.
 *
 * <p>Used by the thread of its event loop only.
 */
final class HttpConnection extends LoopConnection {

  private static final int MAX_REQUESTS_PER_TURN = 1_000;
  private static final int MAX_BYTES_PER_TURN = 1 << 16;

  /** About what an idle connection takes with its channel, as measured. */
  private static final long OWN_BYTES = 2_700;

  private final Services services;
  private final Router router;
  private final LoopClients clients;
  private final RequestDecoder decoder;
  private final ResponseEncoder encoder;
  private final Responses responses;
  private final RequestQueue queue;

  private @Nullable Request waiting;

  /** Receives what the request waits for. */
  private @Nullable Receiver<Outcome> receiver;

  /** Whether the client has to send more; where there are users, a first request. */
  private boolean isIncomplete;

  /** When the request came that is answered next. */
  private long begun = System.nanoTime();

  HttpConnection(Services services, Router router, LoopClients clients, Channel channel) {
    super(clients, channel);
    this.services = services;
    this.router = router;
    this.clients = clients;
    this.decoder = new RequestDecoder(services.limits().maxRequestBytes());
    this.encoder = new ResponseEncoder();
    this.queue =
        new RequestQueue(
            services.limits().maxRequestBytes(),
            isLocal(services, channel),
            head -> router.requireUser(head, channel.remoteAddress()));
    this.responses = new Responses(InstantSource.system());
    this.isIncomplete = services.authenticator().isRequired();
  }

  /** Returns whether only the network's address protects the server, which names do not show. */
  private static boolean isLocal(Services services, Channel channel) {
    return !services.authenticator().isRequired() && WebPages.listensOnLoopback(channel);
  }

  /** Adds the handlers of the connection. */
  void install() {
    channel.pipeline().addLast(decoder, encoder, this);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (isOpen()) {
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
    super.channelReadComplete(context);
  }

  /** Asks for the body of a request whose client waits for that, after the answers before it. */
  private void askForBody() {
    if (isOpen() && !isWaiting() && queue.isEmpty() && queue.takeExpectation()) {
      channel.writeAndFlush(Responses.goOn(), channel.voidPromise());
      timeouts.sent(encoder.takeWritten());
    }
  }

  @Override
  protected void takeTurn() {
    beginTurn();
    int bytes = encoder.takeWritten();
    for (int i = 0; i < MAX_REQUESTS_PER_TURN && bytes < MAX_BYTES_PER_TURN; i++) {
      Object next = mayProcess() ? queue.poll() : null;
      if (next == null) {
        break;
      }
      process(next);
      int written = encoder.takeWritten();
      timeouts.sent(written);
      bytes += written;
    }
    channel.flush();
    endTurn();
    askForBody();
    settle(!queue.isEmpty());
  }

  private void process(Object next) {
    if (next instanceof Request request) {
      process(request);
    } else {
      RequestFailure failure = (RequestFailure) next;
      if (!failure.status().equals(HttpResponseStatus.UNAUTHORIZED)) { // which is logged by user
        services
            .statistics()
            .refusals()
            .log(String.valueOf(failure.getMessage()), channel.remoteAddress());
      }
      respond(Problem.of(failure), false, false);
    }
  }

  private void process(Request request) {
    begun = System.nanoTime();
    conclude(router.handle(request, channel.remoteAddress()), request);
  }

  /** Answers a request, or waits for its answer. */
  private void conclude(Outcome outcome, Request request) {
    if (outcome instanceof AsyncCall later) {
      waiting = request;
      receiver = new Receiver<>(result -> goOn(result, request), Outcome::discard);
      later.start().begin(this, clients.loop(), receiver);
    } else {
      respond(request, (Answer) outcome);
    }
  }

  /** Continues after a wait, unless the connection has ended. */
  private void goOn(Outcome outcome, Request request) {
    waiting = null;
    receiver = null;
    if (isOpen()) {
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
    boolean isLast = isDraining() && queue.isEmpty();
    respond(answer, request.method().equals(HttpMethod.HEAD), request.isKeptAlive() && !isLast);
  }

  private void respond(Answer answer, boolean isHead, boolean isKeptAlive) {
    services.statistics().http().answered(answer.status().code());
    services.statistics().httpLatency().add(System.nanoTime() - begun, 1);
    FullHttpResponse response = response(answer, isHead, isKeptAlive);
    channel.write(response, promise(answer.whenSent()));
    if (!isKeptAlive) {
      endAfterTurn();
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

  @Override
  protected boolean isWaiting() {
    return waiting != null;
  }

  @Override
  protected void discard() {
    queue.clear();
    waiting = null;
    if (receiver != null) {
      receiver.forget();
    }
  }

  @Override
  protected void log(Throwable cause) {
    services.statistics().refusals().log(cause, channel.remoteAddress());
  }

  @Override
  protected boolean awaitsClient() {
    return isIncomplete && !isWaiting() && queue.isEmpty();
  }

  @Override
  protected void evicted(String reason) {
    services.statistics().drop(reason, channel.remoteAddress());
  }

  @Override
  protected long ownBytes() {
    return OWN_BYTES + decoder.ownBytes();
  }

  @Override
  protected long keptBytes() {
    return decoder.keptBytes() + queue.keptBytes() + (waiting == null ? 0 : waiting.bytes());
  }

  @Override
  protected void dropped() {
    services.statistics().drop(Refusals.TOO_SLOW, channel.remoteAddress());
  }
}
