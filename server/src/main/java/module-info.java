/** A server that issues ids by the Redis protocol and HTTP. */
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

  // it loads the manager of the log by its name
  exports io.snowbraid.server.program to
      java.logging;

  // it reads and sets annotated fields
  opens io.snowbraid.server.program to
      info.picocli;
}
