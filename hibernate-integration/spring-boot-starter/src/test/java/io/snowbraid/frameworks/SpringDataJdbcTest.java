package io.snowbraid.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.spring.orders.Purchase;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.mapping.MappingException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests aggregates of Spring Data JDBC. */
class SpringDataJdbcTest extends FrameworkContract {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Purchase.class)
  @Import(ShiftedClock.Beans.class)
  static class Application {}

  record Item(@Id @SnowflakeId Long id, String name) {}

  @Override
  Class<?> application() {
    return Application.class;
  }

  private static JdbcAggregateTemplate template(ConfigurableApplicationContext context) {
    return context.getBean(JdbcAggregateTemplate.class);
  }

  @Override
  long insert(ConfigurableApplicationContext context) {
    return template(context).save(new Item(null, "new")).id();
  }

  @Override
  List<Long> insertAll(ConfigurableApplicationContext context, int count) {
    List<Item> items = IntStream.range(0, count).mapToObj(i -> new Item(null, "no. " + i)).toList();
    return template(context).saveAll(items).stream().map(Item::id).toList();
  }

  @Override
  void insert(ConfigurableApplicationContext context, long id) {
    assertThat(template(context).insert(new Item(id, "assigned")).id()).isEqualTo(id);
  }

  /** A mutable class with a primitive identifier and children of all kinds. */
  static final class Album {

    @Id @SnowflakeId long id;
    List<Song> songs;
    Map<String, Extra> extras;
    Set<Tag> tags;
    Cover cover;
  }

  record Song(@Id @SnowflakeId Long id, String title, List<Verse> verses) {}

  record Extra(@Id @SnowflakeId Long id, String title) {}

  record Verse(@Id @SnowflakeId BigInteger id, String text) {}

  record Tag(String text) {}

  static final class Cover {

    @Id @SnowflakeId String id;
  }

  private static Album album() {
    Album album = new Album();
    album.songs =
        List.of(
            new Song(null, "first", List.of(new Verse(null, "one"), new Verse(null, "two"))),
            new Song(null, "second", List.of()));
    album.extras = Map.of("hidden", new Extra(null, "third"));
    album.tags = Set.of(new Tag("calm"));
    album.cover = new Cover();
    return album;
  }

  private static void createTables(JdbcTemplate sql) {
    sql.execute("CREATE TABLE album (id BIGINT PRIMARY KEY)");
    sql.execute(
        "CREATE TABLE song (id BIGINT PRIMARY KEY, title VARCHAR(100), album BIGINT NOT NULL,"
            + " album_key INT)");
    sql.execute(
        "CREATE TABLE extra (id BIGINT PRIMARY KEY, title VARCHAR(100), album BIGINT NOT NULL,"
            + " album_key VARCHAR(100))");
    sql.execute(
        "CREATE TABLE verse (id BIGINT PRIMARY KEY, text VARCHAR(100), song BIGINT NOT NULL,"
            + " song_key INT)");
    sql.execute("CREATE TABLE tag (text VARCHAR(100), album BIGINT NOT NULL)");
    sql.execute("CREATE TABLE cover (id VARCHAR(20) PRIMARY KEY, album BIGINT NOT NULL)");
  }

  @Test
  void childrenGetIds() {
    ConfigurableApplicationContext context = start();
    createTables(context.getBean(JdbcTemplate.class));
    Album given = album();
    Album saved = template(context).save(given);
    assertThat(saved).isSameAs(given);
    assertThat(saved.songs).extracting(Song::id).doesNotContainNull().doesNotHaveDuplicates();
    Album found = template(context).findById(saved.id, Album.class);
    assertThat(found.songs).isEqualTo(saved.songs);
    assertThat(found.extras).containsAllEntriesOf(saved.extras);
    assertThat(found.cover.id).isEqualTo(saved.cover.id);
    assertThat(template(context).save(found).songs).isEqualTo(saved.songs); // ids do not change
  }

  record Note(@Id Long id, String text) {}

  @Test
  void withoutTheAnnotationNothingChanges() {
    ConfigurableApplicationContext context = start();
    context
        .getBean(JdbcTemplate.class)
        .execute("CREATE TABLE note (id IDENTITY PRIMARY KEY, text VARCHAR(100))");
    assertThat(template(context).save(new Note(null, "identity")).id()).isOne();
  }

  record Misplaced(@Id Long id, @SnowflakeId Long number) {}

  record Mistyped(@Id @SnowflakeId Integer id) {}

  @Test
  void annotationInTheWrongPlaceIsRejected() {
    ConfigurableApplicationContext context = start();
    assertThatThrownBy(() -> template(context).save(new Misplaced(null, null)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("has @SnowflakeId but is not an identifier")
        .hasMessageContaining("Misplaced");
    assertThatThrownBy(() -> template(context).save(new Mistyped(null)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("must have type Long, long, String or BigInteger, but has")
        .hasMessageContaining("Mistyped");
  }
}
