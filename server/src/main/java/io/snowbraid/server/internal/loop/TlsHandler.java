package io.snowbraid.server.internal.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * Encrypts a connection, and measures and limits the memory for that. {@link #reader} must be the
 * next handler.
 */
public final class TlsHandler extends SslHandler {

  /** The approximate memory of an encrypted connection, as measured with JDK 17. */
  static final long OWN_BYTES = 10_000;

  /** The length of a handshake without a client certificate, with room for large key shares. */
  private static final int MAX_SILENT_BYTES = 4_096;

  /** The length of an ordinary handshake. */
  private static final int USUAL_SILENT_BYTES = 800;

  /**
   * The JDK turns each byte of a handshake message into up to 13 bytes of lists, and keeps some.
   */
  private static final long BYTES_PER_BYTE = 13;

  /** How many bytes have arrived that belong to no request, such as a handshake. */
  private long silentBytes;

  private long mostSilentBytes;

  public TlsHandler(SSLEngine engine) {
    super(engine);
    setHandshakeTimeoutMillis(0); // the stall timeout applies, is logged and counted
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    silentBytes += ((ByteBuf) message).readableBytes();
    super.channelRead(context, message);
    long taken = silentBytes - internalBuffer().readableBytes();
    mostSilentBytes = Math.max(mostSilentBytes, taken);
    if (taken > MAX_SILENT_BYTES) {
      throw new SSLException(
          "TLS messages must not exceed " + MAX_SILENT_BYTES + " bytes, but have " + taken);
    }
  }

  /** Returns a handler that records that bytes belonged to requests. */
  public ChannelInboundHandlerAdapter reader() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        silentBytes = 0;
        context.fireChannelRead(message);
      }
    };
  }

  /** Returns the approximate memory of encryption in bytes. */
  long bytes() {
    long unusual = Math.max(0, mostSilentBytes - USUAL_SILENT_BYTES);
    return OWN_BYTES + internalBuffer().capacity() + BYTES_PER_BYTE * unusual;
  }
}
