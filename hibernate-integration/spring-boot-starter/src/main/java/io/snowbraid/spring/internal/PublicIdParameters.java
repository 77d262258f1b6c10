package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.publicid.PublicIdException;
import io.snowbraid.spring.json.PublicIdText;
import io.snowbraid.spring.json.internal.PublicIdTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.HttpStatus;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.annotation.RequestParamMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.PathVariableMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Has Spring MVC read parameters with {@link PublicIdText}. They are read before Spring's
 * conversion of parameters, because where a converter rejects a text, Spring falls back to its
 * property editors, which read numbers. Resolvers that an application adds come after Spring's own,
 * so these are put in front here.
 */
final class PublicIdParameters implements BeanPostProcessor {

  private final ObjectProvider<PublicId> publicId;

  /** Looked up once, before the first request; null if there is none. */
  private volatile @Nullable PublicId keys;

  /**
   * Called by the starter.
   *
   * @param publicId has the keys; the annotations have the prefixes
   */
  PublicIdParameters(ObjectProvider<PublicId> publicId) {
    this.publicId = publicId;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof RequestMappingHandlerAdapter adapter) {
      keys = publicId.getIfUnique();
      adapter.setArgumentResolvers(inFrontOf(adapter.getArgumentResolvers()));
      adapter.setInitBinderArgumentResolvers(inFrontOf(adapter.getInitBinderArgumentResolvers()));
    }
    return bean;
  }

  private List<HandlerMethodArgumentResolver> inFrontOf(
      @Nullable List<HandlerMethodArgumentResolver> present) {
    List<HandlerMethodArgumentResolver> resolvers = new ArrayList<>();
    resolvers.add(new PathVariables());
    resolvers.add(new RequestParams());
    resolvers.add(new Others());
    resolvers.addAll(Objects.requireNonNull(present));
    return resolvers;
  }

  private static boolean isPublicId(MethodParameter parameter) {
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
  private @Nullable Object ids(@Nullable Object value, MethodParameter parameter) {
    if (value == null || value.equals("")) {
      return null;
    }
    PublicId present = keys;
    if (present == null) {
      throw new NotConfiguredException(
          "The annotation @PublicIdText on a parameter needs a key, and there is none, or several"
              + " beans have one: method="
              + parameter.getExecutable(),
          "Set snowbraid.public-ids.keys to a key that PublicId.newKey() made, or make one"
              + " PublicId bean primary.");
    }
    PublicIdTexts texts = PublicIdTexts.of(annotation(parameter).synthesize(), present);
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

  /** Reads public ids in paths. A path with another text does not exist. */
  private final class PathVariables extends PathVariableMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
      return isPublicId(parameter) && super.supportsParameter(parameter);
    }

    @Override
    protected @Nullable Object resolveName(
        String name, MethodParameter parameter, NativeWebRequest request) throws Exception {
      try {
        return ids(super.resolveName(name, parameter, request), parameter);
      } catch (PublicIdException e) { // without it as a cause, to which handlers could react
        throw new ResponseStatusException(HttpStatus.NOT_FOUND);
      }
    }
  }

  /** Reads public ids in request parameters. Another text is answered as one of a wrong type. */
  private final class RequestParams extends RequestParamMethodArgumentResolver {

    RequestParams() {
      super(false); // only with @RequestParam
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
      return isPublicId(parameter) && super.supportsParameter(parameter);
    }

    @Override
    protected @Nullable Object resolveName(
        String name, MethodParameter parameter, NativeWebRequest request) throws Exception {
      Object value = super.resolveName(name, parameter, request);
      try {
        return ids(value, parameter);
      } catch (PublicIdException e) {
        throw new MethodArgumentTypeMismatchException(
            value, parameter.getNestedParameterType(), name, parameter, e);
      }
    }
  }

  /** Rejects parameters that Spring would read as numbers. */
  private static final class Others implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
      return isPublicId(parameter);
    }

    @Override
    public Object resolveArgument(
        MethodParameter parameter,
        @Nullable ModelAndViewContainer model,
        NativeWebRequest request,
        @Nullable WebDataBinderFactory binder) {
      throw new NotConfiguredException(
          "The annotation @PublicIdText on a parameter needs @PathVariable or @RequestParam beside"
              + " it: method="
              + parameter.getExecutable(),
          "Add one of them.");
    }
  }

  /** Has Spring MVC write ids with {@link PublicIdText} in the links that it builds to methods. */
  static final class Links implements WebMvcConfigurer, ConditionalGenericConverter {

    private final PublicId publicId;

    /**
     * Called by the starter.
     *
     * @param publicId has the keys; the annotations have the prefixes
     */
    Links(PublicId publicId) {
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
}
