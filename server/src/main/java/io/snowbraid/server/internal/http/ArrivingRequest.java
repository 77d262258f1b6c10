package io.snowbraid.server.internal.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that is arriving. */
final class ArrivingRequest {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String NOT_FORM = "";

  /** What the target of a request to a proxy begins with. */
  private static final String SCHEME = "http://";

  /** About what a header takes, apart from its texts. */
  private static final long HEADER_BYTES = 160;

  private final HttpRequest head;
  private final int maxBody;
  private final StringBuilder form = new StringBuilder(0);
  private int bodySize;

  /**
   * Begins a request.
   *
   * @throws RequestFailure if it is wrong, so that its connection has to end
   */
  ArrivingRequest(HttpRequest head, int maxBody, boolean isLocal) {
    this.head = head;
    this.maxBody = maxBody;
    requireDecoded(head.decoderResult());
    requireKnownVersion();
    requireOneHost();
    if (isLocal) {
      WebPages.requireLoopback(head.headers().get(HttpHeaderNames.HOST));
      WebPages.requireLoopback(authority());
    }
    requireKnownLength();
    requireSize(HttpUtil.getContentLength(head, 0L));
  }

  /** Returns whether a body follows. */
  boolean hasBody() {
    return HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
  }

  static void requireDecoded(DecoderResult result) {
    if (result.isSuccess()) {
      return;
    }
    Throwable cause = result.cause();
    HttpResponseStatus status = HttpResponseStatus.BAD_REQUEST;
    if (cause instanceof TooLongHttpLineException) {
      status = HttpResponseStatus.REQUEST_URI_TOO_LONG;
    } else if (cause instanceof TooLongHttpHeaderException) {
      status = HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    throw new RequestFailure(status, "request must be valid HTTP/1.1 within the server's limits");
  }

  private void requireOneHost() {
    boolean isNeeded = head.protocolVersion().equals(HttpVersion.HTTP_1_1);
    int hosts = head.headers().getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || (isNeeded && hosts == 0)) {
      throw wrong("request must have one Host header: hosts=" + hosts);
    }
  }

  private void requireKnownVersion() {
    HttpVersion version = head.protocolVersion();
    if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
      throw new RequestFailure(
          HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED,
          "version must be HTTP/1.1 or HTTP/1.0: version=" + version);
    }
  }

  /** Rejects encodings that another server may understand in another way. */
  private void requireKnownLength() {
    HttpHeaders headers = head.headers();
    List<String> encodings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (encodings.isEmpty()) {
      return;
    }
    boolean isChunked =
        encodings.size() == 1
            && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0))
            && head.protocolVersion().equals(HttpVersion.HTTP_1_1);
    if (!isChunked) {
      throw wrong("Transfer-Encoding must be chunked, once, and in HTTP/1.1");
    }
  }

  private static RequestFailure wrong(String message) {
    return new RequestFailure(HttpResponseStatus.BAD_REQUEST, message);
  }

  private void requireSize(long bytes) {
    if (bytes > maxBody) {
      throw new RequestFailure(
          HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, "body must have at most bytes=" + maxBody);
    }
  }

  /**
   * Adds a part of the body.
   *
   * @throws RequestFailure if the body is too large
   */
  void add(ByteBuf content) {
    bodySize += content.readableBytes();
    requireSize(bodySize);
    if (bodySize > 0 && isForm()) {
      form.append(content.toString(StandardCharsets.ISO_8859_1)); // of ASCII, as it is encoded
    }
  }

  /** Returns about how many bytes of memory the request takes so far. */
  long bytes() {
    long bytes = form.capacity();
    bytes += head.uri().length();
    for (Map.Entry<String, String> header : head.headers()) {
      bytes += HEADER_BYTES + header.getKey().length() + header.getValue().length();
    }
    return bytes;
  }

  private boolean isForm() {
    CharSequence type = HttpUtil.getMimeType(head);
    return type != null && FORM.contentEquals(type.toString().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the request.
   *
   * @throws RequestFailure if it is wrong, so that its connection has to end
   */
  Request complete() {
    String target = target();
    int question = target.indexOf('?');
    return new Request(
        head.method(),
        question < 0 ? target : target.substring(0, question),
        question < 0 ? "" : target.substring(question + 1),
        form.isEmpty() ? NOT_FORM : form.toString(),
        head.headers().get(HttpHeaderNames.AUTHORIZATION),
        HttpUtil.isKeepAlive(head),
        WebPages.isForeign(head.headers()));
  }

  /** Returns the path and the parameters; proxies are sent the server's name before them. */
  private String target() {
    String uri = head.uri();
    if (uri.indexOf('#') >= 0) {
      throw wrong("path must not contain #, which is for browsers; encode it as %23");
    }
    if (uri.startsWith("/")) {
      return uri;
    }
    String authority = authority();
    if (authority == null) {
      throw wrong("request must be for a path that begins with a slash");
    }
    return uri.substring(SCHEME.length() + authority.length());
  }

  /** Returns the server's name in the target of a request to a proxy; null if there is none. */
  private @Nullable String authority() {
    String uri = head.uri();
    int path = isAbsolute(uri) ? uri.indexOf('/', SCHEME.length()) : -1;
    return path < 0 ? null : uri.substring(SCHEME.length(), path);
  }

  private static boolean isAbsolute(String uri) {
    return uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }
}
