/**
 * The key generator {@code SNOWBRAID} for ShardingSphere-JDBC, and access to its generator for
 * frameworks on top of ShardingSphere.
 */
@NullMarked
package io.snowbraid.shardingsphere;

import org.jspecify.annotations.NullMarked;
