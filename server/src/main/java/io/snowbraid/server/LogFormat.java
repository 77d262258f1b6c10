package io.snowbraid.server;

import java.util.logging.Formatter;

/** How lines of the log are written. */
enum LogFormat {
  /** Time, level and message. */
  TEXT {
    @Override
    Formatter formatter() {
      return new TextLogFormatter();
    }
  },
  /** A JSON object per line. */
  JSON {
    @Override
    Formatter formatter() {
      return new JsonLogFormatter();
    }
  };

  abstract Formatter formatter();
}
