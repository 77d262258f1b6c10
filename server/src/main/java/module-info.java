/** A server that serves ids over the Redis protocol and HTTP. */
module io.snowbraid.server {
  requires transitive io.snowbraid;
  requires transitive io.snowbraid.keyed;
  requires transitive java.sql;
  requires info.picocli;
  requires io.agroal.pool;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires io.prometheus.metrics.instrumentation.jvm;
  requires io.prometheus.metrics.model;
  requires io.prometheus.writer.text;
  requires io.snowbraid.jdbc;
  requires java.logging;
  requires java.net.http;
  requires tools.jackson.core;
  requires static org.jspecify;

  exports io.snowbraid.server;
  exports io.snowbraid.server.http;

  // so that it can load the log manager by name
  exports io.snowbraid.server.program to
      java.logging;

  // so that it can read and set annotated fields
  opens io.snowbraid.server.program to
      info.picocli;
}
