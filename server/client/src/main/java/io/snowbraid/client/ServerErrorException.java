package io.snowbraid.client;

import java.io.IOException;

/** A server answered with an error, or with what cannot be an answer. */
final class ServerErrorException extends IOException {

  private static final long serialVersionUID = 1L;

  private static final String TEMPORARY = "UNAVAILABLE ";

  private final boolean isRejection;

  private ServerErrorException(String message, boolean isRejection) {
    super(message);
    this.isRejection = isRejection;
  }

  /** The server answered with an error; the request may succeed later only if it says so. */
  static ServerErrorException error(String text) {
    return new ServerErrorException(
        "it answered \"" + text + "\"",
        !text.startsWith(TEMPORARY) && !text.contains("max number"));
  }

  /** The answer cannot be used. */
  static ServerErrorException garbage(String what) {
    return new ServerErrorException(what, false);
  }

  /** Whether asking again does not help until somebody changes something. */
  boolean isRejection() {
    return isRejection;
  }
}
