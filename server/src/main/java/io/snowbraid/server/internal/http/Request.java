package io.snowbraid.server.internal.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A request. Its body may not be complete yet. */
public final class Request {

  private static final int MAX_PARAMETERS = 64;

  /** The approximate memory of a request without its texts. */
  private static final long OWN_BYTES = 500;

  /** The replacement for text that is not UTF-8. */
  private static final String REPLACEMENT = "\uFFFD";

  private static final String FORM = "application/x-www-form-urlencoded";

  /** The start of the target in a request to a proxy. */
  private static final String SCHEME = "http://";

  /** The approximate memory of a header or body part without its text. */
  private static final long PART_BYTES = 160;

  /** The target before the parameters, as sent. */
  public final String path;

  final HttpMethod method;

  /** The Authorization header; null if there is none. */
  final @Nullable String authorization;

  final boolean isKeptAlive;

  /** Whether a browser sent the request for a web page from another origin. */
  final boolean isOfForeignPage;

  private final String query;
  private final boolean isForm;
  private final int maxBody;
  private final StringBuilder form = new StringBuilder(0);
  private long bodySize;

  /**
   * Starts a request.
   *
   * @param isLocal whether the request must name the loopback as its host
   * @throws RequestFailure if the request is invalid and its connection must close
   */
  Request(HttpRequest head, int maxBody, boolean isLocal) {
    HttpHeaders headers = head.headers();
    requireKnownVersion(head.protocolVersion());
    requireOneHostAndLogin(head);
    String authority = authority(head.uri());
    if (isLocal) {
      WebPages.requireLoopback(headers.get(HttpHeaderNames.HOST));
      WebPages.requireLoopback(authority);
    }
    requireKnownLength(head);
    this.maxBody = maxBody;
    requireSize(HttpUtil.getContentLength(head, 0L));
    String target = target(head.uri(), authority);
    int question = target.indexOf('?');
    this.method = head.method();
    this.path = question < 0 ? target : target.substring(0, question);
    this.query = question < 0 ? "" : target.substring(question + 1);
    this.authorization = headers.get(HttpHeaderNames.AUTHORIZATION);
    this.isKeptAlive = HttpUtil.isKeepAlive(head);
    this.isOfForeignPage = WebPages.isForeign(headers);
    CharSequence type = HttpUtil.getMimeType(head);
    this.isForm = type != null && FORM.equalsIgnoreCase(type.toString());
  }

  static void requireDecoded(DecoderResult result) {
    if (result.isSuccess()) {
      return;
    }
    HttpResponseStatus status = HttpResponseStatus.BAD_REQUEST;
    if (result.cause() instanceof TooLongHttpLineException) {
      status = HttpResponseStatus.REQUEST_URI_TOO_LONG;
    } else if (result.cause() instanceof TooLongHttpHeaderException) {
      status = HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    throw new RequestFailure(status, "request must be valid HTTP/1.1 within the server's limits");
  }

  private static void requireKnownVersion(HttpVersion version) {
    if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
      throw new RequestFailure(
          HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED,
          "version must be HTTP/1.1 or HTTP/1.0: version=" + version);
    }
  }

