import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.h2.jdbcx.JdbcDataSource;

/** A job on a cluster: its first argument says which. Nothing of it is sent to executors. */
public final class Job {

  private static final String DIGEST =
      "select count(*), count(distinct id), bit_xor(xxhash64(key, id)),"
          + " sum(cast(xxhash64(key, id) as decimal(38))) from ";

  private Job() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("options")) {
      System.out.println(JavaModuleOptions.defaultModuleOptions());
      return;
    }
    try (SparkSession spark = SparkSession.builder().getOrCreate()) {
      spark.sparkContext().setLogLevel("ERROR");
      run(spark, arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length));
    }
  }

  private static void run(SparkSession spark, String job, String[] a) {
    switch (job) {
      case "write" -> write(spark, a[0], a[1], Long.parseLong(a[2]), Integer.parseInt(a[3]));
      case "cached" -> cached(spark, a[0], a[1], Long.parseLong(a[2]), Integer.parseInt(a[3]));
      case "generate" -> generate(spark, a[0], a[1], Integer.parseInt(a[2]));
      case "digest" -> digest(spark, a);
      case "differ" -> differ(spark, a[0], a[1]);
      case "distinct" -> distinct(spark, a);
      case "rates" -> rates(spark, Long.parseLong(a[0]), Integer.parseInt(a[1]), a[2]);
      case "sizes" -> sizes(spark, a[0], Long.parseLong(a[1]), Integer.parseInt(a[2]), a[3]);
      default -> throw new IllegalArgumentException(job);
    }
  }

  /** Rows whose tasks take a while, so that something can happen to them. */
  private static void write(
      SparkSession spark, String id, String out, long rows, int partitions) {
    spark
        .range(0, rows, 1, partitions)
        .selectExpr(
            "id as key",
            id + " as id",
            "case when id % 10000 = 0 then reflect('java.lang.Thread', 'sleep', 100L) end as pause")
        .write()
        .mode("overwrite")
        .parquet(out);
  }

  /**
   * Writes the same cached rows twice, which come from a shuffle; between the two an executor is
   * lost. Rows that get ids of a block are sorted, as the page says.
   */
  private static void cached(
      SparkSession spark, String id, String out, long rows, int partitions) {
    Dataset<Long> shuffled = spark.range(0, rows, 1, partitions).repartition(partitions);
    Dataset<Long> ordered = name(id).equals("block") ? shuffled.sortWithinPartitions("id") : shuffled;
    Dataset<Row> data = ordered.selectExpr("id as key", id + " as id").cache();
    data.write().mode("overwrite").parquet(out + "/first");
    System.out.println("kill");
    try {
      System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    data.write().mode("overwrite").parquet(out + "/second");
  }

  private static void generate(SparkSession spark, String url, String out, int count) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    try (Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(database)).build()) {
      List<Long> issued = Arrays.stream(ids.nextIds(count)).boxed().toList();
      spark
          .createDataset(issued, Encoders.LONG())
          .selectExpr("-1L as key", "value as id")
          .write()
          .mode("overwrite")
          .parquet(out);
    }
  }

  private static void digest(SparkSession spark, String[] paths) {
    for (String path : paths) {
      System.out.println("digest " + spark.sql(DIGEST + table(path)).first());
    }
  }

  private static String table(String path) {
    return "parquet.`" + path + "`";
  }

  /** Counts keys whose id differs, and ids that belong to another key. */
  private static void differ(SparkSession spark, String one, String other) {
    String join = " from " + table(one) + " a join " + table(other) + " b on ";
    System.out.println(
        "differ "
            + spark.sql("select count(*)" + join + "a.key = b.key where a.id <> b.id").first()
            + " foreign "
            + spark.sql("select count(*)" + join + "a.id = b.id where a.key <> b.key").first()
            + " rows "
            + spark.sql("select count(*)" + join + "a.key = b.key").first());
  }

  private static void distinct(SparkSession spark, String[] paths) {
    String all =
        String.join(
            " union all ",
            Arrays.stream(paths).map(path -> "select id from " + table(path)).toList());
    System.out.println(
        "distinct " + spark.sql("select count(*), count(distinct id) from (" + all + ")").first());
  }

  private static void rates(SparkSession spark, long rows, int partitions, String id) {
    for (int round = 0; round < 5; round++) {
      for (String expression : List.of("monotonically_increasing_id()", id, "uuid()")) {
        long begun = System.nanoTime();
        spark
            .range(0, rows, 1, partitions)
            .selectExpr(expression + " as id")
            .write()
            .format("noop")
            .mode("overwrite")
            .save();
        long nanos = System.nanoTime() - begun;
        System.out.printf(
            "rate %s %d%n", name(expression), Math.round(rows / (nanos / 1_000_000_000.0)));
      }
    }
  }

  private static void sizes(
      SparkSession spark, String out, long rows, int partitions, String id) {
    String millis = "lpad(hex(unix_millis(current_timestamp())), 12, '0')";
    String random = "replace(uuid(), '-', '')";
    for (String expression :
        List.of(id, "unhex(concat(" + millis + ", substr(" + random + ", 13)))")) {
      String path = out + "/" + name(expression);
      spark
          .range(0, rows, 1, partitions)
          .selectExpr(expression + " as id")
          .write()
          .mode("overwrite")
          .parquet(path);
      long bytes = 0;
      for (java.io.File file : new java.io.File(path).listFiles()) {
        bytes += file.getName().endsWith(".parquet") ? file.length() : 0;
      }
      System.out.printf("bytes %s %.2f%n", name(expression), (double) bytes / rows);
    }
  }

  private static String name(String expression) {
    return expression.startsWith("case")
        ? "block"
        : expression.startsWith("unhex") ? "uuid7" : expression.replaceAll("\\W", "");
  }
}
