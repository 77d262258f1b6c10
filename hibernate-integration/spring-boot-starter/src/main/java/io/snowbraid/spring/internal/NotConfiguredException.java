package io.snowbraid.spring.internal;

/**
 * Thrown if the application's configuration is insufficient or contradictory. Contains the remedy.
 */
public final class NotConfiguredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String description;
  private final String action;

  public NotConfiguredException(String description, String action) {
    super(description + " " + action);
    this.description = description;
    this.action = action;
  }

  public String description() {
    return description;
  }

  public String action() {
    return action;
  }
}
