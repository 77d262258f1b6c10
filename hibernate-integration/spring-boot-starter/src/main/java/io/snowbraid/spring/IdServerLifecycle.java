package io.snowbraid.spring;

import io.snowbraid.server.IdServer;
import io.snowbraid.spring.internal.NotConfiguredException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the embedded id server when all beans are ready, and stops it before any other bean, so
 * that its generators still work. Each start builds a new server, because a server starts only
 * once.
 *
 * <p>Spring calls this class from one thread.
 */
public final class IdServerLifecycle implements SmartLifecycle {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid.spring");

  private final IdServer.Builder builder;
  private volatile @Nullable IdServer running;

  /**
   * Creates a lifecycle; called by the auto-configuration.
   *
   * @param builder builds the server on each start
   */
  public IdServerLifecycle(IdServer.Builder builder) {
    this.builder = builder;
  }

  @Override
  public void start() {
    try {
      IdServer server = builder.build();
      server.start();
      running = server;
    } catch (LinkageError e) {
      throw new NotConfiguredException(
          "The id server needs Netty 4.2, but found another version: " + e.getMessage() + ".",
          "Use the Netty version of snowbraid-server; in Maven, set the property netty.version.");
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new NotConfiguredException(
          "The id server could not start: " + e.getMessage() + ".",
          "Change snowbraid.server.port or snowbraid.server.bind.");
    }
    LOGGER.log(System.Logger.Level.INFO, "id server listens on {0}", address().toString());
  }

  @Override
  public void stop() {
    IdServer server = running;
    running = null;
    if (server != null) {
      server.close();
    }
  }

  @Override
  public boolean isRunning() {
    return running != null;
  }

  /**
   * Returns the server's address.
   *
   * @return the address; its port is the one chosen if it was set to 0
   * @throws IllegalStateException if the server is not running
   */
  public InetSocketAddress address() {
    IdServer server = running;
    if (server == null) {
      throw new IllegalStateException("id server must be running, but is stopped");
    }
    return server.address();
  }
}
