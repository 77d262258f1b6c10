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

  /** The most that a header takes for each byte of its text. */
  private static final long BYTES_PER_BYTE = 32;

  private boolean hasRead;

  /** Whether a first line has been decoded, and not yet the end of its headers. */
  private boolean isInHead;

  /** How many bytes were taken that have led to nothing yet, such as the first headers. */
  private long silentBytes;

  /** The most bytes that one look at a head took, of which the parser keeps a copy of a line. */
  private long longest;

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
    int before = buffer.readerIndex();
    super.decode(context, buffer, out);
    int taken = buffer.readerIndex() - before;
    silentBytes = out.isEmpty() ? silentBytes + taken : 0;
    longest = isInHead ? Math.max(longest, taken) : longest;
    isInHead &= out.isEmpty();
  }

  /** Returns about how many bytes of memory the decoder takes as long as it is there. */
  long ownBytes() {
    return 2 * longest;
  }

  /**
   * Returns about how many bytes of memory the request takes that is being decoded. Short headers
   * take many times what they have as text.
   */
  long keptBytes() {
    return internalBuffer().capacity() + BYTES_PER_BYTE * silentBytes;
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
