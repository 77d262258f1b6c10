package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeId;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import org.hibernate.MappingException;

/**
 * Refuses annotations that ask for a snowflake in a way that Hibernate would answer with something
 * else, silently: an unknown name becomes a database sequence, and ids are 1, 2, 3.
 *
 * @param readsMappingFiles whether Hibernate heeds mappings other than annotations, ours among them
 */
record IdentifierRules(boolean readsMappingFiles) {

  void checkIdentifier(Attribute identifier) {
    if (identifier.annotation(SnowflakeId.class).isEmpty()) {
      identifier.annotation(GeneratedValue.class).ifPresent(value -> check(identifier, value));
    }
  }

  private void check(Attribute identifier, GeneratedValue value) {
    String name = value.generator();
    if (GeneratorNames.isMistyped(name) && !Definitions.define(name, identifier)) {
      throw refused(
          identifier,
          asksFor(name) + ", which Hibernate answers with a database sequence",
          "write generator = \"" + GeneratorNames.corrected(name) + "\"");
    }
    if (GeneratorNames.isOurs(name)) {
      checkOurs(identifier, value);
    }
  }

  private void checkOurs(Attribute identifier, GeneratedValue value) {
    String name = value.generator();
    if (value.strategy() != GenerationType.AUTO) {
      throw refused(
          identifier,
          asksFor(name) + " with the strategy " + value.strategy() + ", which has ids of its own",
          "leave strategy=" + value.strategy() + " out");
    }
    if (Definitions.define(name, identifier)) {
      throw refused(
          identifier,
          asksFor(name) + ", and a @SequenceGenerator or @TableGenerator beside it has that name",
          "give the latter another name");
    }
    if (name.equals(GeneratorNames.DEFAULT) && !readsMappingFiles) {
      throw refused(
          identifier,
          asksFor(name) + ", which is not known when hibernate.xml_mapping_enabled=false",
          "let hibernate.xml_mapping_enabled be true, or write @SnowflakeId in place of"
              + " @GeneratedValue");
    }
  }

  private static String asksFor(String name) {
    return "asks for \"" + name + "\"";
  }

  static void checkOther(Attribute attribute) {
    if (attribute.annotation(SnowflakeId.class).isPresent()) {
      throw refused(
          attribute,
          "has @SnowflakeId and is no identifier",
          "use it with @Id, or write @SnowflakeValue");
    }
  }

  static MappingException refused(Attribute attribute, String what, String remedy) {
    return refused(attribute.path(), what, remedy);
  }

  static MappingException refused(String path, String what, String remedy) {
    return new MappingException(
        "an identifier that asks for a snowflake must get one: "
            + path
            + " "
            + what
            + "; "
            + remedy);
  }
}
