package io.snowbraid.internal;

import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Registers what is held in this process: fixed numbers, leased workers and locked files. All class
 * loaders of the process see it, such as those of two web applications.
 *
 * <p>It is one text among the properties of {@link Security}, which nobody can replace as a whole,
 * unlike those of {@link System}. They hold nothing but text, so no class loader is kept alive.
 *
 * <p>An entry names its <em>holder</em>, a string in the pool of the JVM ({@link String#intern})
 * that only the holder refers to. While it does, every equal string is replaced by that one when it
 * is interned. So an entry counts as free once its holder was collected, as with an application
 * that was removed without being closed.
 */
public final class ProcessWorkerRegistry {

  private static final String PROPERTY = "snowbraid.held";
  private static final String SEPARATOR = "\0";

  /** What the text begins and ends with, because white space is cut off there. */
  private static final String EDGE = ".";

  private static final String FILE = "file ";
  private static final String FIXED = "fixed ";
  private static final String LEASED = "leased ";

  private static final String NOBODY = "";

  /** The holder of what is never free again in this process. */
  private static final String FOREVER = "forever";

  private ProcessWorkerRegistry() {}

  /**
   * What is held.
   *
   * @param holder shows whether the holder still exists
   * @param text describes the holder, for people
   * @param note what the next holder has to know; an entry with a note stays
   */
  private record Entry(String name, String holder, String text, String note) {

    static final int FIELDS = 4;

    boolean isHeld() {
      return !holder.equals(NOBODY);
    }

    /** Written out, because JDK 17 keeps the last record class that it compared. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Entry entry
          && name.equals(entry.name)
          && holder.equals(entry.holder)
          && text.equals(entry.text)
          && note.equals(entry.note);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    /** The holder was read from the text, so it is a copy, which is not in the pool. */
    @SuppressWarnings("ReferenceEquality")
    boolean isCollected() {
      return isHeld() && !holder.equals(FOREVER) && holder.intern() == holder;
    }

    Entry released(String newNote) {
      return new Entry(name, NOBODY, "", newNote);
    }

    /** Returns the number in a name with this beginning; empty if it has another beginning. */
    Optional<Integer> number(String beginning) {
      int end = name.lastIndexOf('#') + 1;
      return name.substring(0, end).equals(beginning)
          ? Optional.of(Integer.valueOf(name.substring(end)))
          : Optional.empty();
    }
  }

  /**
   * Creates a holder, which holds entries as long as somebody refers to this very object.
   *
   * @return a string in the pool of the JVM
   */
  static String newHolder() {
    return UUID.randomUUID().toString().intern();
  }

  /**
   * Reads the entries, does what is to be done, and writes them. Only one thread of the process
   * does that at a time; all class loaders have the same constant strings. Nothing waits here.
   */
  private static <R> R change(Function<List<Entry>, R> work) {
    synchronized (PROPERTY) {
      List<Entry> entries = parse(Security.getProperty(PROPERTY));
      R result = work.apply(entries);
      Security.setProperty(PROPERTY, text(entries));
      return result;
    }
  }

  private static List<Entry> parse(@Nullable String text) {
    List<Entry> entries = new ArrayList<>();
    String[] fields = text == null ? new String[0] : text.split(SEPARATOR, -1);
    for (int i = 1; i + Entry.FIELDS < fields.length; i += Entry.FIELDS) {
      Entry entry = new Entry(fields[i], fields[i + 1], fields[i + 2], fields[i + 3]);
      entries.add(entry.isCollected() ? entry.released(entry.note()) : entry);
    }
    return entries;
  }

  private static String text(List<Entry> entries) {
    return entries.stream()
        .filter(entry -> entry.isHeld() || !entry.note().isEmpty())
        .map(e -> String.join(SEPARATOR, e.name(), e.holder(), e.text(), e.note(), ""))
        .collect(Collectors.joining("", EDGE + SEPARATOR, EDGE));
  }

  private static String oneField(String text) {
    return text.replace(SEPARATOR, " ");
  }

  private static Predicate<Entry> named(String name) {
    return entry -> entry.name().equals(name);
  }

  /**
   * Takes a file.
   *
   * @param file its path, or what else identifies it
   * @param holder the holder from now on
   * @return false if it is held
   */
  static boolean takeFile(Object file, String holder) {
    Entry taken = new Entry(oneField(FILE + file), holder, "", "");
    return change(
        entries ->
            entries.stream().noneMatch(named(taken.name()).and(Entry::isHeld))
                && entries.add(taken));
  }

  /**
   * Releases all files of a holder.
   *
   * @param holder who may hold some
   */
  static void releaseFiles(String holder) {
    change(entries -> entries.removeIf(entry -> entry.holder().equals(holder)));
  }

  /**
   * Lists the fixed numbers in use.
   *
   * @param layout the text form of the layout
   * @return the workers of all open generators with a fixed number
   */
  public static Set<Integer> fixedNumbers(String layout) {
    return change(
        entries ->
            entries.stream()
                .filter(Entry::isHeld)
                .flatMap(entry -> entry.number(fixed(layout)).stream())
                .collect(Collectors.toUnmodifiableSet()));
  }

  private static String fixed(String layout) {
    return oneField(FIXED + layout + '#');
  }

  private static String leased(String layout, int worker) {
    return oneField(LEASED + layout + '#' + worker);
  }

  /**
   * Registers a leased worker, until it is removed or the action that removes it is collected.
   *
   * @param layout the text form of the layout
   * @param worker the number
   * @param lessor the source that it was leased from, for people
   * @return an action that removes it again
   */
  public static Runnable addLeased(String layout, int worker, String lessor) {
    Entry added = new Entry(leased(layout, worker), newHolder(), oneField(lessor), "");
    change(entries -> entries.add(added));
    return () -> remove(added);
  }

  /** Removes an entry; of several equal ones only one, because each was added by itself. */
  private static void remove(Entry added) {
    change(entries -> entries.remove(added));
  }

  /**
   * Registers a worker whose lanes were claimed, which nobody may use in another way as long as the
   * process runs.
   *
   * @param layout the text form of the layout
   * @param worker the number
   * @param lessor the source that it was claimed from, for people
   */
  public static void addClaimed(String layout, int worker, String lessor) {
    Entry added = new Entry(leased(layout, worker), FOREVER, oneField(lessor), "");
    change(entries -> entries.contains(added) || entries.add(added));
  }

  /**
   * Returns the source that a worker was leased from.
   *
   * @param layout the text form of the layout
   * @param worker the number
   * @return the source from which an open generator of this process leased that number, for people
   */
  public static Optional<String> lessor(String layout, int worker) {
    return change(
        entries ->
            entries.stream()
                .filter(named(leased(layout, worker)).and(Entry::isHeld))
                .map(Entry::text)
                .findFirst());
  }

  /**
   * The record of a fixed number: who holds it, and the note of the last holder, which stays while
   * the process runs. This object holds the number once it has {@linkplain #take taken} it, until
   * it releases it or is collected.
   */
  public static final class FixedNumber {

    private final String name;
    private final String holder = newHolder();

    /**
     * Creates the view of a holder.
     *
     * @param layout the text form of the layout
     * @param worker the number
     */
    public FixedNumber(String layout, int worker) {
      this.name = fixed(layout) + worker;
    }

    /**
     * Takes the number if nobody holds it; the note stays.
     *
     * @param owner describes the holder, for people
     * @return who holds the number already; empty if it was taken
     */
    public Optional<String> take(String owner) {
      return change(
          entries -> {
            Entry before = find(entries);
            if (before.isHeld()) {
              return Optional.of(before.text());
            }
            replace(entries, new Entry(name, holder, oneField(owner), before.note()));
            return Optional.empty();
          });
    }

    /**
     * Returns the note of the last holder.
     *
     * @return the note, empty if there was none
     */
    public String note() {
      return change(entries -> find(entries).note());
    }

    /**
     * Writes a note for the next holder.
     *
     * @param note what the next holder has to know
     * @return false if this does not hold the number; then nothing is written
     */
    public boolean write(String note) {
      return replaceOwn(before -> new Entry(name, holder, before.text(), oneField(note)));
    }

    /**
     * Releases the number, if this holds it.
     *
     * @param note what the next holder has to know
     */
    public void release(String note) {
      replaceOwn(before -> before.released(oneField(note)));
    }

    private boolean replaceOwn(Function<Entry, Entry> after) {
      return change(
          entries -> {
            Entry before = find(entries);
            boolean isOwn = before.holder().equals(holder);
            if (isOwn) {
              replace(entries, after.apply(before));
            }
            return isOwn;
          });
    }

    private Entry find(List<Entry> entries) {
      return entries.stream()
          .filter(named(name))
          .findFirst()
          .orElse(new Entry(name, NOBODY, "", ""));
    }

    private void replace(List<Entry> entries, Entry after) {
      entries.removeIf(named(name));
      entries.add(after);
    }
  }
}
