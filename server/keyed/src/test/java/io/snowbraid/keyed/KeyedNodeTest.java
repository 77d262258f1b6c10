package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.keyed.SlotRoute.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests servers on one store step by step: what a fault leaves behind. */
class KeyedNodeTest {

  private static final int SLOTS = 4;
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration LEASE = KeyedSettings.DEFAULT.lease();
  private static final Duration UNTIL_OTHERS_TAKE = LEASE.multipliedBy(7).dividedBy(5);

  /** A store of which parts can fail. */
  private static final class FaultyStore extends SimulatedStore {

    private boolean failsSlots;
    private boolean losesAnswers;
    private boolean losesHandOvers;
    private boolean failsRemovals;
    private boolean failsJoining;
    private int slotWrites;
    private Runnable duringWrite = () -> {};
    private Runnable duringHandOver = () -> {};
    private Runnable duringRenewal = () -> {};
    private Runnable duringCreation = () -> {};
    private Runnable duringRead = () -> {};
    private final int count;

    FaultyStore(int count) {
      super(count);
      this.count = count;
    }

    @Override
    public void createSlots() {
      duringCreation.run();
      super.createSlots();
    }

    @Override
    public List<SlotRecord> slots(Collection<Integer> wanted) {
      List<SlotRecord> rows = super.slots(wanted);
      duringRead.run();
      return rows;
    }

    @Override
    public BitSet replace(List<Change> changes) {
      List<Change> sorted = Change.inOrder(changes);
      slotWrites++;
      duringWrite.run();
      if (failsSlots) {
        throw new KeyedStoreException("disk is full");
      }
      boolean isHandOver = sorted.stream().anyMatch(FaultyStore::isHandOver);
      if (isHandOver) {
        duringHandOver.run();
      }
      BitSet written = super.replace(sorted);
      if (losesHandOvers && isHandOver) {
        throw new KeyedStoreException("the answer is lost");
      }
      return written;
    }

    private static boolean isHandOver(Change change) {
      return !change.after().owner().equals(change.before().owner());
    }

    @Override
    public boolean replace(ServerRecord before, ServerRecord after) {
      duringRenewal.run();
      boolean isDone = super.replace(before, after);
      if (losesAnswers) {
        throw new KeyedStoreException("the answer is lost");
      }
      return isDone;
    }

    @Override
    public boolean add(ServerRecord server) {
      if (failsJoining) {
        throw new KeyedStoreException("table is missing");
      }
      return super.add(server);
    }

    @Override
    public boolean remove(ServerRecord ended) {
      if (failsRemovals) {
        throw new KeyedStoreException("permission denied");
      }
      return super.remove(ended);
    }
  }

  private FaultyStore store = new FaultyStore(SLOTS);
  private final TestClock clock = new TestClock();
  private final List<Server> servers = new ArrayList<>();

  /** Runs tasks when they are due by the clock, and those without a delay at once. */
  private final class Timers implements Scheduler {

    private record Task(Runnable work, long due, Future<?> future) {}

    private final List<Task> tasks = new ArrayList<>();
    private boolean isEnded;

    @Override
    public Future<?> schedule(Runnable work, Duration delay) {
      Task task = new Task(work, clock.nanoTime() + delay.toNanos(), new CompletableFuture<>());
      if (delay.isZero() && !isEnded) {
        work.run();
      } else {
        tasks.add(task);
      }
      return task.future;
    }

    void run() {
      long now = clock.nanoTime();
      List<Task> due = tasks.stream().filter(task -> task.due - now <= 0).toList();
      tasks.removeAll(due);
      due.stream()
          .filter(task -> !isEnded && !task.future.isCancelled())
          .forEach(task -> task.work.run());
    }
  }

  /** While a server waits for an event, the others work. */
  private final class Steady implements MonotonicTime {

    @Override
    public long nanoTime() {
      return clock.nanoTime();
    }

    @Override
    public void await(long nanos) {
      passAtOnce(Duration.ofNanos(nanos));
    }

    @Override
    public boolean await(Event event, long nanos) throws InterruptedException {
      passAtOnce(Duration.ofNanos(nanos));
      return event.await(0);
    }
  }

