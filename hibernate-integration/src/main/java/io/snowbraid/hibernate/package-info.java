/**
 * Entity ids for Hibernate ORM.
 *
 * <p>With this library on the class path, the generator name {@code snowflake} is known everywhere:
 *
 * <pre>{@code
 * @Id @GeneratedValue(generator = "snowflake") Long id;
 * }</pre>
 *
 * <p>It needs no setting: a worker is leased from the database of the entities. {@link
 * io.snowbraid.hibernate.SnowflakeSettings} lists the optional settings.
 */
@NullMarked
package io.snowbraid.hibernate;

import org.jspecify.annotations.NullMarked;
