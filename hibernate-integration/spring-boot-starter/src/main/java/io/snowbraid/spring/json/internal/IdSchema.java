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
 * Describes ids that are JSON strings as strings in OpenAPI, so that generated clients do not
 * expect numbers. Entity ids generated because of a package annotation are not recognized; annotate
 * them with {@link IdAsString}.
 */
public final class IdSchema implements PropertyCustomizer, ParameterCustomizer {

  private final boolean idsAreStrings;

  /**
   * Creates a customizer; called by the starter.
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

  /** Returns what describes the texts of an id; null if the id is not a string. */
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
   * Describes a parameter. It is null where springdoc describes it differently, for example as a
   * body. If all ids are strings, every {@code long} in a path or query is a string, because ids
   * cannot be distinguished there.
   */
  @Override
  public @Nullable Parameter customize(@Nullable Parameter parameter, MethodParameter method) {
    Consumer<Schema<?>> text = text(method.getParameterAnnotations(), false);
    if (text == null && idsAreStrings) {
      text = schema -> {}; // an id, or a number that may be negative
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

  /** Turns a schema into a string schema. OpenAPI 3.0 has one type, 3.1 a set of types. */
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
