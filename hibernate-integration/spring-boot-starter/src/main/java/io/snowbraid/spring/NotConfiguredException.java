package io.snowbraid.spring;

/** Says that the application's configuration is insufficient or contradictory, and what to do. */
final class NotConfiguredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String description;
  private final String action;

  NotConfiguredException(String description, String action) {
    super(description + " " + action);
    this.description = description;
    this.action = action;
  }

  String description() {
    return description;
  }

  String action() {
    return action;
  }
}
