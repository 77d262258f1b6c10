package io.snowbraid.jdbc.internal;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Thrown if a setting is unknown, malformed, out of range, or without effect. */
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

  /** Creates an exception for a value that the code behind the setting rejected. */
  static SettingException rejected(String name, Object value, IllegalArgumentException cause) {
    String reason = String.valueOf(cause.getMessage());
    return new SettingException(name + ": " + reason, name, value.toString(), reason, cause);
  }

  /**
   * Creates an exception for a setting that would be ignored.
   *
   * @param name the setting as spelled
   * @param value its value
   * @param other the setting that overrides it
   * @return an exception
   */
  public static SettingException ignored(String name, Object value, String other) {
    String reason = "%s has no effect together with %s; remove one of them".formatted(name, other);
    return new SettingException(reason, name, value.toString(), reason, null);
  }

  /**
   * Creates an exception for an unknown setting. The message does not quote its value, which may be
   * a password.
   *
   * @param name the setting as spelled
   * @param known the known settings
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
   * @return its name as spelled
   */
  public String name() {
    return name;
  }

  /**
   * Returns the value.
   *
   * @return the configured text; null if the setting is unknown
   */
  public @Nullable String value() {
    return value;
  }

  /**
   * Returns the reason.
   *
   * @return the message, which does not always name the setting
   */
  public String reason() {
    return reason;
  }
}
