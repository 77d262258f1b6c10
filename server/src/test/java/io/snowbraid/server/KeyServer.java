package io.snowbraid.server;

import io.snowbraid.server.program.LineSettings;
import io.snowbraid.server.program.RunningServer;
import io.snowbraid.server.program.Settings;
import io.snowbraid.server.program.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.UnaryOperator;

/** A server of numbers per key as the program runs it, on a free port. */
public final class KeyServer implements AutoCloseable {

  private final RunningServer running;

  private KeyServer(RunningServer running) {
    this.running = running;
  }

  public static KeyServer start(Store store) throws InterruptedException {
    return start(store, settings -> settings);
  }

  public static KeyServer start(Store store, UnaryOperator<IdServer.Builder> settings)
      throws InterruptedException {
    return start(store, settings, LineSettings.of());
  }

  static KeyServer start(Store store, String... arguments) throws InterruptedException {
    return start(store, settings -> settings, LineSettings.of(arguments));
  }

  private static KeyServer start(
      Store store, UnaryOperator<IdServer.Builder> builder, Settings settings)
      throws InterruptedException {
    RunningServer running =
        RunningServer.start(store, builder.apply(IdServer.builder().port(0).threads(1)), settings);
    running.awaitSlots();
    return new KeyServer(running);
  }

  public InetSocketAddress address() {
    return running.server().address();
  }

  InetSocketAddress httpAddress() {
    return running.server().httpAddress().orElseThrow();
  }

  public RespClient connect() throws IOException {
    return new RespClient(address());
  }

  @Override
  public void close() {
    running.close();
  }
}
