package io.snowbraid.server.internal.services;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.UnknownTagException;
import java.nio.charset.StandardCharsets;

/** Describes errors in one line of limited length, without secrets. */
public final class ErrorText {

  private static final int LONGEST = 1_000;
  private static final int LONGEST_ARGUMENT = 128;

  private ErrorText() {}

  /**
   * Describes a failure, starting with ERR if the same request will fail again, or UNAVAILABLE if a
   * retry may succeed.
   */
  public static String of(RuntimeException failure) {
    return (isTemporary(failure) ? "UNAVAILABLE " : "ERR ") + forClients(failure);
  }

  /**
   * Returns the text for clients. Unless the request itself is wrong, a failure's message is meant
   * for operators: it names stores, files and classes, and is only logged.
   */
  public static String forClients(RuntimeException failure) {
    if (isUnknownTag(failure)) {
      return "tag must exist; correct its name, or create it with NEWTAG";
    }
    if (failure instanceof GeneratorClosedException) {
      return "the server is shutting down; use another one, or try again later";
    }
    if (isTemporary(failure)) {
      return "no ids or numbers are available now; try again later, and see the server log";
    }
    RuntimeException reason = reason(failure);
    return isOfTheServer(reason)
        ? "no ids or numbers are available until an operator acts; see the server log"
        : DatabaseAddress.hideSecrets(String.valueOf(reason.getMessage()));
  }

  /** Returns why the store rejected a tag, or the failure itself if it did not. */
  public static RuntimeException reason(RuntimeException failure) {
    return failure instanceof IdsUnavailableException
            && failure.getCause() instanceof RuntimeException cause
            && (cause instanceof SegmentRejectedException
                || cause instanceof IllegalArgumentException)
        ? cause
        : failure;
  }

  /** Returns whether a call failed because its tag does not exist. */
  public static boolean isUnknownTag(RuntimeException failure) {
    return reason(failure) instanceof UnknownTagException;
  }

  /** Returns whether the server, not the request, is the cause. */
  public static boolean isOfTheServer(RuntimeException failure) {
    return failure instanceof SnowbraidException || failure instanceof IllegalStateException;
  }

  /** Returns whether a retry may succeed before an operator acts. */
  public static boolean isTemporary(RuntimeException failure) {
    RuntimeException reason = reason(failure);
    boolean isPermanent =
        reason instanceof SegmentRejectedException
            || reason instanceof GeneratorStoppedException
            || reason instanceof LayoutExhaustedException;
    return isOfTheServer(reason) && !isPermanent;
  }

  /** Turns a text into one line of limited length. */
  public static String line(String text) {
    String shortened = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    return shortened.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
  }

  /** Returns an argument for a message, replacing everything but printable ASCII. */
  public static String argument(byte[] bytes, int from, int to) {
    int length = Math.min(to - from, LONGEST_ARGUMENT);
    String text = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    return text.replaceAll("[^ -~]", "?") + (length < to - from ? "..." : "");
  }
}
