package io.snowbraid.spring.internal;

/** Says that the application's configuration is insufficient or contradictory, and what to do. */
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
