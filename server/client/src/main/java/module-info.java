/** A client that prefetches ids from Snowbraid servers. */
module io.snowbraid.client {
  requires transitive io.snowbraid;
  requires static org.crac;
  requires static org.jspecify;

  exports io.snowbraid.client;
}
