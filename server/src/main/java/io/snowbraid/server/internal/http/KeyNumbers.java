package io.snowbraid.server.internal.http;

import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.keyed.SlotRoute.Kind;
import io.snowbraid.server.internal.loop.SlotWait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Calls of numbers per key, which wait if a number cannot be issued now.
 *
 * @param limit how long they wait
 */
public record KeyNumbers(KeyedNumbers keyed, Duration limit) {

  /** A key of this server or another. */
  public record Key(int slot, long hash) {

    static Key of(String name) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      return new Key(KeySlot.of(bytes, 0, bytes.length), KeySlot.hash(bytes, 0, bytes.length));
    }
  }

  /** A call; returns null if it is not possible now. */
  @FunctionalInterface
  public interface Call {
    @Nullable Answer make(KeyedNumbers keyed, Key key);
  }

  /** Reserves a number. */
  public static @Nullable Answer take(KeyedNumbers keyed, Key key, LongFunction<Answer> success) {
    long number = keyed.take(key.slot(), key.hash(), 1, System.nanoTime());
    return number == KeyedNumbers.NOT_NOW ? null : success.apply(number);
  }

  /**
   * Makes a call, and waits if it is not possible now.
   *
   * @param refusal makes the answer if another server has to be asked, or nobody can answer
   */
  public Outcome call(String name, Call call, Function<SlotRoute, Answer> refusal) {
    Key key = Key.of(name);
    long arrived = System.nanoTime();
    Answer answer = attempt(key, call, refusal, arrived, false);
    return answer == null
        ? new AsyncCall(
            (loop, promise) ->
                SlotWait.<Outcome>begin(
                    keyed,
                    key.slot(),
                    limit,
                    loop,
                    isLast -> attempt(key, call, refusal, arrived, isLast),
                    promise),
            Problem::of)
        : answer;
  }

  /** Makes a call once; returns null to wait. */
  private @Nullable Answer attempt(
      Key key, Call call, Function<SlotRoute, Answer> refusal, long arrived, boolean isLast) {
    Answer answer = call.make(keyed, key);
    if (answer != null) {
      return answer;
    }
    SlotRoute route = keyed.route(key.slot(), arrived);
    boolean isKnown = route.kind() == Kind.ELSEWHERE || route.kind() == Kind.DAMAGED;
    return isLast || isKnown ? refusal.apply(route) : null;
  }
}
