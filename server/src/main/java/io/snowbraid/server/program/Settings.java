package io.snowbraid.server.program;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings. What reads one says its name, its default and what it is for, so help and manual
 * list exactly what is read.
 */
public final class Settings {

  /**
   * A setting as help and manual show it.
   *
   * @param name the name, without dashes
   * @param value what its value is, in one to three words
   * @param byDefault the text of the default; empty if there is none
   * @param description what it is for
   */
  public record Setting(String name, String value, String byDefault, String description) {}

  private final Map<String, Setting> known = new LinkedHashMap<>();
  private final SettingSources sources;
  private final Terminal terminal;

  private Settings(SettingSources sources, Terminal terminal) {
    this.sources = sources;
    this.terminal = terminal;
  }

  /**
   * Reads where settings may come from.
   *
   * @param terminal where a password is asked for
   * @param environment the variables of the environment
   * @param line the command line, which may name a file
   * @throws IllegalArgumentException if the line has a setting twice, or the file cannot be read
   */
  public static Settings of(Terminal terminal, Map<String, String> environment, String... line) {
    return new Settings(SettingSources.of(environment, line), terminal);
  }

  /** Returns whether the line has a command, such as {@code check}. */
  boolean hasCommand(String name) {
    return sources.hasCommand(name);
  }

  /**
   * Returns whether the line has a setting with its value, which all users of a machine can see.
   */
  boolean isVisible(String name) {
    return sources.isOnLine(name);
  }

  /**
   * Reads a setting that has a default.
   *
   * @param value what its value is, in one to three words
   * @param byDefault the text of the default
   * @throws IllegalArgumentException if the text is not of the type
   */
  <T> T get(SettingType<T> type, String name, String value, String byDefault, String description) {
    known.put(name, new Setting(name, value, byDefault, description));
    String text = text(type, name);
    return type.read(name, text == null ? byDefault : text);
  }

  /**
   * Reads a setting without a default.
   *
   * @param value what its value is, in one to three words
   * @return null if it is not set
   * @throws IllegalArgumentException if the text is not of the type
   */
  <T> @Nullable T find(SettingType<T> type, String name, String value, String description) {
    known.put(name, new Setting(name, value, "", description));
    String text = text(type, name);
    return text == null ? null : type.read(name, text);
  }

  /** Reads a whole number; see {@link #get}. */
  int number(String name, String value, int byDefault, String description) {
    return get(SettingType.INTEGER, name, value, Integer.toString(byDefault), description);
  }

  /** Reads a whole number; see {@link #get}. */
  long number(String name, String value, long byDefault, String description) {
    return get(SettingType.LONG, name, value, Long.toString(byDefault), description);
  }

  /** Reads a duration; see {@link #get}. */
  Duration duration(String name, String byDefault, String description) {
    return get(SettingType.DURATION, name, "duration", byDefault, description);
  }

  /** Reads a switch that is off unless it is set. */
  boolean isOn(String name, String description) {
    return get(SettingType.SWITCH, name, "true or false", "false", description);
  }

  /**
   * Reads a password. Who gives the name alone is asked for it.
   *
   * @param variable a variable of the environment that may hold it, too
   * @return null if it is not set
   */
  @Nullable String password(String name, String variable, String description) {
    known.put(name, new Setting(name, "text", "", description));
    if (sources.isBare(name)) {
      return terminal.readPassword(name);
    }
    String text = sources.text(name);
    return text == null ? sources.variable(variable) : text;
  }

  /** Returns all that were read, in this order. */
  public List<Setting> known() {
    return List.copyOf(known.values());
  }

  /**
   * Makes sure that nothing is set that was not read.
   *
   * @throws IllegalArgumentException if something is; it names the nearest
   */
  void requireAllKnown() {
    sources.requireKnown(known.keySet());
  }

  private @Nullable String text(SettingType<?> type, String name) {
    boolean isOn = type == SettingType.SWITCH && sources.isBare(name);
    return isOn ? "true" : sources.text(name);
  }
}
