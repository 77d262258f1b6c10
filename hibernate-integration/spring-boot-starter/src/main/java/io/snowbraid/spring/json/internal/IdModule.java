package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.json.PublicIdText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;

/**
 * Makes Jackson write and read ids as texts: those with {@link PublicIdText} as public ids if there
 * are keys, and all generated ids as {@link io.snowbraid.spring.json.IdAsString} does if a property
 * requests it.
 */
public final class IdModule extends SimpleModule {

  private static final long serialVersionUID = 1L;

  private final boolean idsAreStrings;
  private final transient @Nullable PublicId keys;

  /**
   * Creates a module; called by the starter.
   *
   * @param idsAreStrings whether all generated ids are strings
   * @param keys the public id keys, without a prefix; null if there are none
   */
  public IdModule(boolean idsAreStrings, @Nullable PublicId keys) {
    super("snowbraid");
    this.idsAreStrings = idsAreStrings;
    this.keys = keys;
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    if (keys != null) { // takes precedence over the serializer in the annotation
      context.insertAnnotationIntrospector(new PublicIds(keys));
    }
    if (idsAreStrings) { // other annotations of the attribute take precedence
      context.appendAnnotationIntrospector(new GeneratedIds());
    }
  }

  private static final class PublicIds extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private final transient PublicId keys;

    PublicIds(PublicId keys) {
      this.keys = keys;
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
      PublicIdText text = annotated.getAnnotation(PublicIdText.class);
      return text == null ? null : new IdsSerializer(serializer(text));
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
      PublicIdText text = annotated.getAnnotation(PublicIdText.class);
      return text == null ? null : serializer(text);
    }

    private IdSerializer serializer(PublicIdText text) {
      return new PublicIdJson.Serializer(PublicIdTexts.of(text, keys)::encode);
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
      PublicIdText text = annotated.getAnnotation(PublicIdText.class);
      return text == null
          ? null
          : new IdsDeserializer(
              new PublicIdJson.Deserializer(PublicIdTexts.of(text, keys)::decode), "@PublicIdText");
    }
  }

  private static final class GeneratedIds extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
      return isGenerated(annotated) ? IdSerializer.class : null;
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
      return isGenerated(annotated) ? IdDeserializer.class : null;
    }

    private static boolean isGenerated(Annotated annotated) {
      Class<?> type = annotated.getRawType();
      return (type == Long.class || type == long.class)
          && annotated instanceof AnnotatedMember member
          && GeneratedIdDetector.include(member.getMember(), annotated.annotations());
    }
  }
}
