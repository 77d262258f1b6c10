package io.snowbraid.spring.json;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.snowbraid.spring.json.internal.PublicIdJson;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Exposes an id as a public id (see {@link io.snowbraid.publicid.PublicId}) and decodes it when
 * reading. Numbers and other texts are rejected.
 *
 * <pre>{@code
 * record Order(@PublicIdText("ord") long id, String item) {}
 *
 * @GetMapping("/orders/{id}")
 * Order find(@PathVariable @PublicIdText("ord") long id) {
 *   ...
 * }
 * }</pre>
 *
 * <p>On a property, it applies to JSON with Jackson. On a Spring MVC controller parameter, it
 * applies to a path variable or request parameter. An invalid text gets status 404 in a path
 * variable and 400 in a request parameter. Allowed types are {@code long}, {@code Long}, and an
 * {@code Optional}, collection or array of {@code Long}; in JSON also a map with {@code Long}
 * values.
 *
 * <p>It does not apply to fields of form objects, where Spring reads numbers.
 *
 * <p>The property {@code snowbraid.public-ids.keys} sets the keys. Without keys, calls of methods
 * with such a parameter fail, as do writing and reading such a property.
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
@JsonSerialize(using = PublicIdJson.Serializer.class)
@JsonDeserialize(using = PublicIdJson.Deserializer.class)
public @interface PublicIdText {

  /**
   * Sets the prefix of the texts.
   *
   * @return the prefix without its underscore; empty for texts without a prefix
   */
  String value() default "";

  /**
   * Sets the form of the texts.
   *
   * @return base 32 or UUID
   */
  Form form() default Form.BASE_32;

  /** The form of a public id. A text in one form is rejected where the other is expected. */
  enum Form {
    /** The prefix, an underscore and 26 digits, as {@code PublicId.encode} writes them. */
    BASE_32,
    /**
     * A version 8 UUID, as {@code PublicId.toUuid} creates it. It does not show the prefix, but can
     * only be read with the same prefix. Upper case is accepted, as RFC 9562 requires.
     */
    UUID
  }
}
