package io.snowbraid.server.internal.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Makes responses of answers. Used by the thread of one event loop. */
final class Responses {

  private static final HttpHeadersFactory HEADERS =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final InstantSource clock;
  private long second = Long.MIN_VALUE;
  private AsciiString date = AsciiString.EMPTY_STRING;

  Responses(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Makes a response.
   *
   * @param isHead whether only its headers are wanted
   * @param isKeptAlive whether the connection continues
   */
  FullHttpResponse of(Answer answer, boolean isHead, boolean isKeptAlive) {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            answer.status(),
            isHead ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body),
            HEADERS.newHeaders(),
            EmptyHttpHeaders.INSTANCE);
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, answer.type());
    headers.setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
    headers.set(HttpHeaderNames.DATE, date());
    headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE); // or ids come twice
    headers.set(
        HttpHeaderNames.CONNECTION,
        isKeptAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
    AsciiString further = answer.header();
    if (further != null) {
      headers.set(further, answer.value());
    }
    return response;
  }

  /** Makes the answer to a client that asks whether to send the body of its request. */
  static FullHttpResponse goOn() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1,
        HttpResponseStatus.CONTINUE,
        Unpooled.EMPTY_BUFFER,
        HEADERS.newHeaders(),
        EmptyHttpHeaders.INSTANCE);
  }

  private AsciiString date() {
    long now = Math.floorDiv(clock.millis(), 1_000L);
    if (now != second) {
      second = now;
      date = new AsciiString(DATE.format(Instant.ofEpochSecond(now)));
    }
    return date;
  }
}
