package io.snowbraid.server.internal.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.snowbraid.server.internal.loop.LoopClients;
import io.snowbraid.server.internal.loop.LoopConnection;
import io.snowbraid.server.internal.services.Services;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP client's connection. It processes Netty's decoded parts in order, one at a time, and
 * checks a request's head and user before accepting its body. While a request waits for its answer,
 * or too many bytes of answers are unsent, it neither processes nor reads.
 *
 * <p>Netty's handlers for aggregation, expectations and keep-alive are unsuitable: they answer
 * while an earlier request waits, and close a connection before its client has read the last
 * answer.
 *
 * <p>Used only by its event loop's thread.
 */
public final class HttpConnection extends LoopConnection<Outcome> {

  private static final int MAX_BYTES_PER_TURN = 1 << 16;

  /** The measured memory of an idle connection with its channel, approximately. */
  private static final long OWN_BYTES = 2_700;

  private static final HttpHeadersFactory HEADERS =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  private final Services services;
  private final Router router;
  private final boolean isLocal;
  private final Decoder decoder;
  private final Queue<HttpObject> queue = new ArrayDeque<>(0);

  /** The request whose body is arriving, or that waits for its answer. */
  private @Nullable Request request;

  /** When the request arrived that is answered next. */
  private long begun = System.nanoTime();

  private int writtenInTurn;

  public HttpConnection(Services services, Router router, LoopClients clients, Channel channel) {
    super(services.statistics(), clients, channel);
    this.services = services;
    this.router = router;
    statistics.accepted.incrementAndGet();
    boolean hasUsers = services.authenticator().isRequired();
    this.isLocal = !hasUsers && WebPages.listensOnLoopback(channel);
    this.decoder = new Decoder(services.limits().maxRequestBytes(), hasUsers);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    context.pipeline().addBefore(context.name(), null, decoder);
    context.pipeline().addBefore(context.name(), null, new HttpResponseEncoder());
  }

  /** Decodes requests, and knows whether a request is incomplete. */
  private final class Decoder extends HttpRequestDecoder {

    /** The most memory that a header needs per byte of its text. */
    private static final long BYTES_PER_BYTE = 32;

    private boolean isPartial;

    /** How many bytes were consumed without any decoded part so far, such as the first headers. */
    private long silentBytes;

    /**
     * The most bytes of a head consumed at once; the parser keeps a copy of a line of that size.
     */
    private long longest;

    Decoder(int maxBytes, boolean isPartial) {
      super(
          new HttpDecoderConfig()
              .setMaxInitialLineLength(maxBytes / 2)
              .setMaxHeaderSize(maxBytes / 2)
              .setMaxChunkSize(maxBytes)
              .setStrictLineParsing(true)
              .setUseRfc9112TransferEncoding(true));
      this.isPartial = isPartial; // with users, clients must send a request soon after connecting
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      active();
      super.channelRead(context, message);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
        throws Exception {
      int before = buffer.readerIndex();
      super.decode(context, buffer, out);
      int taken = buffer.readerIndex() - before;
      if (out.isEmpty()) {
        silentBytes += taken;
        isPartial |= taken > 0;
      } else {
        silentBytes = 0;
        isPartial = !(out.get(out.size() - 1) instanceof LastHttpContent);
      }
      if (out.isEmpty() || out.get(0) instanceof HttpRequest) {
        longest = Math.max(longest, taken);
      }
    }

    /**
     * Rejects requests with two lengths. Two servers in a row might choose different ones and
     * disagree on where the next request starts.
     */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
      throw new IllegalArgumentException(
          "request must have either Content-Length or Transfer-Encoding");
    }

    boolean isPartial() {
      return isPartial || actualReadableBytes() > 0;
    }

    long bytes() {
      return 2 * longest + internalBuffer().capacity() + BYTES_PER_BYTE * silentBytes;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!isOpen()) {
      ReferenceCountUtil.release(message);
      return;
    }
    queue.add((HttpObject) message);
    if (message instanceof LastHttpContent) {
      progressed();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (queue.isEmpty()) {
      super.channelReadComplete(context);
    } else {
      takeTurn();
    }
  }

  @Override
  protected void takeTurn() {
    beginTurn();
    writtenInTurn = 0;
    while (mayProcess() && writtenInTurn < MAX_BYTES_PER_TURN && !queue.isEmpty()) {
      HttpObject next = queue.remove();
      begun = System.nanoTime();
      try {
        process(next);
      } catch (RequestFailure e) {
        refuse(e);
      } finally {
        ReferenceCountUtil.release(next);
      }
    }
    channel.flush();
    endTurn();
    settle(!queue.isEmpty());
  }