  private static void requireOneHostAndLogin(HttpRequest head) {
    int hosts = head.headers().getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || (hosts == 0 && head.protocolVersion().equals(HttpVersion.HTTP_1_1))) {
      throw wrong("request must have one Host header: hosts=" + hosts);
    }
    if (head.headers().getAll(HttpHeaderNames.AUTHORIZATION).size() > 1) {
      throw wrong("request must have at most one Authorization header");
    }
  }

  /** Rejects encodings that another server may interpret differently. */
  private static void requireKnownLength(HttpRequest head) {
    List<String> encodings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    boolean isChunked =
        encodings.size() == 1
            && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0))
            && head.protocolVersion().equals(HttpVersion.HTTP_1_1);
    if (!encodings.isEmpty() && !isChunked) {
      throw wrong("Transfer-Encoding must be chunked, once, and in HTTP/1.1");
    }
  }

  /** Returns the server's name in the target of a request to a proxy; null if there is none. */
  private static @Nullable String authority(String uri) {
    boolean isAbsolute = uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    int end = isAbsolute ? uri.indexOf('/', SCHEME.length()) : -1;
    return end < 0 ? null : uri.substring(SCHEME.length(), end);
  }

  /**
   * Returns the path and parameters, without the server's name that a request to a proxy contains.
   */
  private static String target(String uri, @Nullable String authority) {
    if (uri.indexOf('#') >= 0) {
      throw wrong("path must not contain #, which is for browsers; encode it as %23");
    }
    if (uri.startsWith("/")) {
      return uri;
    }
    if (authority == null) {
      throw wrong("path must begin with a slash");
    }
    return uri.substring(SCHEME.length() + authority.length());
  }

  private static RequestFailure wrong(String message) {
    return new RequestFailure(HttpResponseStatus.BAD_REQUEST, message);
  }

  private void requireSize(long bytes) {
    if (bytes > maxBody) {
      throw new RequestFailure(
          HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
          "body must not exceed " + maxBody + " bytes");
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
    if (isForm) {
      form.append(content.toString(StandardCharsets.ISO_8859_1)); // of ASCII, as it is encoded
    }
  }

  long bytes() {
    return OWN_BYTES
        + path.length()
        + query.length()
        + form.capacity()
        + (authorization == null ? 0 : authorization.length());
  }

  /** Returns the approximate memory of a part of a request in bytes. */
  static long bytes(HttpObject part) {
    long bytes = PART_BYTES;
    if (part instanceof HttpRequest head) {
      bytes += OWN_BYTES + head.uri().length();
      for (Map.Entry<String, String> header : head.headers()) {
        bytes += PART_BYTES + header.getKey().length() + header.getValue().length();
      }
    }
    if (part instanceof HttpContent body && body.content().isReadable()) {
      ByteBuf whole = body.content().unwrap(); // which a slice keeps in memory
      bytes += (whole == null ? body.content() : whole).capacity();
    }
    return bytes;
  }

  /**
   * Returns a parameter, the first if it is repeated, like the servers of Leaf, Tinyid and
   * Camellia; null if it is missing.
   */
  public @Nullable String parameter(String name) {
    List<String> inQuery = values(query, name);
    List<String> values = inQuery.isEmpty() ? values(form.toString(), name) : inQuery;
    return values.isEmpty() ? null : requireUtf8(name, values.get(0));
  }

  /**
   * Returns a parameter that must not be repeated; null if it is missing.
   *
   * @throws RequestFailure if it is repeated
   */
  @Nullable String onlyParameter(String name) {
    List<String> values = new ArrayList<>(values(query, name));
    values.addAll(values(form.toString(), name));
    if (values.size() > 1) {
      String given =
          values.stream()
              .limit(2)
              .map(value -> name + "=" + shown(value))
              .collect(Collectors.joining(", "));
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST, name + " must be given only once: " + given);
    }
    return values.isEmpty() ? null : requireUtf8(name, values.get(0));
  }

  /**
   * Returns a parameter that must be given once.
   *
   * @throws RequestFailure if it is missing or repeated
   */
  String requiredParameter(String name) {
    String value = onlyParameter(name);
    if (value == null) {
      throw wrong(name + " must be given; add it as in ?" + name + "=1000");
    }
    return value;
  }

  /**
   * Checks that no other parameters are given, such as misspelled ones.
   *
   * @throws RequestFailure if there are others
   */
  void requireOnly(List<String> known) {
    for (String encoded : List.of(query, form.toString())) {
      for (String name : parameters(encoded).keySet()) {
        if (!known.contains(name)) {
          throw wrong("parameter must be one of " + known + ", but is " + shown(name));
        }
      }
    }
  }

  private static List<String> values(String encoded, String name) {
    return parameters(encoded).getOrDefault(name, List.of());
  }

  private static Map<String, List<String>> parameters(String encoded) {
    if (encoded.isEmpty()) { // as of most requests
      return Map.of();
    }
    boolean hasPath = false;
    boolean isSemicolonText = true;
    return new QueryStringDecoder(
            encoded, StandardCharsets.UTF_8, hasPath, MAX_PARAMETERS, isSemicolonText)
        .parameters();
  }

  /** Returns the last segment of the path. */
  public String lastOfPath() {
    String encoded = path.substring(path.lastIndexOf('/') + 1);
    return requireUtf8("path", new QueryStringDecoder(encoded).path());
  }

  private static String requireUtf8(String name, String value) {
    if (value.contains(REPLACEMENT)) {
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST, name + " must be UTF-8, but is " + value);
    }
    return value;
  }

  /** Returns a numeric parameter, or a default if it is missing. */
  long number(String name, long missing) {
    String value = onlyParameter(name);
    return value == null ? missing : number(name, value);
  }

  static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST,
          name + " must be a 64-bit integer, but is " + shown(value));
    }
  }

  private static String shown(String value) {
    return value.length() <= 64 ? value : value.substring(0, 64) + "...";
  }

  /** Describes the request for logs, without its parameters and secrets. */
  @Override
  public String toString() {
    return "Request[" + method + " " + path + "]";
  }
}
