/**
 * Entity ids for Hibernate ORM.
 *
 * <p>With this library on the class path the generator name {@code snowflake} is known everywhere:
 *
 * <pre>{@code
 * @Id @GeneratedValue(generator = "snowflake") Long id;
 * }</pre>
 *
 * <p>The one setting it needs is a worker, see {@link
 * io.snowbraid.hibernate.SnowflakeSettings#WORKER_ID}.
 */
@NullMarked
package io.snowbraid.hibernate;

import org.jspecify.annotations.NullMarked;
