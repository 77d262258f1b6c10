package io.snowbraid.server.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** An answer of Camellia's segment server. It is untrusted input. */
final class CamelliaReply {

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int SUCCESS = 200;

  /** The last counter of a tag that starts at 0. */
  private static final long NOTHING_DRAWN = -1;

  private static final int LONGEST = 200;

  private long code;
  private @Nullable String message;
  private @Nullable Object data;
  private final List<String> names = new ArrayList<>();

  private CamelliaReply() {}

  /**
   * Parses an answer.
   *
   * @throws IOException if the answer is not one of Camellia's, or says that the call failed
   */
  static CamelliaReply parse(byte[] json) throws IOException {
    CamelliaReply reply = new CamelliaReply();
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      reply.read(parser);
    } catch (JacksonException e) {
      throw new IOException("cause=" + shown(e.getOriginalMessage()));
    }
    if (reply.code != SUCCESS) {
      throw new IOException("code=" + reply.code + ", msg=" + shown(reply.message));
    }
    return reply;
  }

  private static String shown(@Nullable String text) {
    String line = String.valueOf(text).replaceAll("[^ -~]", "?");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }

  private void read(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("the answer is no object");
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (name) {
        case "code" -> code = parser.getLongValue();
        case "msg" -> message = parser.getValueAsString();
        case "data" -> readData(parser, value);
        default -> parser.skipChildren();
      }
    }
  }

  private void readData(JsonParser parser, JsonToken value) {
    switch (value) {
      case VALUE_NUMBER_INT -> data = parser.getLongValue();
      case VALUE_TRUE, VALUE_FALSE -> data = parser.getBooleanValue();
      case START_OBJECT -> readNames(parser);
      default -> parser.skipChildren();
    }
  }

  private void readNames(JsonParser parser) {
    data = names;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      names.add(parser.currentName());
      parser.nextToken();
      parser.skipChildren();
    }
  }

  boolean isNull() {
    return data == null;
  }

  long counter() throws IOException {
    if (data instanceof Long counter && counter >= NOTHING_DRAWN && counter < Long.MAX_VALUE) {
      return counter;
    }
    throw new IOException("data is no counter");
  }

  boolean truth() throws IOException {
    if (data instanceof Boolean truth) {
      return truth;
    }
    throw new IOException("data is neither true nor false");
  }

  /** Returns an object's field names in alphabetical order. */
  List<String> names() throws IOException {
    if (data == names) {
      return names.stream().sorted().toList();
    }
    throw new IOException("data is no object");
  }
}
