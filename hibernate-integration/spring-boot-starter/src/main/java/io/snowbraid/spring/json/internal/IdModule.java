package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.publicid.PublicIdException;
import io.snowbraid.spring.json.PublicIdText;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.Version;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;

/**
 * Has Jackson write and read ids as texts: those with {@link PublicIdText} as public ids if there
 * are keys, and all generated ids as {@link io.snowbraid.spring.json.IdAsString} does if a property
 * says so.
 */
public final class IdModule extends SimpleModule {

  private static final long serialVersionUID = 1L;

  private final boolean idsAreStrings;
  private final transient @Nullable PublicId keys;

  /**
   * Called by the starter.
   *
   * @param idsAreStrings whether all generated ids are strings
   * @param keys has the keys of public ids, whose prefixes the annotations have; null if there are
   *     none
   */
  public IdModule(boolean idsAreStrings, @Nullable PublicId keys) {
    super("snowbraid");
    this.idsAreStrings = idsAreStrings;
    this.keys = keys;
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    PublicId present = keys;
    if (present != null) { // in front of what the annotation says itself
      context.insertAnnotationIntrospector(
          new Introspector(text -> PublicIdTexts.of(text, present)));
    }
    if (idsAreStrings) { // behind other annotations of the attribute
      context.appendAnnotationIntrospector(new Introspector(null));
    }
  }

  /** Finds ids with an annotation if there are keys for it, otherwise generated ones. */
  private static final class Introspector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Function<PublicIdText, PublicIdTexts> keys;

    Introspector(@Nullable Function<PublicIdText, PublicIdTexts> keys) {
      this.keys = keys;
    }

    @Override
    public Version version() {
      return Version.unknownVersion();
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
      if (keys == null) {
        return isGenerated(annotated) ? IdSerializer.class : null;
      }
      PublicIdText text = annotated.getAnnotation(PublicIdText.class);
      return text == null ? null : new PublicIdSerializer(keys.apply(text));
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
      if (keys == null) {
        return isGenerated(annotated) ? IdDeserializer.class : null;
      }
      PublicIdText text = annotated.getAnnotation(PublicIdText.class);
      return text == null
          ? null
          : new IdsDeserializer(new PublicIdDeserializer(keys.apply(text)), "@PublicIdText");
    }

    private static boolean isGenerated(Annotated annotated) {
      Class<?> type = annotated.getRawType();
      return (type == Long.class || type == long.class)
          && annotated instanceof AnnotatedMember member
          && GeneratedIdDetector.include(member.getMember(), annotated.annotations());
    }
  }

  /** Writes an id as a public id, and containers of ids as containers of such texts. */
  private static final class PublicIdSerializer extends IdSerializer {

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

  /** Reads an id from a public id, and from nothing else. */
  private static final class PublicIdDeserializer extends StdScalarDeserializer<Long> {

    private static final long serialVersionUID = 1L;

    private final transient PublicIdTexts texts;

    PublicIdDeserializer(PublicIdTexts texts) {
      super(Long.class);
      this.texts = texts;
    }

    @Override
    public @Nullable Long deserialize(JsonParser json, DeserializationContext context)
        throws JacksonException {
      if (!json.hasToken(JsonToken.VALUE_STRING)) {
        return context.reportInputMismatch(
            this, "public id must be a string: token=%s", json.currentToken());
      }
      try {
        return texts.decode(json.getString());
      } catch (PublicIdException e) { // quotes less of the text than Jackson would
        return context.reportInputMismatch(this, "%s", e.getMessage());
      }
    }
  }
}
