package io.snowbraid.spring;

/** Nothing says where the worker comes from, or too much does. */
final class WorkerNotConfiguredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String description;
  private final String action;

  WorkerNotConfiguredException(String description, String action) {
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
