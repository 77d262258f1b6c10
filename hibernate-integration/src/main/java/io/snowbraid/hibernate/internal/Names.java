package io.snowbraid.hibernate.internal;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.dialect.Dialect;

/** Names of tables in settings, whose parts may be quoted as Hibernate allows it. */
final class Names {

  private static final Pattern PART = Pattern.compile("`[^`]+`|\"[^\"]+\"|\\[[^]]+]|[^.]+");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*");

  private Names() {}

  static List<Identifier> parse(String text) {
    return PART.matcher(text).results().map(MatchResult::group).map(Names::identifier).toList();
  }

  /** One that needs quotes gets them. */
  private static Identifier identifier(String part) {
    boolean isQuoted = Identifier.isQuoted(part);
    boolean isPlain = PLAIN.matcher(part).matches();
    return isQuoted ? Identifier.toIdentifier(part) : Identifier.toIdentifier(part, !isPlain);
  }

  static String render(List<Identifier> parts, Dialect dialect) {
    return parts.stream().map(part -> part.render(dialect)).collect(Collectors.joining("."));
  }
}
