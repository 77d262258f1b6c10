package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.publicid.PublicIdException;
import io.snowbraid.spring.json.PublicIdText;
import io.snowbraid.spring.json.internal.PublicIdTexts;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.StringUtils;

/** Reads the values of parameters with {@link PublicIdText}. */
final class PublicIdReader {

  private final PublicId publicId;

  PublicIdReader(PublicId publicId) {
    this.publicId = publicId;
  }

  static boolean isPublicId(MethodParameter parameter) {
    return annotation(parameter).isPresent();
  }

  private static MergedAnnotation<PublicIdText> annotation(MethodParameter parameter) {
    return MergedAnnotations.from(parameter.getParameterAnnotations()).get(PublicIdText.class);
  }

  /**
   * Reads one text or several; several in one text are separated by commas, as elsewhere in Spring.
   *
   * @param value a text, an array of texts, or null
   * @return an id or an array of ids; null if there is no text, or an empty one
   * @throws PublicIdException if a text is no public id
   */
  @Nullable Object ids(@Nullable Object value, MethodParameter parameter) {
    if (value == null || value.equals("")) {
      return null;
    }
    PublicIdTexts texts = PublicIdTexts.of(annotation(parameter).synthesize(), publicId);
    if (value instanceof String[] several) {
      return ids(several, texts);
    }
    boolean isContainer = new TypeDescriptor(parameter).getElementTypeDescriptor() != null;
    return isContainer
        ? ids(StringUtils.commaDelimitedListToStringArray(value.toString()), texts)
        : (Object) texts.decode(value.toString());
  }

  private static Long[] ids(String[] several, PublicIdTexts texts) {
    return Stream.of(several).map(texts::decode).toArray(Long[]::new);
  }
}
