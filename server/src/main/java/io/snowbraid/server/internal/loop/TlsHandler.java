package io.snowbraid.server.internal.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;

/** Encrypts a connection, and knows how much memory that takes. */
public final class TlsHandler extends SslHandler {

  /** About what the state of an encrypted connection takes, as measured with JDK 17. */
  static final long OWN_BYTES = 10_000;

  /** Messages of a handshake that may be kept until they are complete. */
  private long handshakeBytes;

  public TlsHandler(SSLEngine engine) {
    super(engine);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (!handshakeFuture().isDone()) {
      handshakeBytes += ((ByteBuf) message).readableBytes();
    }
    super.channelRead(context, message);
    if (handshakeFuture().isDone()) {
      handshakeBytes = 0;
    }
  }

  /** Returns how many bytes are kept because a message or a handshake is not complete. */
  long keptBytes() {
    return handshakeBytes + internalBuffer().capacity();
  }
}
