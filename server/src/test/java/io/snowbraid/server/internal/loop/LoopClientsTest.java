package io.snowbraid.server.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowbraid.server.internal.services.Statistics;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests which connections are closed for others, in simulated time. */
class LoopClientsTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final Statistics statistics = new Statistics();
  private final Set<String> ended = new LinkedHashSet<>();
  private Runnable tick = () -> {};

  private LoopClients clientsOf(long maxBytes) {
    LoopClients clients = new LoopClients(new DefaultEventLoop(), HOUR, HOUR, () -> maxBytes);
    clients.start((loop, millis, ticking) -> tick = ticking);
    return clients;
  }

  private void pass(int ticks) {
    for (int i = 0; i < ticks; i++) {
      tick.run();
    }
  }

  /** A connection that takes as much memory as it is told to. */
  private class Client extends LoopConnection<Void> {

    private final String name;
    private long held;
    boolean hasTurned;

    Client(String name, LoopClients clients) {
      super(LoopClientsTest.this.statistics, clients, new EmbeddedChannel());
      this.name = name;
      channel.pipeline().addLast(this);
      channel.pipeline().fireChannelActive();
      active();
      progressed();
    }

    void take(long more) {
      held += more;
      channel.pipeline().fireChannelReadComplete();
    }

    boolean isConnected() {
      return channel.isActive();
    }

    @Override
    protected void takeTurn() {
      hasTurned = true;
    }

    @Override
    protected void discard() {
      ended.add(name);
    }

    @Override
    protected boolean awaitsClient() {
      return false;
    }

    @Override
    protected long heldBytes() {
      return held;
    }
  }

  @Test
  void whatTookMostForLongestEndsFirst() {
    LoopClients clients = clientsOf(100_000);
    Client longest = new Client("longest", clients);
    longest.take(20_000);
    pass(3);
    new Client("usual", clients).take(8_000);
    new Client("small", clients).take(10_000);
    new Client("large", clients).take(32_000);
    Client last = new Client("last", clients);
    last.take(30_000);
    assertThat(ended).isEmpty();
    last.take(1);
    assertThat(ended).containsExactly("longest");
    assertThat(longest.isConnected()).isFalse();
    new Client("largest", clients).take(40_000);
    assertThat(ended).containsExactly("longest", "largest");
    last.take(20_000);
    assertThat(ended).containsExactly("longest", "largest", "last");
    assertThat(statistics.dropped.sum()).isEqualTo(3);
  }

  @Test
  void amongUsualOnesTheSilentEndFirstThenTheLargestThenTheLatest() {
    LoopClients clients = clientsOf(20_000);
    new Client("silent", clients).take(5_000);
    pass(3);
    new Client("early", clients).take(5_000);
    new Client("late", clients).take(5_000);
    Client large = new Client("large", clients);
    large.take(5_001);
    assertThat(ended).containsExactly("silent");
    large.take(2_999);
    new Client("third", clients).take(5_000);
    assertThat(ended).containsExactly("silent", "large");
    new Client("fourth", clients).take(5_000);
    new Client("fifth", clients).take(5_000);
    assertThat(ended).containsExactly("silent", "large", "fifth", "fourth");
  }

  @Test
  void answersThatWereSentMeanwhileMakeRoom() {
    LoopClients clients = clientsOf(20_000);
    Client reader = new Client("reader", clients);
    reader.take(18_000);
    reader.held = 2_000;
    new Client("other", clients).take(10_000);
    assertThat(ended).isEmpty();
  }

  /** A connection that was silent for long makes room before those that were not for so long. */
  @Test
  void placeIsThatOfTheConnectionSilentForLongest() {
    LoopClients clients = clientsOf(20_000);
    Client silent = new Client("silent", clients);
    pass(2);
    Client recent = new Client("recent", clients);
    pass(1);
    assertThat(clients.evict(null)).isTrue();
    assertThat(silent.isConnected()).isFalse();
    assertThat(clients.evict(null)).as("recent has to be given time").isFalse();
    pass(1);
    assertThat(clients.evict(null)).isTrue();
    assertThat(recent.isConnected()).isFalse();
  }

  @Test
  void connectionThatFailsHarmsNoOther() {
    LoopClients clients = clientsOf(20_000);
    Client checked =
        new Client("checked", clients) {
          @Override
          protected boolean awaitsClient() {
            throw new StackOverflowError("of a connection");
          }
        };
    Client calm = new Client("calm", clients);
    pass(1);
    assertThat(checked.isConnected()).isFalse();
    Client turned =
        new Client("turned", clients) {
          @Override
          protected void takeTurn() {
            throw new IllegalStateException("of a connection");
          }
        };
    Client last = new Client("last", clients);
    clients.drain();
    assertThat(turned.isConnected()).isFalse();
    assertThat(calm.isConnected()).isTrue();
    assertThat(calm.hasTurned).isTrue();
    assertThat(last.hasTurned).isTrue();
  }
}
