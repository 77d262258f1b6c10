/** Internal: workers from ZooKeeper. */
@NullMarked
package io.snowbraid.spring.internal.zookeeper;

import org.jspecify.annotations.NullMarked;
