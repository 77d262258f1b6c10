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
 * Registers the fixed numbers, leased workers and locked files of this process. All its class
 * loaders share the registry, such as those of two web applications.
 *
 * <p>The registry is one text among the {@link Security} properties, which cannot be replaced as a
 * whole, unlike {@link System} properties. They hold only text, so the registry keeps no class
 * loader alive.
 *
 * <p>An entry names its <em>holder</em>, a string in the JVM's pool ({@link String#intern}) that
 * only the holder references. While the reference exists, interning an equal string returns that
 * very string. Once the holder has been collected, as with an application removed without being
 * closed, the entry counts as free.
 */
public final class ProcessWorkerRegistry {

  /** Not below io.snowbraid, because relocating (shading) the packages would rename it, too. */
  private static final String PROPERTY = "snowbraid.held";

  private static final String SEPARATOR = "\0";

  /** Encloses the text, because surrounding white space would be trimmed. */
  private static final String EDGE = ".";

  private static final String FILE = "file ";
  private static final String FIXED = "fixed ";
  private static final String LEASED = "leased ";

  private static final String NOBODY = "";

  /** The holder of entries that stay until the process exits. */
  private static final String FOREVER = "forever";

  private ProcessWorkerRegistry() {}

  /**
   * An entry.
   *
   * @param holder shows whether the holder still exists
   * @param text describes the holder, for people
   * @param note information for the next holder; an entry with a note is kept
   */
  private record Entry(String name, String holder, String text, String note) {

    static final int FIELDS = 4;

    boolean isHeld() {
      return !holder.equals(NOBODY);
    }

    /** Written out, because JDK 17 keeps the record class last compared alive. */
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

    /** The holder was read from the text, so it is a copy outside the pool. */
    @SuppressWarnings("ReferenceEquality")
    boolean isCollected() {
      return isHeld() && !holder.equals(FOREVER) && holder.intern() == holder;
    }

    Entry released(String newNote) {
      return new Entry(name, NOBODY, "", newNote);
    }

    /** Returns the number in a name with the given prefix; empty if the prefix differs. */
    Optional<Integer> number(String beginning) {
      int end = name.lastIndexOf('#') + 1;
      return name.substring(0, end).equals(beginning)
          ? Optional.of(Integer.valueOf(name.substring(end)))
          : Optional.empty();
    }
  }

  /**
   * Creates a holder. Its entries are held while this very object is reachable.
   *
   * @return a string in the JVM's pool
   */
  static String newHolder() {
    return UUID.randomUUID().toString().intern();
  }

  /**
   * Reads, changes and writes the entries. One thread of the process does so at a time: all class
   * loaders lock the same constant string. The work must not wait.
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
   * Registers a file.
   *
   * @param file its path or other identity
   * @param holder the new holder
   * @return false if the file is held
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
   * @param holder a holder, which may hold none
   */
  static void releaseFiles(String holder) {
    change(entries -> entries.removeIf(entry -> entry.holder().equals(holder)));
  }

  /**
   * Returns the fixed numbers in use.
   *
   * @param layout the layout's text form
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
   * Registers a leased worker until it is removed, or the removing action is collected.
   *
   * @param layout the layout's text form
   * @param worker the number
   * @param lessor the worker source, for messages
   * @return an action that removes the entry
   */
  public static Runnable addLeased(String layout, int worker, String lessor) {
    Entry added = new Entry(leased(layout, worker), newHolder(), oneField(lessor), "");
    change(entries -> entries.add(added));
    return () -> remove(added);
  }

  /** Removes one of several equal entries, because each was added separately. */
  private static void remove(Entry added) {
    change(entries -> entries.remove(added));
  }

  /**
   * Registers a worker with claimed lanes. It stays reserved for these claims while the process
   * runs.
   *
   * @param layout the layout's text form
   * @param worker the number
   * @param lessor the worker source, for messages
   */
  public static void addClaimed(String layout, int worker, String lessor) {
    Entry added = new Entry(leased(layout, worker), FOREVER, oneField(lessor), "");
    change(entries -> entries.contains(added) || entries.add(added));
  }

  /**
   * Returns the source of a leased worker.
   *
   * @param layout the layout's text form
   * @param worker the number
   * @return the source from which an open generator of this process leased the worker, for messages
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
   * Holds a fixed number in this process, with the last holder's note, which is kept while the
   * process runs. An instance holds the number from {@link #take} until it releases the number or
   * is collected.
   */
  public static final class FixedNumber {

    private final String name;
    private final String holder = newHolder();

    /**
     * Creates an instance that does not hold the number yet.
     *
     * @param layout the layout's text form
     * @param worker the number
     */
    public FixedNumber(String layout, int worker) {
      this.name = fixed(layout) + worker;
    }

    /**
     * Acquires the number unless it is held; the note is kept.
     *
     * @param owner describes the holder, for messages
     * @return the current holder; empty if the number was acquired
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
     * Returns the last holder's note.
     *
     * @return the note; empty if there is none
     */
    public String note() {
      return change(entries -> find(entries).note());
    }

    /**
     * Writes a note for the next holder.
     *
     * @param note information for the next holder
     * @return false, and no change, if this instance does not hold the number
     */
    public boolean write(String note) {
      return replaceOwn(before -> new Entry(name, holder, before.text(), oneField(note)));
    }

    /**
     * Releases the number, if this instance holds it.
     *
     * @param note information for the next holder
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
