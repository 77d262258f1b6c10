package io.snowbraid.spring;

import io.snowbraid.spring.json.PublicIdText;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Rejects parameters with {@link PublicIdText} that would not be read as public ids. */
final class ControllerCheck implements BeanPostProcessor {

  private static final String READER = "snowbraidPublicIdParameters";

  private final BeanFactory beans;

  ControllerCheck(BeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof RequestMappingHandlerMapping mapping) {
      mapping.getHandlerMethods().values().forEach(this::check);
    }
    return bean;
  }

  private void check(HandlerMethod method) {
    for (MethodParameter parameter : method.getMethodParameters()) {
      if (MergedAnnotations.from(parameter.getParameterAnnotations())
          .isPresent(PublicIdText.class)) {
        check(parameter, method);
      }
    }
  }

  private void check(MethodParameter parameter, HandlerMethod method) {
    if (!parameter.hasParameterAnnotation(PathVariable.class)
        && !parameter.hasParameterAnnotation(RequestParam.class)) {
      throw new NotConfiguredException(
          "The annotation @PublicIdText on a parameter needs @PathVariable or @RequestParam"
              + " beside it: method="
              + method,
          "Add one of them.");
    }
    if (!isId(new TypeDescriptor(parameter.nestedIfOptional()))) {
      throw new NotConfiguredException(
          "The annotation @PublicIdText is only allowed on a long, a Long, or an Optional, a"
              + " collection or an array of Long: method="
              + method,
          "Change the type of the parameter.");
    }
    if (!beans.containsBean(READER)) {
      throw new NotConfiguredException(
          "The annotation @PublicIdText on a parameter needs a key, and there is none: method="
              + method,
          "Set snowbraid.public-ids.keys to a key that PublicId.newKey() made.");
    }
  }

  private static boolean isId(TypeDescriptor type) {
    TypeDescriptor element = type.getElementTypeDescriptor();
    return element == null ? type.getObjectType() == Long.class : isId(element);
  }
}
