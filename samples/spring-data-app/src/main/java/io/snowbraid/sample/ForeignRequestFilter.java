package io.snowbraid.sample;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Rejects requests that another web site makes a browser send. The pages start processes and step
 * clocks without authentication.
 */
@Component
@ConditionalOnWebApplication
@Order(Ordered.HIGHEST_PRECEDENCE)
class ForeignRequestFilter extends OncePerRequestFilter {

  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  private final Set<String> hosts;

  ForeignRequestFilter(@Value("${server.address:localhost}") String address) {
    this.hosts = new TreeSet<>(List.of("localhost", "127.0.0.1", "[::1]", host(address)));
  }

  /** Writes an address as the host of a URL. */
  private static String host(String address) {
    String host = address.toLowerCase(Locale.ROOT);
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<String> rejection = rejection(request);
    if (rejection.isPresent()) {
      reject(response, rejection.get());
    } else {
      response.setHeader("Content-Security-Policy", "frame-ancestors 'none'");
      chain.doFilter(request, response);
    }
  }

  private Optional<String> rejection(HttpServletRequest request) {
    String host = request.getServerName();
    if (!hosts.contains(host.toLowerCase(Locale.ROOT))) {
      return Optional.of(
          "The request names the host %s. This application answers only on %s. Open it there, or start it with --server.address=%s."
              .formatted(host, String.join(", ", hosts), host));
    }
    String own = request.getScheme() + "://" + request.getHeader(HttpHeaders.HOST);
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null && !origin.equalsIgnoreCase(own)) {
      return Optional.of(foreign("Origin", origin, own));
    }
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null && !OWN_SITES.contains(site) && !READING.contains(request.getMethod())) {
      return Optional.of(foreign("Sec-Fetch-Site", site, own));
    }
    return Optional.empty();
  }

  private static String foreign(String header, String value, String own) {
    return "The request comes from another web site: %s=%s. Only pages of %s may send it. Open %s/ and use its buttons."
        .formatted(header, value, own, own);
  }

  private static void reject(HttpServletResponse response, String rejection) throws IOException {
    response.setStatus(HttpServletResponse.SC_FORBIDDEN);
    response.setContentType(MediaType.TEXT_PLAIN_VALUE);
    response.setCharacterEncoding(StandardCharsets.UTF_8);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.getWriter().println(rejection);
  }
}
