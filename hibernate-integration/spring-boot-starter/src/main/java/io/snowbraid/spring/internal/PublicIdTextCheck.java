package io.snowbraid.spring.internal;

import static java.util.stream.Collectors.joining;

import io.snowbraid.spring.json.PublicIdText;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Stops the startup if a controller expects public ids that nothing reads: Spring would read
 * numbers in their place. It needs no bean, because without keys there is none.
 */
public final class PublicIdTextCheck
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  private static final String MAPPING =
      "org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping";

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    if (ClassUtils.isPresent(MAPPING, context.getClassLoader())) {
      context.addBeanFactoryPostProcessor(beans -> beans.addBeanPostProcessor(new Check(beans)));
    }
  }

  /** Rejects parameters with {@link PublicIdText} that would not be read as public ids. */
  private static final class Check implements BeanPostProcessor {

    private final BeanFactory beans;

    Check(BeanFactory beans) {
      this.beans = beans;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      if (bean instanceof RequestMappingHandlerMapping mapping) {
        check(mapping);
      }
      return bean;
    }

    /** Checks all methods that Spring calls with values of a request. */
    private void check(RequestMappingHandlerMapping mapping) {
      mapping.getHandlerMethods().values().forEach(method -> check(method.getMethod()));
      Stream<Class<?>> controllers =
          mapping.getHandlerMethods().values().stream().map(HandlerMethod::getBeanType);
      Stream<Class<?>> advice =
          ControllerAdviceBean.findAnnotatedBeans(
                  Objects.requireNonNull(mapping.getApplicationContext()))
              .stream()
              .map(ControllerAdviceBean::getBeanType)
              .filter(Objects::nonNull);
      Stream.concat(controllers, advice).distinct().forEach(this::checkPreparations);
    }

    private void checkPreparations(Class<?> type) {
      MethodIntrospector.selectMethods(
              type,
              (Method method) ->
                  AnnotatedElementUtils.hasAnnotation(method, ModelAttribute.class)
                      || AnnotatedElementUtils.hasAnnotation(method, InitBinder.class))
          .forEach(this::check);
    }

    private void check(Method method) {
      for (int i = 0; i < method.getParameterCount(); i++) {
        MethodParameter parameter = new MethodParameter(method, i);
        if (MergedAnnotations.from(parameter.getParameterAnnotations())
            .isPresent(PublicIdText.class)) {
          check(parameter, method);
        }
      }
    }

    private void check(MethodParameter parameter, Method method) {
      if (!parameter.hasParameterAnnotation(PathVariable.class)
          && !parameter.hasParameterAnnotation(RequestParam.class)) {
        throw new NotConfiguredException(
            "The annotation @PublicIdText on a parameter needs @PathVariable or @RequestParam"
                + " beside it: method="
                + name(method),
            "Add one of them.");
      }
      if (!isId(new TypeDescriptor(parameter.nestedIfOptional()))) {
        throw new NotConfiguredException(
            "The annotation @PublicIdText is only allowed on a long, a Long, or an Optional, a"
                + " collection or an array of Long: method="
                + name(method),
            "Change the type of the parameter.");
      }
      if (!beans.containsBean(PublicIdParameters.BEAN)) {
        throw new NotConfiguredException(
            "The annotation @PublicIdText on a parameter needs a key, and there is none, or several"
                + " beans have one: method="
                + name(method),
            "Set snowbraid.public-ids.keys to a key that PublicId.newKey() made, or make one"
                + " PublicId bean primary.");
      }
    }

    private static String name(Method method) {
      return Stream.of(method.getParameterTypes())
          .map(Class::getSimpleName)
          .collect(
              joining(
                  ", ", method.getDeclaringClass().getName() + "#" + method.getName() + "(", ")"));
    }

    private static boolean isId(TypeDescriptor type) {
      TypeDescriptor element = type.getElementTypeDescriptor();
      return element == null ? type.getObjectType() == Long.class : isId(element);
    }
  }
}
