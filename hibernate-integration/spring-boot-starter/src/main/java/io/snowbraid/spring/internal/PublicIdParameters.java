package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Has Spring MVC read parameters with {@link io.snowbraid.spring.json.PublicIdText}. They are read
 * before Spring's conversion of parameters, because where a converter rejects a text, Spring falls
 * back to its property editors, which read numbers. Resolvers that an application adds come after
 * Spring's own, so these are put in front here.
 */
public final class PublicIdParameters implements BeanPostProcessor {

  private final ObjectProvider<PublicId> publicId;

  /**
   * Called by the starter.
   *
   * @param publicId has the keys; the annotations have the prefixes
   */
  public PublicIdParameters(ObjectProvider<PublicId> publicId) {
    this.publicId = publicId;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof RequestMappingHandlerAdapter adapter) {
      PublicIdReader reader = new PublicIdReader(publicId.getObject());
      adapter.setArgumentResolvers(inFrontOf(adapter.getArgumentResolvers(), reader));
      adapter.setInitBinderArgumentResolvers(
          inFrontOf(adapter.getInitBinderArgumentResolvers(), reader));
    }
    return bean;
  }

  private static List<HandlerMethodArgumentResolver> inFrontOf(
      @Nullable List<HandlerMethodArgumentResolver> present, PublicIdReader reader) {
    List<HandlerMethodArgumentResolver> resolvers = new ArrayList<>();
    resolvers.add(new PublicIdPathVariables(reader));
    resolvers.add(new PublicIdRequestParams(reader));
    resolvers.addAll(Objects.requireNonNull(present));
    return resolvers;
  }
}
