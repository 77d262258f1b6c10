package io.snowbraid.server.internal.loop;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/**
 * Ends connections whose last answer was written. A connection is closed when the client has closed
 * its side, because closing it while bytes of the client are unread would destroy the last answers.
 */
public final class LastAnswer {

  private LastAnswer() {}

  /** Tells the client, after what was written before, that nothing more comes. */
  public static void end(Channel channel) {
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> sayGoodbye(channel));
  }

  private static void sayGoodbye(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      shutDownOutput(channel);
    } else {
      tls.closeOutbound().addListener(told -> shutDownOutput(channel));
    }
  }

  private static void shutDownOutput(Channel channel) {
    ((DuplexChannel) channel).shutdownOutput();
  }
}
