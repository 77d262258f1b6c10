/** The engine: layouts, lanes, the rule that picks them, and the sources of worker numbers. */
module io.snowbraid {
  requires static jdk.jfr;
  requires static org.crac;
  requires static org.jspecify;

  exports io.snowbraid;
  exports io.snowbraid.worker;
  exports io.snowbraid.internal to
      io.snowbraid.jdbc;
}
