package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the trial finds what does not hold on a database, and leaves nothing there. */
@Timeout(120)
@Tag("slow")
class StoreTrialTest extends CommandLineFixture {

  private static final List<String> HOLDS =
      List.of(
          "tables",
          "clock",
          "worker",
          "contended worker",
          "dead holder",
          "contended numbers",
          "deleted records");

  private static final String FENCE = "worker = ? and fence = ?";
  private static final String FENCE_IGNORED = "worker = ? and (fence = ? or 1 = 1)";

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Parameters of the statement that updates the row of a worker. */
  private static final int EXPIRES_AT = 7;

  private static final int NAMESPACE_AT = 9;
  private static final int FENCE_AT = 11;

  private final CountDownLatch meeting = new CountDownLatch(2);
  private final AtomicBoolean hangs = new AtomicBoolean();

  private static final String H2 = "jdbc:h2:mem:trial;DB_CLOSE_DELAY=-1";

  @ParameterizedTest
  @ValueSource(strings = {H2, "jdbc:hsqldb:mem:trial;shutdown=false"})
  void allHoldsOnDatabasesThatWeTried(String url) throws SQLException {
    try (Connection opened = DriverManager.getConnection(url)) {
      List<String> before = tables(opened);
      assertThat(run("doctor", "--try", "--url", url)).as(printed()).isZero();
      assertThat(out.toString()).contains(HOLDS).doesNotContain("WRONG").contains("is not tested");
      assertThat(tables(opened)).isEqualTo(before);
    }
  }

