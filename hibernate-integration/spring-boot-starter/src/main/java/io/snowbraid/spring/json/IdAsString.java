package io.snowbraid.spring.json;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.snowbraid.spring.json.internal.IdSerializer;
import io.snowbraid.spring.json.internal.IdsDeserializer;
import io.snowbraid.spring.json.internal.IdsSerializer;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Makes Jackson write an id as a string, because JavaScript numbers lose digits beyond 2^53. When
 * reading, Jackson accepts such a string or a whole number and rejects everything else with an
 * exception that contains the value.
 *
 * <pre>{@code
 * record City(@IdAsString long id, String name) {}
 * }</pre>
 *
 * <p>It applies to properties of type {@code long} or {@code Long}, and to an {@code Optional},
 * collection, array or map of {@code Long}. Other types are rejected when Jackson first uses the
 * property. In API descriptions by springdoc, the property is also a string.
 */
@Documented
@Target({
  ElementType.FIELD,
  ElementType.METHOD,
  ElementType.PARAMETER,
  ElementType.RECORD_COMPONENT,
  ElementType.ANNOTATION_TYPE
})
@Retention(RetentionPolicy.RUNTIME)
@JacksonAnnotationsInside
@JsonSerialize(using = IdsSerializer.class, contentUsing = IdSerializer.class)
@JsonDeserialize(using = IdsDeserializer.class)
public @interface IdAsString {}
