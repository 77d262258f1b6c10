package io.snowbraid.client;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server answered with an error, or with what cannot be used. */
final class ServerErrorException extends IOException {

  private static final long serialVersionUID = 1L;

  private static final List<String> FINAL = List.of("ERR ", "WRONGPASS ", "NOAUTH ", "NOPERM ");

  private static final String FULL = "ERR max number of clients";

  private final @Nullable String remedy;

  private ServerErrorException(String message, @Nullable String remedy) {
    super(message);
    this.remedy = remedy;
  }

  /** The server answered with an error; for some, the request may succeed later. */
  static ServerErrorException error(String text) {
    boolean isFinal = FINAL.stream().anyMatch(text::startsWith) && !text.startsWith(FULL);
    return new ServerErrorException(
        "it answered \"" + text + "\"", isFinal ? "change what they reject" : null);
  }

  /** The answer cannot be used. */
  static ServerErrorException garbage(String what) {
    return new ServerErrorException(what, null);
  }

  /**
   * The answer ends below what the client accepted before.
   *
   * @param given the last number of the answer
   * @param last the last number that was accepted
   * @param remedy what helps; null if drawing again may help
   */
  static ServerErrorException low(long given, long last, @Nullable String remedy) {
    return new ServerErrorException(
        "it answered up to " + given + ", which must be above " + last, remedy);
  }

  /** What has to be done before the request can succeed; null if asking again may help. */
  @Nullable String remedy() {
    return remedy;
  }
}
