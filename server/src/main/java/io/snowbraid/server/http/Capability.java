package io.snowbraid.server.http;

/** What a server can issue. */
public enum Capability {
  /** Ids: the server can issue one now. */
  IDS,
  /** Tag numbers: no tag has run out of numbers while its store fails. */
  TAGS,
  /** Numbers per key: the server has a lease. Never available if they are not served. */
  KEYS
}
