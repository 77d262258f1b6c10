package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicIdException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.PathVariableMethodArgumentResolver;

/** Reads public ids in paths. A path with another text does not exist. */
final class PublicIdPathVariables extends PathVariableMethodArgumentResolver {

  private final PublicIdReader reader;

  PublicIdPathVariables(PublicIdReader reader) {
    this.reader = reader;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return PublicIdReader.isPublicId(parameter) && super.supportsParameter(parameter);
  }

  @Override
  protected @Nullable Object resolveName(
      String name, MethodParameter parameter, NativeWebRequest request) throws Exception {
    try {
      return reader.ids(super.resolveName(name, parameter, request), parameter);
    } catch (PublicIdException e) { // without it as a cause, to which handlers could react
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
  }
}
