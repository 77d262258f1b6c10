package io.snowbraid.server.internal.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.util.List;

/** Encodes responses, and counts their bytes. */
final class ResponseEncoder extends HttpResponseEncoder {

  private int written;

  @Override
  protected void encode(ChannelHandlerContext context, Object message, List<Object> out)
      throws Exception {
    super.encode(context, message, out);
    for (Object part : out) {
      if (part instanceof ByteBuf bytes) {
        written += bytes.readableBytes();
      }
    }
  }

  /** Returns how many bytes were encoded since this was asked last. */
  int takeWritten() {
    int bytes = written;
    written = 0;
    return bytes;
  }
}
