/** Workers leased from ZooKeeper. */
@NullMarked
package io.snowbraid.zookeeper;

import org.jspecify.annotations.NullMarked;