  /** A server with a scheduler of its own. */
  private final class Server {

    private final Timers scheduler = new Timers();
    private final KeyedNode node;

    Server(String address, KeyedSettings settings) {
      int number = servers.size();
      AtomicInteger starts = new AtomicInteger();
      node =
          new KeyedNode(
              new KeyedContext(store, settings, clock, new Steady(), scheduler),
              new Slots.Size(store.count, Slots.Size.DEFAULT.written()),
              new ServerWatch(settings),
              () -> "%d%039x".formatted(number, starts.incrementAndGet()));
      servers.add(this);
      node.join(address);
    }

    long take(int slot, long count) {
      long number = node.take(slot, 1, count, clock.nanoTime());
      if (number == KeyedNumbers.UNAVAILABLE) {
        node.whenChanged(slot, () -> {});
      }
      return number;
    }

    void kill() {
      scheduler.isEnded = true;
      servers.remove(this);
    }
  }

  private Server start(String address) {
    return new Server(address, KeyedSettings.DEFAULT);
  }

  private void pass(Duration duration) {
    for (long step = 0; step < duration.dividedBy(STEP); step++) {
      passAtOnce(STEP);
    }
  }

  private void passAtOnce(Duration time) {
    clock.pass(time);
    List.copyOf(servers).forEach(server -> server.scheduler.run());
  }

  private void balance() {
    pass(LEASE);
  }

  private static int held(Server server) {
    return server.node.status().slots().held();
  }

  private int heldSlot(Server server) {
    int slot = 0;
    while (server.node.route(slot, clock.nanoTime()).kind() != Kind.HERE) {
      slot++;
    }
    return slot;
  }

  @Test
  void slotsOfAHandOverThatFailedThawWhenTheStoreIsBack() {
    Server first = start("host:1");
    balance();
    assertThat(held(first)).isEqualTo(SLOTS);
    store.failsSlots = true;
    Server second = start("host:2");
    balance();
    assertThat(held(first)).isLessThan(SLOTS);
    store.failsSlots = false;
    balance();
    assertThat(held(first)).isEqualTo(SLOTS / 2);
    assertThat(held(second)).isEqualTo(SLOTS / 2);
    int slot = heldSlot(first);
    first.take(slot, 100_000);
    pass(STEP);
    assertThat(first.take(slot, 1)).isPositive();
  }

  @Test
  void outageDoesNotWidenTheStep() {
    Server server = start("host:1");
    balance();
    long bound = store.row(0).bound();
    store.failsSlots = true;
    assertThat(server.node.status().numbers().boundFailure()).isEmpty();
    server.take(0, bound);
    pass(Duration.ofSeconds(5));
    assertThat(server.node.status().leaseRemaining()).as("is renewed").isPositive();
    assertThat(server.node.status().numbers().boundFailure()).hasValue("disk is full");
    store.failsSlots = false;
    balance();
    assertThat(server.node.status().numbers().boundFailure()).isEmpty();
    assertThat(store.row(0).bound() - bound).isBetween(1L, 4L * BoundStep.MIN);
  }

  @Test
  void busySlotIsWrittenOnceForEachStep() {
    Server server = start("host:1");
    balance();
    int before = store.slotWrites;
    store.duringWrite = () -> assertThat(server.take(0, 1)).isPositive();
    for (int i = 0; i < BoundStep.MIN * 3 / 4; i++) {
      assertThat(server.take(0, 1)).isPositive();
    }
    pass(STEP);
    assertThat(store.slotWrites - before).isEqualTo(1);
  }

  @Test
  void slotThatCannotBeRaisedFurtherIsNotWrittenAgain() {
    store.createSlots();
    store.put(new SlotRecord(0, Long.MAX_VALUE - 10, SlotRecord.UNOWNED, 1));
    Server server = start("host:1");
    balance();
    int before = store.slotWrites;
    assertThat(server.take(0, 1)).isEqualTo(Long.MAX_VALUE - 9);
    balance();
    assertThat(store.slotWrites).isEqualTo(before);
  }

