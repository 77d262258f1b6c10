package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Marks an entity's identifier as issued by Snowbraid: the same as {@code @GeneratedValue(generator
 * = "snowflake")}. On a package it holds for the identifiers of the entities in it that are
 * {@code @GeneratedValue} without a name.
 */
@Documented
@IdGeneratorType(SnowflakeIdentifierGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PACKAGE})
public @interface SnowflakeId {}
