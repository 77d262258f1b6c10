package io.snowbraid.server.internal.loop;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownEvent;

/**
 * Answers clients that say at once that nothing more comes from them, as {@code nc -N} does: the
 * connection ends when they have their answers. To be the first handler, whereas the connection is
 * the last one.
 */
public final class HalfClosure extends ChannelInboundHandlerAdapter {

  private boolean isInputEnded;
  private boolean isOutputEnded;

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    isInputEnded |= event instanceof ChannelInputShutdownEvent;
    isOutputEnded |= event instanceof ChannelOutputShutdownEvent;
    context.fireUserEventTriggered(event);
    if (isInputEnded && isOutputEnded) {
      context.close();
    } else if (event instanceof ChannelInputShutdownEvent
        && context.pipeline().last() instanceof LoopClient client) {
      client.drain();
    }
  }
}
