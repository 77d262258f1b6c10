package io.snowbraid.internal;

import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Registers the workers that generators of this process hold, by layout and number. System
 * properties are the only thing that all class loaders of a process share, such as those of two web
 * applications; so everything is stored as text.
 */
public final class ProcessWorkerRegistry {

  private static final String FIXED = "io.snowbraid.worker.fixed:";
  private static final String IN_USE = "io.snowbraid.worker.fixed-in-use:";
  private static final String LEASED = "io.snowbraid.worker.leased:";

  private ProcessWorkerRegistry() {}

  /**
   * Returns the record of a fixed number, which stays while the process runs.
   *
   * @param layout the text form of the layout
   * @param worker the number
   * @return the record of that number
   */
  public static FixedNumber fixed(String layout, int worker) {
    return new FixedNumber(layout, worker);
  }

  /**
   * Lists the fixed numbers in use.
   *
   * @param layout the text form of the layout
   * @return the workers of all open generators with a fixed number
   */
  public static Set<Integer> fixedNumbers(String layout) {
    return Arrays.stream(properties().getProperty(IN_USE + layout, "").split(" "))
        .filter(number -> !number.isEmpty())
        .map(Integer::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Registers a leased worker.
   *
   * @param layout the text form of the layout
   * @param worker the number
   * @param lessor the source that it was leased from, for people
   * @return an action that removes it again
   */
  public static Runnable addLeased(String layout, int worker, String lessor) {
    String key = LEASED + layout + '#' + worker;
    properties().compute(key, (any, before) -> (holders(before) + 1) + " " + lessor);
    return () -> properties().computeIfPresent(key, (any, before) -> oneLess(before.toString()));
  }

  private static @Nullable String oneLess(String record) {
    int holders = holders(record);
    return holders <= 1 ? null : (holders - 1) + record.substring(record.indexOf(' '));
  }

  private static int holders(@Nullable Object record) {
    return record == null ? 0 : Integer.parseInt(record.toString().split(" ", 2)[0]);
  }

  /**
   * Returns the source that a worker was leased from.
   *
   * @param layout the text form of the layout
   * @param worker the number
   * @return the source from which an open generator of this process leased that number, for people
   */
  public static Optional<String> lessor(String layout, int worker) {
    return Optional.ofNullable(properties().getProperty(LEASED + layout + '#' + worker))
        .map(record -> record.split(" ", 2)[1]);
  }

  private static Properties properties() {
    return System.getProperties();
  }

  /** The record of a fixed number: who holds it, and the holder's note. */
  public static final class FixedNumber {

    private static final char SEPARATOR = '\n';

    private final String layout;
    private final String worker;
    private final String key;

    private FixedNumber(String layout, int worker) {
      this.layout = layout;
      this.worker = String.valueOf(worker);
      this.key = FIXED + layout + '#' + worker;
    }

    /**
     * Returns who holds the number.
     *
     * @return the name of the holder; null if nobody does
     */
    public @Nullable String holder() {
      String record = properties().getProperty(key, "" + SEPARATOR);
      String holder = record.substring(0, record.indexOf(SEPARATOR));
      return holder.isEmpty() ? null : holder;
    }

    /**
     * Returns the note of the last holder.
     *
     * @return the note, empty if there was none
     */
    public String note() {
      return note(properties().getProperty(key, ""));
    }

    /**
     * Takes the number if nobody holds it; the note stays.
     *
     * @param holder the holder from now on
     * @return false if another holds the number
     */
    public boolean take(String holder) {
      boolean isTaken = replace("", note -> holder + SEPARATOR + note);
      if (isTaken) {
        use(numbers -> numbers + worker + " ");
      }
      return isTaken;
    }

    /**
     * Writes a note for the next holder. If the record is missing because the system properties
     * were replaced, it is written again.
     *
     * @param holder who holds the number
     * @param note what the next holder has to know
     * @return false if another holds the number; then nothing is written
     */
    public boolean write(String holder, String note) {
      return replace(holder, before -> holder + SEPARATOR + note);
    }

    /**
     * Releases the number. Has no effect if another holder has it.
     *
     * @param holder who holds the number
     * @param note what the next holder has to know
     * @return false if another holds the number
     */
    public boolean giveBack(String holder, String note) {
      boolean isGivenBack = replace(holder, before -> SEPARATOR + note);
      if (isGivenBack) {
        use(numbers -> numbers.replace(" " + worker + " ", " "));
      }
      return isGivenBack;
    }

    private void use(UnaryOperator<String> change) {
      properties()
          .compute(IN_USE + layout, (any, old) -> change.apply(old == null ? " " : old.toString()));
    }

    private boolean replace(String expected, UnaryOperator<String> change) {
      while (true) {
        Object present = properties().get(key);
        if (present == null) {
          if (properties().putIfAbsent(key, change.apply("")) == null) {
            return true;
          }
        } else if (!present.toString().startsWith(expected + SEPARATOR)) {
          return false;
        } else if (properties().replace(key, present, change.apply(note(present.toString())))) {
          return true;
        }
      }
    }

    private static String note(String record) {
      return record.substring(record.indexOf(SEPARATOR) + 1);
    }
  }
}
