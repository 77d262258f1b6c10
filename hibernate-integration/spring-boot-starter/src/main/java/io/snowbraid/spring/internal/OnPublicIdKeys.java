package io.snowbraid.spring.internal;

/** Matches if there are keys for public ids. An empty list matches, too, and is rejected later. */
final class OnPublicIdKeys extends OnAnyProperty {

  OnPublicIdKeys() {
    super("snowbraid.public-ids.keys", "snowbraid.public-ids.keys[0]");
  }
}
