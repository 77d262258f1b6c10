package io.snowbraid.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.access.Authenticator;
import io.snowbraid.server.internal.http.HttpConnection;
import io.snowbraid.server.internal.http.Router;
import io.snowbraid.server.internal.legacy.LegacyApis;
import io.snowbraid.server.internal.loop.LoopConnection;
import io.snowbraid.server.internal.loop.TlsHandler;
import io.snowbraid.server.internal.resp.Connection;
import io.snowbraid.server.internal.resp.LoopResources;
import io.snowbraid.server.internal.services.Figures;
import io.snowbraid.server.internal.services.HeapShare;
import io.snowbraid.server.internal.services.Queues;
import io.snowbraid.server.internal.services.Services;
import io.snowbraid.server.internal.services.Statistics;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Accepts connections, and closes them at shutdown. */
final class Listener implements AutoCloseable {

  private static final int BACKLOG = 1_024;
  private static final int MAX_BYTES_PER_READ = 1 << 14;

  private static final String REFUSAL = "-ERR max number of clients reached\r\n";
  private static final String HTTP_REFUSAL =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  /** Whether Netty has native transport for this system. */
  private static final boolean IS_EPOLL = Epoll.isAvailable();

  private final EventLoopGroup loops;
  private final long drainMillis;
  private final Authenticator authenticator;
  private final Services services;
  private volatile @Nullable Tls tls;
  private final Map<EventExecutor, LoopResources> resources = new HashMap<>();
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel channel;
  private final @Nullable Channel httpChannel;
  private final AtomicBoolean isDraining = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Starts listening. */
  Listener(ServerSettings settings) {
    Snowflake ids = Objects.requireNonNull(settings.ids);
    SegmentGenerators segments = Objects.requireNonNull(settings.segments);
    HttpSettings http = settings.http;
    Statistics statistics = new Statistics();
    Queues queues = Queues.open();
    drainMillis = settings.drain.toMillis();
    tls = settings.tls;
    authenticator = new Authenticator(settings.users.accounts());
    services =
        new Services(
            ids,
            segments,
            settings.blocks,
            settings.keyed,
            settings.keyedWait,
            settings.limits,
            authenticator,
            queues,
            statistics,
            new Figures(ids, segments, settings.keyed, statistics, queues),
            isDraining::get,
            settings.nanoTime);
    HeapShare heap =
        new HeapShare(
            Runtime.getRuntime().maxMemory(),
            settings.limits.maxConnections(),
            settings.keyed,
            segments);
    loops =
        new MultiThreadIoEventLoopGroup(
            settings.threads,
            new DefaultThreadFactory("snowbraid-server", true),
            IS_EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    try {
      for (EventExecutor loop : loops) {
        LoopResources shared =
            new LoopResources(
                services, (EventLoop) loop, () -> heap.forConnections() / settings.threads);
        shared.clients.start(settings.ticker);
        resources.put(loop, shared);
      }
      // first, because reading tokens may fail
      httpChannel = http == null ? null : bindHttp(settings, http);
      channel =
          bind(
              new InetSocketAddress(settings.address, settings.port),
              (accepted, shared) -> new Connection(shared, accepted),
              REFUSAL,
              http != null);
    } catch (Throwable e) {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw e;
    }
  }

  private Channel bindHttp(ServerSettings settings, HttpSettings http) {
    Router router =
        new Router(
            services, http, (routes, numbers) -> LegacyApis.add(routes, services, numbers, http));
    return bind(
        new InetSocketAddress(settings.address, http.port()),
        (accepted, shared) -> new HttpConnection(services, router, shared.clients, accepted),
        HTTP_REFUSAL,
        true);
  }

  /**
   * Starts listening.
   *
   * @param protocol creates the last handler of a connection
   * @param refusal tells a client that there are too many connections
   * @param hasOtherPort whether to reserve connections for the clients of another port
   */
  private Channel bind(
      InetSocketAddress address,
      BiFunction<Channel, LoopResources, LoopConnection<?>> protocol,
      String refusal,
      boolean hasOtherPort) {
    ServerLimits limits = services.limits();
    PortConnections places =
        new PortConnections(services.statistics(), limits.maxConnections(), hasOtherPort);
    SocketProtocolFamily family = // an IPv6 socket on 0.0.0.0 listens on :: instead
        address.getAddress() instanceof Inet4Address
            ? SocketProtocolFamily.INET
            : SocketProtocolFamily.INET6;
    ChannelFactory<ServerChannel> channels =
        () ->
            IS_EPOLL
                ? new EpollServerSocketChannel(family)
                : new NioServerSocketChannel(SelectorProvider.provider(), family);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channelFactory(channels)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, tls == null) // TLS closes both sides
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(256, 1_024, MAX_BYTES_PER_READ)
                    .maxMessagesPerRead(1))
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(limits.maxUnsentBytes() / 2, limits.maxUnsentBytes()))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    if (places.take() || (evictFor(accepted) && places.take())) {
                      accept(accepted, protocol, places);
                    } else {
                      refuse(accepted, refusal);
                    }
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      Throwable cause = bound.cause();
      throw new IllegalStateException(
          "server cannot listen on "
              + NetUtil.toSocketAddressString(address)
              + ": "
              + (cause == null ? "cancelled" : cause.getMessage())
              + "; choose another address or port",
          cause);
    }
    return bound.channel();
  }

  /**
   * Closes the longest-idle connection of the same port and event loop. Other loops have their own
   * connections, and new connections are assigned to the loops in rotation.
   */
  private boolean evictFor(Channel accepted) {
    return resourcesOf(accepted).clients.evict(accepted.parent());
  }

  private LoopResources resourcesOf(Channel accepted) {
    return Objects.requireNonNull(resources.get(accepted.eventLoop()), "loop");
  }

  private void accept(
      Channel accepted,
      BiFunction<Channel, LoopResources, LoopConnection<?>> protocol,
      PortConnections places) {
    accepted.closeFuture().addListener(closed -> places.release());
    Tls encryption = tls;
    if (encryption != null) {
      TlsHandler handler = encryption.newHandler(accepted.alloc());
      accepted.pipeline().addLast(handler, handler.reader());
    }
    accepted.pipeline().addLast(protocol.apply(accepted, resourcesOf(accepted)));
    connections.add(accepted);
  }

  /** Closes a connection. The client is told the reason unless that requires a TLS handshake. */
  private void refuse(Channel accepted, String reason) {
    services.statistics().refusals.log("too many connections", accepted.remoteAddress());
    ByteBuf refusal =
        tls == null ? ByteBufUtil.writeUtf8(accepted.alloc(), reason) : Unpooled.EMPTY_BUFFER;
    accepted.writeAndFlush(refusal).addListener(ChannelFutureListener.CLOSE);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  @Nullable InetSocketAddress httpAddress() {
    return httpChannel == null ? null : (InetSocketAddress) httpChannel.localAddress();
  }

  /** Uses another certificate for new connections. */
  void replaceTls(Tls encryption) {
    if (tls == null) {
      throw new IllegalStateException(
          "server must be started with TLS before its certificate can be replaced");
    }
    tls = encryption;
  }

  void replaceUsers(Users users) {
    authenticator.replace(users.accounts());
    if (!loops.isShuttingDown()) {
      resources.forEach((loop, shared) -> loop.execute(shared.clients::recheckLogins));
    }
  }

  /** Reports that the server is no longer ready. */
  void announceShutdown() {
    isDraining.set(true);
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    announceShutdown();
    channel.close().awaitUninterruptibly();
    if (httpChannel != null) {
      httpChannel.close().awaitUninterruptibly();
    }
    resources.forEach((loop, shared) -> loop.execute(shared.clients::drain));
    connections.newCloseFuture().awaitUninterruptibly(drainMillis);
    connections.close().awaitUninterruptibly();
    services.queues().close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
