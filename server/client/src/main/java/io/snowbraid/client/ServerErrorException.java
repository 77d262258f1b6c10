package io.snowbraid.client;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown if a server answers with an error or with unusable data. */
final class ServerErrorException extends IOException {

  private static final long serialVersionUID = 1L;

  private static final List<String> FINAL = List.of("ERR ", "WRONGPASS ", "NOAUTH ", "NOPERM ");

  private static final String FULL = "ERR max number of clients";

  private final @Nullable String remedy;

  private ServerErrorException(String message, @Nullable String remedy) {
    super(message);
    this.remedy = remedy;
  }

  /** The server answered with an error; some errors allow a retry. */
  static ServerErrorException error(String text) {
    boolean isFinal = FINAL.stream().anyMatch(text::startsWith) && !text.startsWith(FULL);
    return new ServerErrorException(
        "it answered \"" + text + "\"", isFinal ? "correct what the servers reject" : null);
  }

  static ServerErrorException garbage(String what) {
    return new ServerErrorException(what, null);
  }

  /**
   * The answer ends below the last accepted number.
   *
   * @param given the answer's last number
   * @param last the last accepted number
   * @param remedy what to do; null if another draw may help
   */
  static ServerErrorException low(long given, long last, @Nullable String remedy) {
    return new ServerErrorException(
        "it answered up to " + given + ", which must be above " + last, remedy);
  }

  /** Returns what to do before the request can succeed; null if a retry may succeed. */
  @Nullable String remedy() {
    return remedy;
  }
}
