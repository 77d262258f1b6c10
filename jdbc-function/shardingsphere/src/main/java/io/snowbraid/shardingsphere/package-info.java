/**
 * The key generator {@code SNOWBRAID} for ShardingSphere-JDBC, and the generator behind it for
 * those who make ids above ShardingSphere.
 */
@NullMarked
package io.snowbraid.shardingsphere;

import org.jspecify.annotations.NullMarked;
