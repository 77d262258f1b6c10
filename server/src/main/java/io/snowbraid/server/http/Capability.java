package io.snowbraid.server.http;

/** What a server can be asked for. */
public enum Capability {
  /** Ids: one can be issued now. */
  IDS,
  /** Numbers of tags: no tag has run out of numbers while its store fails. */
  TAGS,
  /** Numbers per key: this server has a lease and may issue; not if they are not served. */
  KEYS
}
