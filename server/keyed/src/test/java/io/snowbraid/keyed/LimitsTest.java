package io.snowbraid.keyed;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.testing.Limits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests on the real clock how long numbers are issued, and how long the end takes. */
@Tag("limits")
class LimitsTest {

  private static final Duration LEASE = KeyedSettings.DEFAULT.lease();

  /** After a lease and the margin, for which a server waits before it takes the slots of others. */
  private static final Duration UNTIL_OTHERS_TAKE = LEASE.multipliedBy(7).dividedBy(5);

  private static final Logger LOG = Logger.getLogger("io.snowbraid");

  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeEach
  void mute() {
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void release() {
    end.countDown();
    LOG.setLevel(null);
  }

  private enum Fault {
    HUNG,
    FAILING
  }

  /** A store in memory that one fault befalls, with a server that serves all slots. */
  private final class Rig {

    private final MemoryKeyedStore memory = new MemoryKeyedStore();
    private volatile Runnable onCall = () -> {};

    /** When the last renewal that was answered reached the store. */
    private volatile long renewedAt = System.nanoTime();

    private final KeyedNode node = KeyedNode.open(store(), "127.0.0.1:1", KeyedSettings.DEFAULT);

    Rig() {
      await().atMost(ofMinutes(1)).until(() -> node.status().slots().held() == KeySlot.COUNT);
    }

    private KeyedStore store() {
      return (KeyedStore)
          Proxy.newProxyInstance(
              LimitsTest.class.getClassLoader(),
              new Class<?>[] {KeyedStore.class},
              (proxy, method, args) -> {
                long began = System.nanoTime();
                if (method.getDeclaringClass() == KeyedStore.class) {
                  onCall.run();
                }
                try {
                  Object result = method.invoke(memory, args);
                  if (method.getReturnType() == boolean.class) { // rows of servers
                    renewedAt = began;
                  }
                  return result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    void suffer(Fault fault) {
      onCall =
          switch (fault) {
            case HUNG -> this::hang;
            case FAILING ->
                () -> {
                  throw new KeyedStoreException("store failed");
                };
          };
    }

    private void hang() {
      boolean isInterrupted = false;
      while (true) {
        try {
          end.await();
          break;
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void numbersEndWithTheLease(Fault fault) {
    assertThat(Limits.assertEndsAt(LEASE, () -> untilRefused(fault))).isNull();
  }

  /**
   * Asks until a call is refused. The lease has begun before, with the last renewal that was
   * answered, so this waits as long again.
   */
  private Runnable untilRefused(Fault fault) {
    Rig rig = new Rig();
    rig.suffer(fault);
    return () -> {
      long before = System.nanoTime() - rig.renewedAt;
      while (rig.node.last(0, 1, System.nanoTime()) != KeyedNumbers.UNAVAILABLE) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
      long until = System.nanoTime() + before;
      while (System.nanoTime() < until) {
        LockSupport.parkNanos(until - System.nanoTime());
      }
    };
  }

  @Test
  void closingEndsOnceTheSlotsAreHandedOver() {
    assertThat(Limits.assertEndsWithin(Duration.ofSeconds(5), () -> new Rig().node::close))
        .isNull();
  }

  @Test
  void closingAStoreThatFailsEndsWhenOthersTakeTheSlots() {
    assertThat(Limits.assertEndsAt(UNTIL_OTHERS_TAKE, () -> closing(Fault.FAILING))).isNull();
  }

  @Test
  void closingAStoreThatHangsEndsALeaseAfterThat() {
    assertThat(Limits.assertEndsAt(UNTIL_OTHERS_TAKE.plus(LEASE), () -> closing(Fault.HUNG)))
        .isNull();
  }

  private Runnable closing(Fault fault) {
    Rig rig = new Rig();
    rig.suffer(fault);
    return rig.node::close;
  }
}
