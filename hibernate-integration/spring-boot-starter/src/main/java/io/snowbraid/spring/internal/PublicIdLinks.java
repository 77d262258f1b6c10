package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.json.PublicIdText;
import io.snowbraid.spring.json.internal.PublicIdTexts;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Has Spring MVC write ids with {@link PublicIdText} in the links that it builds to methods. */
public final class PublicIdLinks implements WebMvcConfigurer, ConditionalGenericConverter {

  private final PublicId publicId;

  /**
   * Called by the starter.
   *
   * @param publicId has the keys; the annotations have the prefixes
   */
  public PublicIdLinks(PublicId publicId) {
    this.publicId = publicId;
  }

  @Override
  public void addFormatters(FormatterRegistry registry) {
    registry.addConverter(this);
  }

  @Override
  public Set<ConvertiblePair> getConvertibleTypes() {
    return Set.of(new ConvertiblePair(Long.class, String.class));
  }

  @Override
  public boolean matches(TypeDescriptor source, TypeDescriptor target) {
    return source.hasAnnotation(PublicIdText.class);
  }

  @Override
  public @Nullable Object convert(
      @Nullable Object id, TypeDescriptor source, TypeDescriptor target) {
    PublicIdText text = Objects.requireNonNull(source.getAnnotation(PublicIdText.class));
    return id == null ? null : PublicIdTexts.of(text, publicId).encode((Long) id);
  }
}