  @Test
  void mendedSlotIsTakenAlthoughNoServerComesOrGoes() {
    Server first = start("host:1");
    Server second = start("host:2");
    balance();
    for (int slot = 0; slot < SLOTS; slot++) {
      store.put(new SlotRecord(slot, 5_000, SlotRecord.UNOWNED, 1_000));
    }
    for (int call = 0; call < 2; call++) { // by the first call they learn that they have lost it
      for (int slot = 0; slot < SLOTS; slot++) {
        first.take(slot, 100_000);
        second.take(slot, 100_000);
        balance();
      }
    }
    assertThat(held(first) + held(second)).isEqualTo(SLOTS);
    assertThat(store.slots()).allMatch(row -> row.bound() > 5_000);
  }

  @Test
  void ownerNoticesThatItsRowIsAnothers() {
    Server first = start("host:1");
    Server second = start("host:2");
    balance();
    int slot = heldSlot(first);
    long last = first.take(slot, 1);
    store.put(new SlotRecord(slot, 5_000, SlotRecord.UNOWNED, 1_000));
    long arrived = clock.nanoTime();
    second.node.whenChanged(slot, () -> {});
    balance();
    assertThat(Math.max(first.take(slot, 1), second.take(slot, 1))).isGreaterThan(last + 4_999);
    assertThat(first.node.route(slot, arrived)).isNotEqualTo(second.node.route(slot, arrived));
    assertThat(held(first) + held(second)).isEqualTo(SLOTS);
  }

  @Test
  void ownerNoticesThatItsRowIsMissing() {
    Server first = start("host:1");
    Server second = start("host:2");
    balance();
    int slot = heldSlot(first);
    long last = first.take(slot, 1);
    store.delete(slot);
    second.node.whenChanged(slot, () -> {});
    balance();
    Server third = start("host:3");
    balance();
    assertThat(held(third)).isPositive();
    assertThat(first.take(slot, 1)).isEqualTo(KeyedNumbers.UNAVAILABLE);
    assertThat(first.node.route(slot, clock.nanoTime()).text())
        .endsWith("; this server, the last owner, issued none above " + (last + 999));
    assertThat(second.node.route(slot, clock.nanoTime()).text())
        .contains("other servers may have issued higher numbers");
  }

  @Test
  void serverWithALongerLeaseIsLeftInPeace() {
    Server patient =
        new Server(
            "host:1",
            KeyedSettings.DEFAULT.withLease(Duration.ofMinutes(1), Duration.ofSeconds(12)));
    Server hasty =
        new Server(
            "host:2",
            KeyedSettings.DEFAULT.withLease(Duration.ofSeconds(2), Duration.ofMillis(400)));
    pass(Duration.ofMinutes(5));
    assertThat(patient.node.status().restarts()).isZero();
    assertThat(hasty.node.status().restarts()).isZero();
    assertThat(held(patient)).isEqualTo(SLOTS / 2);
  }

  @Test
  void deadServersAreEndedAlthoughRowsCannotBeRemoved() {
    store.failsRemovals = true;
    Server first = start("host:1");
    Server second = start("host:2");
    balance();
    second.kill();
    pass(Duration.ofMinutes(1));
    assertThat(held(first)).isEqualTo(SLOTS);
    pass(Duration.ofMinutes(90));
    Server third = start("host:3");
    balance();
    assertThat(held(third)).isEqualTo(SLOTS / 2);
    third.kill();
    pass(Duration.ofMinutes(1));
    assertThat(held(first)).isEqualTo(SLOTS);
  }

  @Test
  void callsWaitForAOwnerThatHasJustJoined() {
    Server first = start("host:1");
    Server second = start("host:2");
    balance();
    int slot = heldSlot(first);
    Server third = start("host:3");
    SlotRecord row = store.row(slot);
    store.put(row.next(row.bound(), third.node.status().id()));
    second.node.whenChanged(slot, () -> {});
    long arrived = clock.nanoTime() - 1;
    assertThat(second.node.route(slot, arrived).kind()).isEqualTo(Kind.MOVING);
    pass(STEP);
    second.node.whenChanged(slot, () -> {});
    assertThat(second.node.route(slot, arrived).text()).isEqualTo("host:3");
  }

