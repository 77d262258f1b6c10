package io.snowbraid.server.internal.loop;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * How bytes are sent and received: by the system's own means where Netty has them, otherwise by
 * those of the JDK.
 */
public record Transport(EventLoopGroup loops, Class<? extends ServerChannel> channelType) {

  public static Transport open(int threads) {
    boolean isNative = Epoll.isAvailable();
    IoHandlerFactory handlers = isNative ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new Transport(
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory("snowbraid-server", true), handlers),
        isNative ? EpollServerSocketChannel.class : NioServerSocketChannel.class);
  }
}
