package io.snowbraid.hibernate.internal;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.QualifiedTableName;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Reads table names from settings. Their parts may be quoted in any way that Hibernate allows. */
final class QuotedNames {

  private static final Pattern PART = Pattern.compile("`[^`]+`|\"[^\"]+\"|\\[[^]]+]|[^.]+");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*");

  private QuotedNames() {}

  /** Reads the worker table's name. */
  static WorkerTableFinder table(String text, SessionFactoryImplementor factory) {
    SqlStringGenerationContext sql = factory.getSqlStringGenerationContext();
    List<Identifier> parts = parse(text);
    String name = render(parts, factory.getJdbcServices().getDialect());
    return new WorkerTableFinder(
        name,
        parts.size() > 1 ? name : sql.format(new QualifiedTableName(null, null, parts.get(0))));
  }

  private static List<Identifier> parse(String text) {
    return PART.matcher(text)
        .results()
        .map(MatchResult::group)
        .map(QuotedNames::identifier)
        .toList();
  }

  /** Reads one part and quotes it if necessary. */
  private static Identifier identifier(String part) {
    boolean isQuoted = Identifier.isQuoted(part);
    boolean isPlain = PLAIN.matcher(part).matches();
    return isQuoted ? Identifier.toIdentifier(part) : Identifier.toIdentifier(part, !isPlain);
  }

  private static String render(List<Identifier> parts, Dialect dialect) {
    return parts.stream().map(part -> part.render(dialect)).collect(Collectors.joining("."));
  }
}
