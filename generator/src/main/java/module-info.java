/** Generators, layouts, worker sources, ids for jobs, segments and public ids. */
module io.snowbraid {
  requires static jdk.jfr;
  requires static org.crac;
  requires static org.jspecify;

  exports io.snowbraid;
  exports io.snowbraid.error;
  exports io.snowbraid.job;
  exports io.snowbraid.layout;
  exports io.snowbraid.segment;
  exports io.snowbraid.publicid;
  exports io.snowbraid.worker;
  exports io.snowbraid.worker.record;
  exports io.snowbraid.internal to
      io.snowbraid.cli,
      io.snowbraid.client,
      io.snowbraid.jdbc,
      io.snowbraid.keyed,
      io.snowbraid.server,
      io.snowbraid.spring,
      io.snowbraid.zookeeper;
}
