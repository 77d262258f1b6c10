package io.snowbraid.server.internal.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * Encrypts a connection, knows how much memory that takes, and bounds it. {@link #reader} has to be
 * its next handler.
 */
public final class TlsHandler extends SslHandler {

  /** About what the state of an encrypted connection takes, as measured with JDK 17. */
  static final long OWN_BYTES = 10_000;

  /** What handshakes have without a certificate of the client, with space for large key shares. */
  private static final int MAX_SILENT_BYTES = 4_096;

  /** What an ordinary handshake has. */
  private static final int USUAL_SILENT_BYTES = 800;

  /** The JDK makes lists of a message, of up to so many bytes for each, and keeps some of them. */
  private static final long BYTES_PER_BYTE = 13;

  /** How many bytes have come that are no part of a request, such as those of a handshake. */
  private long silentBytes;

  private long mostSilentBytes;

  public TlsHandler(SSLEngine engine) {
    super(engine);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    silentBytes += ((ByteBuf) message).readableBytes();
    super.channelRead(context, message);
    long taken = silentBytes - internalBuffer().readableBytes();
    mostSilentBytes = Math.max(mostSilentBytes, taken);
    if (taken > MAX_SILENT_BYTES) {
      throw new SSLException(
          "messages of TLS must have at most " + MAX_SILENT_BYTES + " bytes: " + taken);
    }
  }

  /** Returns a handler that notes that bytes were parts of requests. */
  public ChannelInboundHandlerAdapter reader() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        silentBytes = 0;
        context.fireChannelRead(message);
      }
    };
  }

  /** Returns about how many bytes of memory encryption takes. */
  long bytes() {
    long unusual = Math.max(0, mostSilentBytes - USUAL_SILENT_BYTES);
    return OWN_BYTES + internalBuffer().capacity() + BYTES_PER_BYTE * unusual;
  }
}
