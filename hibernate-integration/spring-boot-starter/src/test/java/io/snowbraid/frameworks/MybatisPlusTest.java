package io.snowbraid.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import io.snowbraid.IdGenerator;
import io.snowbraid.spring.orders.Purchase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.annotation.MapperScan;
import org.mybatis.spring.transaction.SpringManagedTransactionFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests rows of MyBatis-Plus, whose ids have the type {@code ASSIGN_ID} by default. */
class MybatisPlusTest extends FrameworkContract {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Purchase.class)
  @MapperScan(basePackageClasses = MybatisPlusTest.class, annotationClass = Mapper.class)
  @Import(ShiftedClock.Beans.class)
  static class Application {}

  /** A row. */
  @TableName("item")
  public static class Item {

    @TableId public Long id;
    public String name;

    Item(Long id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  /** The same row with a string as its id. */
  @TableName("item")
  public static class TextItem {

    @TableId(type = IdType.ASSIGN_ID)
    public String id;
  }

  /** Maps rows. */
  @Mapper
  public interface Items extends BaseMapper<Item> {}

  /** Maps rows with string ids. */
  @Mapper
  public interface TextItems extends BaseMapper<TextItem> {}

  @Override
  Class<?> application() {
    return Application.class;
  }

  @Override
  List<Callable<Long>> others(ConfigurableApplicationContext context) {
    List<Callable<Long>> others = new ArrayList<>(super.others(context));
    others.add(IdWorker::getId);
    return others;
  }

  @Override
  long insert(ConfigurableApplicationContext context) {
    Item item = new Item(null, "new");
    context.getBean(Items.class).insert(item);
    return item.id;
  }

  @Override
  List<Long> insertAll(ConfigurableApplicationContext context, int count) {
    List<Item> items = IntStream.range(0, count).mapToObj(i -> new Item(null, "no. " + i)).toList();
    context.getBean(Items.class).insert(items);
    return items.stream().map(item -> item.id).toList();
  }

  @Override
  void insert(ConfigurableApplicationContext context, long id) {
    context.getBean(Items.class).insert(new Item(id, "assigned"));
  }

  @Test
  void stringsAreIdsOfTheBean() {
    ConfigurableApplicationContext context = start();
    IdGenerator ids = context.getBean(IdGenerator.class);
    long before = ids.nextId();
    TextItem item = new TextItem();
    context.getBean(TextItems.class).insert(item);
    assertThat(Long.parseLong(item.id)).isStrictlyBetween(before, ids.nextId());
  }

  /** Builds its factory itself, as applications with several databases do. */
  @Configuration(proxyBeanMethods = false)
  @Import(Application.class)
  static class WithAFactory {

    @Bean
    SqlSessionFactory factory(DataSource database) {
      return new MybatisSqlSessionFactoryBuilder()
          .build(
              new MybatisConfiguration(
                  new Environment("own", new SpringManagedTransactionFactory(), database)));
    }
  }

  @Test
  void idsOfAFactoryOfTheApplicationAreThoseOfTheBean() {
    ConfigurableApplicationContext context = start(WithAFactory.class);
    IdGenerator ids = context.getBean(IdGenerator.class);
    long before = ids.nextId();
    long inserted = insert(context);
    assertThat(inserted).isStrictlyBetween(before, ids.nextId());
    assertThat(IdWorker.getId()).isStrictlyBetween(inserted, ids.nextId());
  }

  @Configuration(proxyBeanMethods = false)
  @Import(Application.class)
  static class WithItsOwn {

    @Bean
    IdentifierGenerator own() {
      return entity -> 42;
    }
  }

  @Test
  void userBeanTakesPrecedence() {
    assertThat(insert(start(WithItsOwn.class))).isEqualTo(42);
  }

  @Configuration(proxyBeanMethods = false)
  @Import({WithAFactory.class, WithItsOwn.class})
  static class WithAFactoryAndItsOwn {}

  /** Otherwise such a factory would use the ids of MyBatis-Plus beside them. */
  @Test
  void userBeanIssuesTheIdsOfAFactoryOfTheApplicationToo() {
    assertThat(insert(start(WithAFactoryAndItsOwn.class))).isEqualTo(42);
    assertThat(IdWorker.getId()).isEqualTo(42);
  }
}
