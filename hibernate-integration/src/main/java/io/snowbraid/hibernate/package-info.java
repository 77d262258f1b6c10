/**
 * Generates entity ids for Hibernate ORM.
 *
 * <p>With this library on the class path, every entity can use the generator name {@code
 * snowflake}:
 *
 * <pre>{@code
 * @Id @GeneratedValue(generator = "snowflake") Long id;
 * }</pre>
 *
 * <p>No settings are required: the worker is leased from the entities' database. {@link
 * io.snowbraid.hibernate.SnowflakeSettings} lists the optional settings.
 */
@NullMarked
package io.snowbraid.hibernate;

import org.jspecify.annotations.NullMarked;
