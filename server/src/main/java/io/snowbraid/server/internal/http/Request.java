package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request that has arrived completely.
 *
 * @param path what precedes the parameters, as it was sent
 * @param query the parameters, as they were sent
 * @param form the parameters in the body; empty if it has none
 * @param authorization the value of that header; null if there is none
 * @param isOfForeignPage whether a web page made a browser send it that was loaded from elsewhere
 */
public record Request(
    HttpMethod method,
    String path,
    String query,
    String form,
    @Nullable String authorization,
    boolean isKeptAlive,
    boolean isOfForeignPage) {

  private static final int MAX_PARAMETERS = 64;

  /** About what a request takes, apart from its texts. */
  private static final long OWN_BYTES = 500;

  /** Text that is not UTF-8 is decoded to this. */
  private static final String REPLACEMENT = "\uFFFD";

  /** Returns about how many bytes of memory the request takes. */
  long bytes() {
    return OWN_BYTES
        + path.length()
        + query.length()
        + form.length()
        + (authorization == null ? 0 : authorization.length());
  }

  /**
   * Returns a parameter, the first if it is given several times, as the servers of Leaf, Tinyid and
   * Camellia do; null if it is missing.
   */
  public @Nullable String parameter(String name) {
    List<String> inQuery = values(query, name);
    List<String> values = inQuery.isEmpty() ? values(form, name) : inQuery;
    return values.isEmpty() ? null : requireUtf8(name, values.get(0));
  }

  /**
   * Returns a parameter that may be given only once; null if it is missing.
   *
   * @throws RequestFailure if it is given several times
   */
  @Nullable String onlyParameter(String name) {
    List<String> values = new ArrayList<>(values(query, name));
    values.addAll(values(form, name));
    if (values.size() > 1) {
      String given =
          values.stream()
              .limit(2)
              .map(value -> name + "=" + shown(value))
              .collect(Collectors.joining(", "));
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST, name + " must be given once: " + given);
    }
    return values.isEmpty() ? null : requireUtf8(name, values.get(0));
  }

  private static List<String> values(String encoded, String name) {
    return encoded.isEmpty() ? List.of() : parameters(encoded).getOrDefault(name, List.of());
  }

  private static Map<String, List<String>> parameters(String encoded) {
    boolean hasPath = false;
    boolean isSemicolonText = true;
    return new QueryStringDecoder(
            encoded, StandardCharsets.UTF_8, hasPath, MAX_PARAMETERS, isSemicolonText)
        .parameters();
  }

  /** Returns the last part of the path. */
  public String lastOfPath() {
    String encoded = path.substring(path.lastIndexOf('/') + 1);
    return requireUtf8("path", new QueryStringDecoder(encoded).path());
  }

  private static String requireUtf8(String name, String value) {
    if (value.contains(REPLACEMENT)) {
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST, name + " must be UTF-8: " + name + "=" + value);
    }
    return value;
  }

  /** Returns a parameter that is a number, or a default if it is missing. */
  long number(String name, long missing) {
    String value = onlyParameter(name);
    return value == null ? missing : number(name, value);
  }

  static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST,
          name + " must be an integer of 64 bits: " + name + "=" + shown(value));
    }
  }

  private static String shown(String value) {
    return value.length() <= 64 ? value : value.substring(0, 64) + "...";
  }

  /** Describes the request without its parameters and its secret, which are not for logs. */
  @Override
  public String toString() {
    return "Request[" + method + " " + path + "]";
  }
}