  @Test
  void clientsAreNotSentToWhereTheyAre() {
    Server killed = start("host:1");
    balance();
    killed.kill();
    Server again = start("host:1");
    pass(STEP);
    long arrived = clock.nanoTime();
    pass(STEP);
    again.node.whenChanged(0, () -> {});
    pass(STEP);
    assertThat(again.node.route(0, arrived).kind()).isEqualTo(Kind.DOWN);
  }

  @Test
  void callsOfAServerThatHasEndedAreSentOn() {
    Server first = start("host:1");
    Server second = start("host:2");
    balance();
    int slot = heldSlot(first);
    first.node.drain.begin();
    pass(STEP);
    first.node.drain.stop();
    long arrived = clock.nanoTime();
    pass(STEP);
    first.node.whenChanged(slot, () -> {});
    pass(STEP);
    assertThat(first.node.route(slot, arrived).text()).isEqualTo("host:2");
    balance();
    assertThat(held(second)).isEqualTo(SLOTS);
  }

  @Test
  void serverStaysUntilOthersSendNoClientToItAnyMore() {
    Server first = start("host:1");
    Server second = start("host:2");
    Server third = start("host:3");
    balance();
    first.node.drain.begin();
    pass(STEP);
    assertThat(held(first)).isZero();
    assertThat(named("host:1", second, third)).isPositive();
    Duration waited = untilForgotten(first);
    assertThat(named("host:1", second, third)).isZero();
    assertThat(waited).isLessThan(LEASE.dividedBy(2));
  }

  private Duration untilForgotten(Server server) {
    Duration waited = Duration.ZERO;
    while (!server.node.drain.hasReached(Drain.Stage.ACKNOWLEDGED)) {
      pass(STEP);
      waited = waited.plus(STEP);
    }
    return waited;
  }

  @Test
  void serversThatEndTogetherLeaveEachOtherNothing() {
    Server first = start("host:1");
    Server second = start("host:2");
    Server third = start("host:3");
    balance();
    store.duringRenewal =
        () -> {
          throw new KeyedStoreException("later"); // so that each believes that the other stays
        };
    first.node.drain.begin();
    second.node.drain.begin();
    store.duringRenewal = () -> {};
    untilForgotten(first);
    untilForgotten(second);
    assertThat(store.slots()).extracting(SlotRecord::owner).containsOnly(third.node.status().id());
    assertThat(named("host:1", third)).isZero();
    assertThat(named("host:2", third)).isZero();
  }

  @Test
  void othersLearnOfAHandOverWhoseAnswerIsLost() {
    Server first = start("host:1");
    Server second = start("host:2");
    Server third = start("host:3");
    balance();
    store.failsSlots = true;
    first.node.drain.begin();
    balance(); // others know that it leaves, and look again only if it has moved slots
    store.failsSlots = false;
    store.losesHandOvers = true;
    balance();
    store.losesHandOvers = false;
    untilForgotten(first);
    assertThat(named("host:1", second, third)).isZero();
  }

  /** Returns how many slots are at an address, as servers tell clients. */
  private static int named(String address, Server... by) {
    return Stream.of(by)
        .flatMap(server -> server.node.members().stream())
        .filter(member -> member.address().equals(address))
        .mapToInt(member -> member.slots().cardinality())
        .sum();
  }

  @Test
  void serverThatEndsAloneWaitsForNobody() {
    Server only = start("host:1");
    balance();
    only.node.drain.begin();
    pass(STEP.multipliedBy(6));
    assertThat(only.node.drain.hasReached(Drain.Stage.ACKNOWLEDGED)).isTrue();
  }

  @Test
  void serverThatEndsBeforeItHasJoinedReadsNothing() {
    store.failsJoining = true;
    Server server = start("host:1");
    server.node.whenChanged(0, () -> {});
    server.node.drain.stop();
    pass(Duration.ofMinutes(1));
    assertThat(server.scheduler.tasks).isEmpty();
  }

  @Test
  void manyAnswersThatAreLostDoNotEndAServer() {
    Server server = start("host:1");
    balance();
    store.losesAnswers = true;
    pass(Duration.ofMinutes(2));
    store.losesAnswers = false;
    balance();
    assertThat(server.node.status().restarts()).isZero();
    assertThat(held(server)).isEqualTo(SLOTS);
  }

