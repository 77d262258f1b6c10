package io.snowbraid.server;

import io.snowbraid.Layout;
import io.snowbraid.keyed.KeyedSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A server of numbers per key as the program runs it, on a free port. */
final class KeyServer implements AutoCloseable {

  private final RunningServer running;

  private KeyServer(RunningServer running) {
    this.running = running;
  }

  static KeyServer start(Store store) throws InterruptedException {
    return start(store, settings -> settings);
  }

  static KeyServer start(Store store, UnaryOperator<IdServer.Builder> settings)
      throws InterruptedException {
    return start(store, KeyedSettings.DEFAULT, settings);
  }

  static KeyServer start(Store store, KeyedSettings keyed, UnaryOperator<IdServer.Builder> settings)
      throws InterruptedException {
    IdServer.Builder builder = settings.apply(IdServer.builder().port(0).threads(1));
    builder.settings().keyedPlan = new KeyedPlan(true, keyed, Optional.empty());
    RunningServer running = RunningServer.start(store, Layout.DEFAULT, builder);
    running.awaitSlots();
    return new KeyServer(running);
  }

  InetSocketAddress address() {
    return running.server().address();
  }

  InetSocketAddress httpAddress() {
    return running.server().httpAddress().orElseThrow();
  }

  RespClient connect() throws IOException {
    return new RespClient(address());
  }

  @Override
  public void close() {
    running.close();
  }
}