  private void process(HttpObject part) {
    Request.requireDecoded(part.decoderResult());
    Request current = request;
    if (part instanceof HttpRequest head) {
      current = begin(head);
    }
    if (part instanceof HttpContent content && current != null) {
      current.add(content.content());
      if (part instanceof LastHttpContent) {
        conclude(router.handle(current, channel.remoteAddress()), current);
      }
    }
  }

  private Request begin(HttpRequest head) {
    Request arriving = new Request(head, services.limits().maxRequestBytes(), isLocal);
    request = arriving;
    if (HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0) {
      router.requireUser(arriving, channel.remoteAddress());
      if (HttpUtil.is100ContinueExpected(head) && queue.isEmpty()) {
        channel.write(response(HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
      }
    }
    return arriving;
  }

  /** Refuses a request, after which no other can be read. */
  private void refuse(RequestFailure failure) {
    if (!failure.status().equals(HttpResponseStatus.UNAUTHORIZED)) { // logged with the user
      String reason = String.valueOf(failure.getMessage());
      statistics.refusals.log(reason, channel.remoteAddress());
    }
    statistics.answered(failure.status().code());
    respond(Problem.of(failure), false, false);
  }

  private void conclude(Outcome outcome, Request answered) {
    if (outcome instanceof AsyncCall later) {
      later.start().accept(channel.eventLoop(), await(done -> goOn(later, done, answered)));
    } else {
      request = null;
      boolean isLast = isDraining() && queue.isEmpty();
      boolean isHead = answered.method.equals(HttpMethod.HEAD);
      Answer answer = (Answer) outcome;
      if (!answered.path.startsWith("/health/")) { // a server that is not ready has not failed
        statistics.answered(answer.status().code());
      }
      respond(answer, isHead, answered.isKeptAlive && !isLast);
    }
  }

  /** Continues after a wait, unless the connection has closed. */
  private void goOn(AsyncCall call, Future<Outcome> done, Request answered) {
    Outcome outcome = call.outcome(done);
    if (isOpen()) {
      conclude(outcome, answered);
      takeTurn();
    } else {
      outcome.discard();
    }
  }

  private void respond(Answer answer, boolean isHead, boolean isKeptAlive) {
    statistics.httpLatency.add(System.nanoTime() - begun, 1);
    channel.write(response(answer, isHead, isKeptAlive), promise(answer.whenSent()));
    if (!isKeptAlive) {
      endAfterTurn();
    }
  }

  @SuppressWarnings("JavaUtilDate") // the type that Netty's formatter takes
  private FullHttpResponse response(Answer answer, boolean isHead, boolean isKeptAlive) {
    try {
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      writtenInTurn += body.length;
      FullHttpResponse response =
          response(answer.status(), isHead ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body));
      HttpHeaders headers = response.headers();
      headers.set(HttpHeaderNames.CONTENT_TYPE, answer.type());
      headers.setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
      headers.set(HttpHeaderNames.DATE, DateFormatter.format(new Date()));
      headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE); // no repeated ids
      headers.set(
          HttpHeaderNames.CONNECTION,
          isKeptAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
      if (answer.header() != null) {
        headers.set(answer.header(), answer.value());
      }
      return response;
    } catch (Throwable e) {
      answer.discard();
      throw e;
    }
  }

  private static FullHttpResponse response(HttpResponseStatus status, ByteBuf body) {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, status, body, HEADERS.newHeaders(), EmptyHttpHeaders.INSTANCE);
  }

  private ChannelPromise promise(@Nullable Runnable whenSent) {
    return whenSent == null
        ? channel.voidPromise()
        : channel
            .newPromise()
            .addListener(
                sent -> {
                  whenSent.run();
                  if (sent.cause() != null) {
                    fail(sent.cause());
                  }
                });
  }

  @Override
  protected void discard() {
    queue.forEach(ReferenceCountUtil::release);
    queue.clear();
    request = null;
  }

  @Override
  protected boolean awaitsClient() {
    return decoder.isPartial() && !isWaiting() && queue.isEmpty();
  }

  @Override
  protected long heldBytes() {
    long bytes = OWN_BYTES + decoder.bytes() + (request == null ? 0 : request.bytes());
    for (HttpObject part : queue) {
      bytes += Request.bytes(part);
    }
    return bytes;
  }
}
