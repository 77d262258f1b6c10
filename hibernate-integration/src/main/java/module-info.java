/** Snowbraid in Hibernate ORM: the id generator {@code snowflake}. */
module io.snowbraid.hibernate {
  requires transitive io.snowbraid;
  requires io.snowbraid.jdbc;
  requires transitive org.hibernate.orm.core;
  requires jakarta.persistence;
  requires jakarta.xml.bind;
  requires static org.jspecify;

  exports io.snowbraid.hibernate;

  provides org.hibernate.boot.spi.MetadataSourcesContributor with
      io.snowbraid.hibernate.boot.SnowflakeContributor;
}
