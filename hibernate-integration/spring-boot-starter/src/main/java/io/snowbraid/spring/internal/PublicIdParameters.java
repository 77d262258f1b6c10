package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.publicid.PublicIdException;
import io.snowbraid.spring.json.PublicIdText;
import io.snowbraid.spring.json.internal.PublicIdTexts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.http.HttpStatus;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.annotation.RequestParamMethodArgumentResolver;
import org.springframework.web.method.support.CompositeUriComponentsContributor;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolverComposite;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.method.support.UriComponentsContributor;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.PathVariableMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Makes Spring MVC read parameters with {@link PublicIdText} and write them in links. They are read
 * before Spring converts parameters: if a converter rejects a text, Spring falls back to its
 * property editors, which read numbers. Resolvers added by an application come after Spring's own,
 * so these are inserted before them.
 */
final class PublicIdParameters
    implements BeanPostProcessor, HandlerMethodArgumentResolver, UriComponentsContributor {

  private final PathVariableMethodArgumentResolver path = new PathVariableMethodArgumentResolver();

  private final HandlerMethodArgumentResolver texts;
  private final UriComponentsContributor links;

  private final SingletonSupplier<PublicId> keys;

  /**
   * Creates the resolver; called by the starter.
   *
   * @param keys has the keys; the annotations have the prefixes
   */
  PublicIdParameters(ObjectProvider<PublicId> keys) {
    RequestParamMethodArgumentResolver query =
        new RequestParamMethodArgumentResolver(false); // only with @RequestParam
    this.texts = new HandlerMethodArgumentResolverComposite().addResolvers(path, query);
    this.links = new CompositeUriComponentsContributor(path, query);
    this.keys = SingletonSupplier.ofNullable(keys::getIfUnique);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof RequestMappingHandlerAdapter adapter) {
      adapter.setArgumentResolvers(inFrontOf(adapter.getArgumentResolvers()));
      adapter.setInitBinderArgumentResolvers(inFrontOf(adapter.getInitBinderArgumentResolvers()));
    }
    return bean;
  }

  private List<HandlerMethodArgumentResolver> inFrontOf(
      @Nullable List<HandlerMethodArgumentResolver> present) {
    return Stream.concat(Stream.of(this), Objects.requireNonNull(present).stream()).toList();
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return annotation(parameter).isPresent();
  }

  /**
   * Reads a path variable or request parameter. An invalid public id in a path means that the path
   * does not exist; in a request parameter, it is treated as a value of the wrong type.
   */
  @Override
  public @Nullable Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer model,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders)
      throws Exception {
    if (!texts.supportsParameter(parameter)) {
      throw new NotConfiguredException(
          "A parameter with @PublicIdText must also have @PathVariable or @RequestParam, but has"
              + " neither: method="
              + parameter.getExecutable(),
          "Add one of them.");
    }
    WebDataBinderFactory rest = Objects.requireNonNull(binders);
    try {
      return texts.resolveArgument(
          parameter,
          model,
          request,
          (from, target, name) -> new Reader(name, rest.createBinder(from, target, name)));
    } catch (MethodArgumentTypeMismatchException e) {
      if (path.supportsParameter(parameter)) {
        // without a cause that handlers could react to
        throw new ResponseStatusException(HttpStatus.NOT_FOUND);
      }
      throw e;
    }
  }

  /** Reads ids before the application's own conversion creates containers of them. */
  private final class Reader extends WebDataBinder {

    private final WebDataBinder rest;

    Reader(String name, WebDataBinder rest) {
      super(null, name);
      this.rest = rest;
    }

    @Override
    public <T> @Nullable T convertIfNecessary(
        @Nullable Object value, @Nullable Class<T> type, @Nullable MethodParameter parameter) {
      try {
        return rest.convertIfNecessary(
            ids(value, Objects.requireNonNull(parameter)), type, parameter);
      } catch (PublicIdException e) {
        throw new TypeMismatchException(value, type, e);
      }
    }
  }

  private static MergedAnnotation<PublicIdText> annotation(MethodParameter parameter) {
    return MergedAnnotations.from(parameter.getParameterAnnotations()).get(PublicIdText.class);
  }

  /** Writes ids in the links that Spring MVC builds to methods. */
  @Override
  public void contributeMethodArgument(
      MethodParameter parameter,
      Object value,
      UriComponentsBuilder link,
      Map<String, Object> variables,
      ConversionService conversion) {
    Object given =
        value instanceof Collection<?> ids
            ? ids.stream().map(id -> text(id, parameter)).toList()
            : text(value, parameter);
    links.contributeMethodArgument(parameter, given, link, variables, conversion);
  }

  private Object text(Object value, MethodParameter parameter) {
    return value instanceof Long id ? texts(parameter).encode(id) : value;
  }

  /** Returns the writer and reader for a parameter's texts. */
  private PublicIdTexts texts(MethodParameter parameter) {
    PublicId present = keys.get();
    if (present == null) {
      throw new NotConfiguredException(
          "A parameter with @PublicIdText needs exactly one PublicId bean, but there is none, or"
              + " none of several is primary: method="
              + parameter.getExecutable(),
          "Set snowbraid.public-ids.keys to a key created by PublicId.newKey(), or mark one"
              + " PublicId bean as @Primary.");
    }
    return PublicIdTexts.of(annotation(parameter).synthesize(), present);
  }

  /**
   * Reads one or more texts. As usual in Spring, one text may contain several, separated by commas.
   *
   * @param value a text, an array of texts, or null
   * @return an id or an array of ids; null if there is no text, or an empty one
   * @throws PublicIdException if a text is not a public id
   */
  private @Nullable Object ids(@Nullable Object value, MethodParameter parameter) {
    if (value == null || value.equals("")) {
      return null;
    }
    PublicIdTexts texts = texts(parameter);
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
