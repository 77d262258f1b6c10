package io.snowbraid.spring.internal;

/**
 * Matches if a property says that workers come from ZooKeeper. A client alone does not: the
 * application may use it for something else.
 */
final class OnZooKeeper extends OnAnyProperty {

  OnZooKeeper() {
    super("snowbraid.zookeeper.connect-string", "snowbraid.zookeeper.path");
  }
}
