package io.snowbraid.jdbc.internal;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Thrown if a setting is unknown, malformed, out of range, or has no effect. */
public final class SettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final @Nullable String value;
  private final String reason;

  private SettingException(
      String message,
      String name,
      @Nullable String value,
      String reason,
      @Nullable Throwable cause) {
    super(message, cause);
    this.name = name;
    this.value = value;
    this.reason = reason;
  }

  /** Creates an exception whose reason names the setting and its value. */
  static SettingException malformed(String name, Object value, String rule) {
    String reason = "%s must be %s, but is %s".formatted(name, rule, value);
    return new SettingException(reason, name, value.toString(), reason, null);
  }

  /** Creates an exception for a value that the code behind the setting has rejected. */
  static SettingException rejected(String name, Object value, IllegalArgumentException cause) {
    String reason = String.valueOf(cause.getMessage());
    return new SettingException(name + ": " + reason, name, value.toString(), reason, cause);
  }

  /**
   * Creates an exception for a setting that would be ignored.
   *
   * @param name the setting as it is spelled
   * @param value its value
   * @param other what takes its effect
   * @return an exception
   */
  public static SettingException ignored(String name, Object value, String other) {
    String reason = "%s has no effect together with %s; remove one of them".formatted(name, other);
    return new SettingException(reason, name, value.toString(), reason, null);
  }

  /**
   * Creates an exception for a setting that does not exist. Its value may be a password, so the
   * message does not quote it.
   *
   * @param name the setting as it is spelled
   * @param known the settings that exist
   * @return an exception
   */
  public static SettingException unknown(String name, Collection<String> known) {
    String reason =
        "there is no setting %s; did you mean %s?"
            .formatted(name, NearestName.nearest(name, known).orElseThrow());
    return new SettingException(reason, name, null, reason, null);
  }

  /**
   * Returns the setting.
   *
   * @return its name as it is spelled
   */
  public String name() {
    return name;
  }

  /**
   * Returns the value.
   *
   * @return the text that was set; null if the setting does not exist
   */
  public @Nullable String value() {
    return value;
  }

  /**
   * Returns what is wrong.
   *
   * @return the message, which does not always name the setting
   */
  public String reason() {
    return reason;
  }
}
