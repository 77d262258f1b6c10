package io.snowbraid.spring.json.internal;

import org.jspecify.annotations.Nullable;

/** Writes an id as a public id, and containers of ids as containers of such texts. */
final class PublicIdSerializer extends IdSerializer {

  private static final long serialVersionUID = 1L;

  private final transient PublicIdTexts texts;

  PublicIdSerializer(PublicIdTexts texts) {
    this.texts = texts;
  }

  /** Ids that are strings already would be shown as they are. */
  @Override
  @Nullable String text(Object value) {
    return value instanceof Long id ? texts.encode(id) : null;
  }
}
