package io.snowbraid.sample;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Rejects commands while the import runs, because they would falsify its report. */
@Component
class ImportGate implements HandlerInterceptor, WebMvcConfigurer {

  private final ImportProgress progress;

  ImportGate(ImportProgress progress) {
    this.progress = progress;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/live/**", "/api/**");
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (HttpMethod.POST.matches(request.getMethod()) && progress.isRunning()) {
      throw new ResponseStatusException(
          HttpStatus.CONFLICT, progress.sentence() + " Try again when it has ended.");
    }
    return true;
  }
}
