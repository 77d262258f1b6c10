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
 * Shows an id to strangers as a public id (see {@link io.snowbraid.publicid.PublicId}), and reads
 * it back. Numbers and other texts are rejected.
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
 * <p>On a property, it applies to JSON with Jackson. On a parameter of a Spring MVC controller, it
 * applies to a path variable or a request parameter. A text that cannot be read gets status 404 in
 * a path variable, and status 400 in a request parameter. On properties and parameters, the type is
 * {@code long} or {@code Long}, or an {@code Optional}, a collection or an array of {@code Long};
 * in JSON also a map with such values.
 *
 * <p>It is not for the fields of form objects, where Spring reads numbers.
 *
 * <p>The keys are in the property {@code snowbraid.public-ids.keys}. Without keys, calls of a
 * method with such a parameter fail, and so does writing or reading such a property.
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
   * What the texts begin with.
   *
   * @return the prefix without its underscore; empty for texts without a prefix
   */
  String value() default "";

  /**
   * How the id is written.
   *
   * @return as base 32, or as UUID
   */
  Form form() default Form.BASE_32;

  /** How a public id is written; a text in one form is not read in the other. */
  enum Form {
    /** The prefix, an underscore and 26 digits, as {@code PublicId.encode} writes them. */
    BASE_32,
    /**
     * A UUID of version 8, as {@code PublicId.toUuid} makes it. It does not show the prefix, and is
     * read with the same one only. Upper case is read, too, as RFC 9562 has it.
     */
    UUID
  }
}
