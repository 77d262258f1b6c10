package io.snowbraid.spring.json.internal;

import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.hibernate.SnowflakeValue;
import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Detects from annotations whether an attribute holds an id of the application's generator.
 * Framework annotations are recognized by name, because the frameworks may be absent.
 */
final class GeneratedIdDetector {

  private static final String GENERATED_VALUE = "jakarta.persistence.GeneratedValue";
  private static final String TABLE_ID = "com.baomidou.mybatisplus.annotation.TableId";

  /** The types for which MyBatis-Plus calls its generator; the first is its default. */
  private static final Set<String> ASSIGNED = Set.of("NONE", "ASSIGN_ID");

  private GeneratedIdDetector() {}

  static boolean include(@Nullable Member attribute, Stream<Annotation> annotations) {
    Package home = attribute == null ? null : attribute.getDeclaringClass().getPackage();
    boolean isOfPackage = home != null && home.isAnnotationPresent(SnowflakeId.class);
    return annotations.anyMatch(isSnowbraid(isOfPackage));
  }

  private static Predicate<Annotation> isSnowbraid(boolean isOfPackage) {
    return annotation ->
        switch (annotation.annotationType().getName()) {
          case GENERATED_VALUE -> isSnowbraid(annotation, isOfPackage);
          case TABLE_ID -> ASSIGNED.contains(value(annotation, "type"));
          default -> annotation instanceof SnowflakeId || annotation instanceof SnowflakeValue;
        };
  }

  private static boolean isSnowbraid(Annotation generated, boolean isOfPackage) {
    String generator = value(generated, "generator");
    return generator.isEmpty()
        ? isOfPackage && value(generated, "strategy").equals("AUTO")
        : generator.equals("snowflake") || generator.startsWith("snowflake:");
  }

  private static String value(Annotation annotation, String name) {
    return String.valueOf(AnnotationUtils.getValue(annotation, name));
  }
}
