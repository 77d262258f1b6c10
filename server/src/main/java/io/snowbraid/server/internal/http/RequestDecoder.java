package io.snowbraid.server.internal.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.util.List;

/** Decodes requests, and knows whether one has begun that is not complete yet. */
final class RequestDecoder extends HttpRequestDecoder {

  private boolean hasRead;

  /** Whether a first line has been decoded, and not yet the end of its headers. */
  private boolean isInHead;

  RequestDecoder(int maxBytes) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(maxBytes / 2)
            .setMaxHeaderSize(maxBytes / 2)
            .setMaxChunkSize(maxBytes)
            .setStrictLineParsing(true)
            .setUseRfc9112TransferEncoding(true));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    hasRead = true;
    super.channelRead(context, message);
  }

  /** Returns whether bytes have arrived since this was asked last. */
  boolean takeRead() {
    boolean read = hasRead;
    hasRead = false;
    return read;
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) throws Exception {
    isInHead = true;
    return super.createMessage(initialLine);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    super.decode(context, buffer, out);
    isInHead &= out.isEmpty();
  }

  /** Returns whether bytes have arrived that are part of no request yet. */
  boolean hasRest() {
    return isInHead || actualReadableBytes() > 0;
  }

  /**
   * Refuses a request with two lengths. Two servers in a row may choose different ones, and then
   * disagree on where the next request begins.
   */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException(
        "request must have one length: it has both "
            + HttpHeaderNames.CONTENT_LENGTH
            + " and "
            + HttpHeaderNames.TRANSFER_ENCODING);
  }
}