  @Test
  void allHoldsOnPostgres() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.start();
        Connection opened = server.getPostgresDatabase().getConnection()) {
      List<String> before = tables(opened);
      String url = server.getJdbcUrl("postgres", "postgres");
      assertThat(run("doctor", "--try", "--json", "--url", url)).as(printed()).isZero();
      assertThat(json().findValuesAsString("what")).containsAll(HOLDS);
      assertThat(tables(opened)).isEqualTo(before);
    }
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = connection.getMetaData().getTables(null, null, "%", null)) {
      while (rows.next()) {
        names.add(rows.getString("TABLE_NAME"));
      }
    }
    return names;
  }

  /** A database of a product that nobody knows, and so gets statements of standard SQL. */
  private static Connection unknown(Connection target) {
    return proxy(
        Connection.class,
        target,
        result ->
            result instanceof DatabaseMetaData metaData
                ? proxy(DatabaseMetaData.class, metaData, StoreTrialTest::renamed)
                : result);
  }

  private static Object renamed(Object property) {
    return "H2".equals(property) ? "Shopbase" : property;
  }

  /** Its driver reports a row for every update, whatever the condition says. */
  private static Connection countingWrongly(Connection target) {
    return proxy(
        Connection.class,
        unknown(target),
        result ->
            result instanceof PreparedStatement statement
                ? proxy(
                    PreparedStatement.class,
                    statement,
                    count -> count instanceof Integer zero && zero == 0 ? 1 : count)
                : result);
  }

  /** A database that updates rows which the condition excludes. */
  private static Connection ignoringConditions(Connection target) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("prepareStatement")) {
            arguments[0] = ((String) arguments[0]).replace(FENCE, FENCE_IGNORED);
          }
          return invoke(target, method, arguments);
        };
    return proxy(Connection.class, handler);
  }

  /**
   * A thread that has found the only worker free waits for another one before it takes it. Until
   * then, all threads find it free.
   */
  private Connection meeting(Connection target) {
    return proxy(
        Connection.class,
        target,
        result -> result instanceof PreparedStatement statement ? meeting(statement) : result);
  }

  private PreparedStatement meeting(PreparedStatement target) {
    Map<Object, Object> parameters = new HashMap<>();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("set") && arguments.length == 2) {
            parameters.put(arguments[0], arguments[1]);
          } else if (method.getName().equals("executeUpdate") && leases(parameters, "single")) {
            meeting.countDown();
            meeting.await();
          }
          return invoke(target, method, arguments);
        };
    return proxy(PreparedStatement.class, handler);
  }

  /** Returns whether a row with a fence is updated, and its worker is held from then on. */
  private static boolean leases(Map<Object, Object> parameters, String namespace) {
    return namespace.equals(parameters.get(NAMESPACE_AT))
        && parameters.containsKey(FENCE_AT)
        && !parameters.get(EXPIRES_AT).equals(0L);
  }

  /** A driver that hangs when the first worker is released. */
  private Connection hanging(Connection target) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("prepareStatement")
              && ((String) arguments[0]).matches("update \\S*snowbraid_try.*")) {
            hangs.set(true);
            new CountDownLatch(1).await();
          }
          return invoke(target, method, arguments);
        };
    return proxy(Connection.class, handler);
  }

  /** A driver that does not commit. */
  private static Connection committingNothing(Connection target) throws SQLException {
    target.setAutoCommit(false);
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "setAutoCommit", "commit" -> null;
              case "getAutoCommit" -> true;
              default -> invoke(target, method, arguments);
            };
    return proxy(Connection.class, handler);
  }

  private static <T> T proxy(Class<T> type, T target, UnaryOperator<Object> change) {
    InvocationHandler handler =
        (proxy, method, arguments) -> change.apply(invoke(target, method, arguments));
    return proxy(type, handler);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            StoreTrialTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private interface Breaking {
    Connection change(Connection connection) throws SQLException;
  }

  private static DataSource broken(Breaking breaking) {
    JdbcDataSource target = new JdbcDataSource();
    target.setURL("jdbc:h2:mem:broken;DB_CLOSE_DELAY=-1");
    InvocationHandler handler =
        (proxy, method, arguments) ->
            method.getName().equals("getConnection")
                ? breaking.change(target.getConnection())
                : invoke(target, method, arguments);
    return proxy(DataSource.class, handler);
  }

  private static List<String> wrongOn(DataSource database) throws Exception {
    Findings findings = new Findings();
    new StoreTrial(database, findings, LIMIT).run();
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:broken")) {
      assertThat(tables(connection))
          .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("snowbraid"));
    }
    return findings.rows().stream()
        .filter(row -> row.get("state").equals("WRONG"))
        .map((Map<String, Object> row) -> String.valueOf(row.get("what")))
        .toList();
  }

  @Test
  void allHoldsOnAnUnknownDatabase() throws Exception {
    assertThat(wrongOn(broken(StoreTrialTest::unknown))).isEmpty();
  }

  @Test
  void wrongCountsAreFound() throws Exception {
    assertThat(wrongOn(broken(target -> meeting(countingWrongly(target)))))
        .contains("contended worker");
  }

  @Test
  void ignoredConditionsAreFound() throws Exception {
    assertThat(wrongOn(broken(target -> meeting(ignoringConditions(target)))))
        .contains("contended worker");
  }

  @Test
  void checkThatHangsIsNamedAndTheLast() throws Exception {
    Findings findings = new Findings();
    new StoreTrial(broken(this::hanging), findings, Duration.ofSeconds(3)).run();
    Map<String, Object> last = findings.rows().get(findings.rows().size() - 1);
    assertThat(last.toString()).contains("WRONG", "hangs: not done 3 s after the start");
    if (hangs.get()) { // otherwise the three seconds were over before
      assertThat(last).containsEntry("what", "clock");
    }
  }

  @Test
  void nothingElseIsDone() {
    assertThat(run("doctor", "--try", "--ids", "orders.id", "--url", H2)).isEqualTo(1);
    assertThat(err.toString()).startsWith("--try does nothing else; run doctor again");
  }

  @Test
  void missingCommitsAreFound() throws Exception {
    assertThat(wrongOn(broken(StoreTrialTest::committingNothing))).isNotEmpty();
  }

  /** The table of numbers is there before its first row is refused. */
  private static Connection refusingRows(Connection target) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("prepareStatement")
              && ((String) arguments[0]).matches("(?is)\\s*insert into \\S+_s .*")) {
            throw new SQLException("no rows here", "42501");
          }
          return invoke(target, method, arguments);
        };
    return proxy(Connection.class, handler);
  }

  @Test
  void tablesOfAFailedTrialAreRemoved() throws Exception {
    assertThat(wrongOn(broken(StoreTrialTest::refusingRows))).containsExactly("tables");
  }
}