  @Test
  void callsGoOnWhenALeaseThatRanOutIsRenewed() {
    Server server = start("host:1");
    balance();
    AtomicInteger woken = new AtomicInteger();
    store.duringRenewal =
        () -> {
          store.duringRenewal = () -> {};
          clock.pass(Duration.ofSeconds(9));
          assertThat(server.take(0, 1)).isEqualTo(KeyedNumbers.UNAVAILABLE);
          server.node.whenChanged(0, woken::incrementAndGet);
        };
    pass(Duration.ofSeconds(3));
    assertThat(woken).hasPositiveValue();
    assertThat(server.take(0, 1)).isPositive();
  }

  @Test
  void serverThatEndedDoesNotHurryTheOthers() {
    ServerWatch watch = new ServerWatch(KeyedSettings.DEFAULT);
    ServerRecord serving =
        new ServerRecord("a", "host:1", Duration.ZERO, ServerRecord.State.SERVING, 0, "1");
    assertThat(watch.silent(List.of(serving), 0)).isEmpty();
    ServerRecord ended = serving.withState(ServerRecord.State.ENDED, "2");
    for (int seconds = 4; seconds < 60; seconds += 4) {
      long now = Duration.ofSeconds(seconds).toNanos();
      assertThat(watch.silent(List.of(ended), now)).isEmpty();
      assertThat(watch.untilNextSilent(now)).isEqualTo(Duration.ofSeconds(12));
    }
  }

  /** The rows of all slots are read again, and then the answer of an earlier read arrives. */
  @Test
  void readThatWasOvertakenByAnotherIsNoDamage() {
    Server owner = start("host:1");
    Server reader = start("host:2");
    balance();
    int slot = heldSlot(owner);
    long version = store.row(slot).version();
    List<SlotRoute> routes = new ArrayList<>();
    AtomicInteger woken = new AtomicInteger();
    store.duringRead =
        () -> {
          store.duringRead = () -> {};
          pass(STEP);
          long begun = clock.nanoTime();
          owner.take(slot, KeyedSettings.DEFAULT.maxCount());
          start("host:3");
          balance();
          routes.add(reader.node.route(slot, begun));
        };
    reader.node.whenChanged(slot, woken::incrementAndGet);
    assertThat(store.row(slot).version()).isGreaterThan(version);
    assertThat(routes).extracting(SlotRoute::kind).doesNotContain(Kind.MOVING).hasSize(1);
    assertThat(woken).hasPositiveValue();
    assertThat(reader.node.status().slots().damaged()).isZero();
  }

  /** The rows of slots are created when the first server joins. */
  @Test
  void rowsThatAreNotCreatedYetAreNotDamaged() {
    List<Kind> kinds = new ArrayList<>();
    AtomicInteger reads = new AtomicInteger();
    store.duringRead = reads::incrementAndGet;
    store.duringCreation =
        () -> {
          KeyedNode joining = servers.get(0).node;
          joining.whenChanged(0, () -> {});
          pass(STEP);
          kinds.add(joining.route(0, clock.nanoTime()).kind());
        };
    Server first = start("host:1");
    assertThat(kinds).containsExactly(Kind.MOVING);
    assertThat(reads).hasValue(0);
    balance();
    assertThat(first.node.route(0, clock.nanoTime()).kind()).isEqualTo(Kind.HERE);
    assertThat(first.node.status().slots().damaged()).isZero();
  }

  /** Otherwise a client would be sent to and fro, and it gives up after a few redirections. */
  @Test
  void serverThatReceivedASlotDoesNotSendClientsBack() {
    Server leaving = start("host:1");
    Server receiving = start("host:2");
    balance();
    int slot = heldSlot(leaving);
    long arrived = clock.nanoTime();
    receiving.node.whenChanged(slot, () -> {});
    assertThat(receiving.node.route(slot, arrived).text()).isEqualTo("host:1");
    clock.pass(STEP); // it reads nothing meanwhile
    long begun = clock.nanoTime();
    leaving.node.drain.begin();
    assertThat(leaving.node.route(slot, begun).text()).isEqualTo("host:2");
    assertThat(receiving.node.route(slot, clock.nanoTime()).kind()).isNotEqualTo(Kind.ELSEWHERE);
  }

