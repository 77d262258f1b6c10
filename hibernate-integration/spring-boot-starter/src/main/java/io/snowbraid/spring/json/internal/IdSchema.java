package io.snowbraid.spring.json.internal;

import io.snowbraid.spring.json.IdAsString;
import io.snowbraid.spring.json.PublicIdText;
import io.snowbraid.spring.json.PublicIdText.Form;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.lang.annotation.Annotation;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.ParameterCustomizer;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Describes ids that are strings in JSON as strings in OpenAPI, so that generated clients do not
 * expect numbers. An entity's id that is generated because of an annotation on its package is not
 * recognized here; add {@link IdAsString} to it.
 */
public final class IdSchema implements PropertyCustomizer, ParameterCustomizer {

  private final boolean idsAreStrings;

  /**
   * Called by the starter.
   *
   * @param idsAreStrings whether all generated ids are strings, with or without the annotation
   */
  public IdSchema(boolean idsAreStrings) {
    this.idsAreStrings = idsAreStrings;
  }

  @Override
  @SuppressWarnings("rawtypes") // as springdoc declares it
  public Schema<?> customize(Schema property, AnnotatedType type) {
    Annotation[] annotations = type.getCtxAnnotations();
    Consumer<Schema<?>> text = annotations == null ? null : text(annotations, idsAreStrings);
    if (text != null) {
      describe(property, text);
    }
    return property;
  }

  /** Returns what says how the texts of an id look; null if it is not a string. */
  private static @Nullable Consumer<Schema<?>> text(
      Annotation[] annotations, boolean idsAreStrings) {
    MergedAnnotations merged = MergedAnnotations.from(annotations);
    MergedAnnotation<PublicIdText> text = merged.get(PublicIdText.class);
    if (text.isPresent() && text.synthesize().form() == Form.UUID) {
      return schema -> schema.format("uuid");
    }
    if (text.isPresent()) {
      return schema -> schema.pattern(PublicIdTexts.pattern(text.synthesize().value()));
    }
    return merged.isPresent(IdAsString.class)
            || (idsAreStrings && GeneratedIdDetector.include(null, Stream.of(annotations)))
        ? schema -> schema.pattern(IdDeserializer.DIGITS.pattern())
        : null;
  }

  /**
   * Describes a parameter; it is null where springdoc describes it in another way, for example as a
   * body. If all ids are strings, so is each {@code long} of a path or query, because nothing tells
   * which of them are ids.
   */
  @Override
  public @Nullable Parameter customize(@Nullable Parameter parameter, MethodParameter method) {
    Consumer<Schema<?>> text = text(method.getParameterAnnotations(), false);
    if (text == null && idsAreStrings) {
      text = schema -> {}; // it may be an id, or a number that is below 0
    }
    if (parameter != null && parameter.getSchema() != null && text != null) {
      describe(parameter.getSchema(), text);
    }
    return parameter;
  }

  private static void describe(Schema<?> schema, Consumer<Schema<?>> text) {
    if (schema.getItems() != null) {
      describe(schema.getItems(), text);
    } else if (schema.getAdditionalProperties() instanceof Schema<?> value) {
      describe(value, text);
    } else if ("int64".equals(schema.getFormat())) {
      beString(schema);
      text.accept(schema);
    }
  }

  /** Makes a schema a string; OpenAPI 3.0 has one type, 3.1 a set of types. */
  private static void beString(Schema<?> schema) {
    if (schema.getType() != null) {
      schema.setType("string");
    }
    if (schema.getTypes() != null) {
      Set<String> types = new LinkedHashSet<>(schema.getTypes());
      types.remove("integer");
      types.add("string");
      schema.setTypes(types);
    }
    schema.format(null).minimum(null).maximum(null);
  }
}
