package io.snowbraid.spring;

/** The line of Spring Boot that this starter is built for. */
final class BootLine {

  static final String MAJOR = "3";

  private BootLine() {}
}
