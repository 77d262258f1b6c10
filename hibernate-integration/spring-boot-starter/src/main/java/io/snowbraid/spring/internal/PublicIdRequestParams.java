package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicIdException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.annotation.RequestParamMethodArgumentResolver;

/** Reads public ids in request parameters. Another text is answered as one of a wrong type. */
final class PublicIdRequestParams extends RequestParamMethodArgumentResolver {

  private final PublicIdReader reader;

  PublicIdRequestParams(PublicIdReader reader) {
    super(false); // only with @RequestParam
    this.reader = reader;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return PublicIdReader.isPublicId(parameter) && super.supportsParameter(parameter);
  }

  @Override
  protected @Nullable Object resolveName(
      String name, MethodParameter parameter, NativeWebRequest request) throws Exception {
    Object value = super.resolveName(name, parameter, request);
    try {
      return reader.ids(value, parameter);
    } catch (PublicIdException e) {
      throw new MethodArgumentTypeMismatchException(
          value, parameter.getNestedParameterType(), name, parameter, e);
    }
  }
}
