package io.snowbraid.server;

import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a JSON object per line, with the stack trace as text. */
final class JsonLogFormatter extends Formatter {

  private static final JsonFactory FACTORY = new JsonFactory();

  @Override
  public String format(LogRecord log) {
    LogLine line = LogLine.of(log, this);
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeStringProperty("time", line.time());
      json.writeStringProperty("level", line.level());
      json.writeStringProperty("logger", line.logger());
      json.writeStringProperty("message", line.message());
      if (!line.failure().isEmpty()) {
        json.writeStringProperty("failure", line.failure());
      }
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }
}