  /** A later group of the same hand-over may fail. */
  @Test
  void slotsThatWereHandedOverBeforeAFailureAreTakenAndCounted() {
    store = new FaultyStore(1_024);
    Server first = start("host:1");
    balance();
    store.duringHandOver = onceIn(LEASE);
    Server second = start("host:2");
    pass(LEASE.plusSeconds(1));
    assertThat(held(second)).isEqualTo(128);
    assertThat(first.node.status().slots().given()).isEqualTo(128);
  }

  /** Others would take the slots only if none could be handed over for a second longer. */
  @Test
  void closingHandsAllSlotsOverWhileItMakesProgress() {
    store = new FaultyStore(1_024);
    Server ending = start("host:1");
    Server staying = start("host:2");
    balance();
    assertThat(held(ending)).isEqualTo(512);
    long before = ending.node.status().slots().given();
    long begun = clock.nanoTime();
    Duration pause = UNTIL_OTHERS_TAKE.minusSeconds(1);
    store.duringHandOver = onceIn(pause);
    ending.node.close();
    assertThat(ending.node.status().slots().given() - before).isEqualTo(512);
    assertThat(held(staying)).isEqualTo(1_024);
    assertThat(Duration.ofNanos(clock.nanoTime() - begun))
        .as("time of 4 writes of 128 slots")
        .isBetween(pause.multipliedBy(4), pause.multipliedBy(4).plus(LEASE));
  }

  @Test
  void closingTakesNoLongerThanAllowed() {
    Server ending = start("host:1");
    Server staying = start("host:2");
    balance();
    Duration max = LEASE.dividedBy(2);
    store.duringHandOver = KeyedNodeTest::fail;
    long begun = clock.nanoTime();
    ending.node.close(max);
    assertThat(Duration.ofNanos(clock.nanoTime() - begun)).isEqualTo(max);
    store.duringHandOver = () -> {};
    balance();
    assertThat(held(staying)).isEqualTo(SLOTS);
  }

  @Test
  void closingWhileTheStoreHangsIsFollowedByALease() {
    Server server = start("host:1");
    balance();
    server.kill(); // its work never ends
    long begun = clock.nanoTime();
    server.node.close();
    assertThat(Duration.ofNanos(clock.nanoTime() - begun)).isEqualTo(UNTIL_OTHERS_TAKE.plus(LEASE));
    assertThat(server.node.status().leaseRemaining()).isZero();
  }

  /** Until others have the slots, clients would find no server. */
  @Test
  void closingWhileTheStoreFailsLastsUntilOthersTakeTheSlots() {
    Server server = start("host:1");
    balance();
    store.failsSlots = true;
    store.duringRenewal = KeyedNodeTest::fail;
    long begun = clock.nanoTime();
    server.node.close();
    assertThat(Duration.ofNanos(clock.nanoTime() - begun)).isEqualTo(UNTIL_OTHERS_TAKE);
    assertThat(server.node.status().leaseRemaining()).isZero();
  }

  @Test
  void slotsOfAServerThatCannotJoinAreDown() {
    store.failsJoining = true;
    Server server = start("host:1");
    pass(STEP);
    SlotRoute route = server.node.route(0, clock.nanoTime());
    assertThat(route).isEqualTo(new SlotRoute(Kind.DOWN, "table is missing"));
    assertThat(server.node.status().storeFailure()).hasValue("table is missing");
    store.failsJoining = false;
    balance();
    assertThat(held(server)).isEqualTo(SLOTS);
    assertThat(server.node.status().storeFailure()).isEmpty();
  }

  private static void fail() {
    throw new KeyedStoreException("out of order");
  }

  /** A store that is too busy for more than one write in a while. */
  private Runnable onceIn(Duration pause) {
    AtomicLong next = new AtomicLong(clock.nanoTime() + pause.toNanos());
    return () -> {
      if (clock.nanoTime() < next.get()) {
        throw new KeyedStoreException("too many connections");
      }
      next.set(clock.nanoTime() + pause.toNanos());
    };
  }
}
