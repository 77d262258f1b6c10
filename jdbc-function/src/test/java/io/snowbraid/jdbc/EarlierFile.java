package io.snowbraid.jdbc;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.earlier.StoreUse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;

/** Databases in files. */
enum EarlierFile {
  H2("jdbc:h2:%s/data", "ID BIGINT DEFAULT NEXT_SNOWFLAKE() PRIMARY KEY"),
  HSQLDB("jdbc:hsqldb:file:%s/data;user=SA;hsqldb.tx=mvcc", "ID BIGINT PRIMARY KEY"),
  SQLITE("jdbc:sqlite:%s/data.db", "ID BIGINT PRIMARY KEY DEFAULT (NEXT_SNOWFLAKE())");

  private static final String TRIGGER =
      "CREATE TRIGGER CITY_ID BEFORE INSERT ON CITY REFERENCING NEW ROW AS R"
          + " FOR EACH ROW WHEN (R.ID IS NULL) SET R.ID = NEXT_SNOWFLAKE()";

  private final String url;
  private final String column;

  EarlierFile(String url, String column) {
    this.url = url;
    this.column = column;
  }

  /** Rows take their ids from a default, HSQLDB's from a trigger. */
  private EarlierDatabase use() {
    String create = "CREATE TABLE CITY (" + column + ", N INTEGER)";
    String insert = "INSERT INTO CITY (N) VALUES (1)";
    return switch (this) {
      case H2, SQLITE -> new EarlierDatabase(List.of(create), insert);
      case HSQLDB -> new EarlierDatabase(List.of(create, TRIGGER), insert);
    };
  }

  /** Returns the name of its data. */
  String data() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Work on a database. */
  interface Work {
    void run(DataSource database) throws Exception;
  }

  /** Opens a database, and closes its files after the work. */
  void open(Path directory, Work work) throws Exception {
    DataSource database = UrlDataSource.of(url.formatted(directory));
    try (Connection keeper = database.getConnection();
        Statement statement = keeper.createStatement()) {
      work.run(database);
      end(statement);
    }
  }

  /** Closes the files, and makes them small. */
  private void end(Statement statement) throws SQLException {
    statement.execute(this == SQLITE ? "VACUUM" : "SHUTDOWN COMPACT");
  }

  private void withFunctions(DataSource database, Work work) throws Exception {
    AutoCloseable functions =
        this == SQLITE
            ? SnowflakeFunctions.wrap(database, FunctionOptions.DEFAULT)
            : SnowflakeFunctions.install(database, FunctionOptions.DEFAULT);
    try {
      work.run(functions instanceof DataSource wrapped ? wrapped : database);
    } finally {
      functions.close();
    }
  }

  /** Creates a database, and uses it. */
  void write(Path directory) throws Exception {
    open(
        directory,
        database -> {
          StoreUse store = EarlierDatabase.store(database);
          Issued issued = store.use();
          withFunctions(database, equipped -> use().createRows(equipped, issued));
          issued.write(directory);
        });
    EarlierData.toWrite(data()).pack(directory);
  }

  /** Continues with a database of an earlier version. */
  void goOn(Path directory, Issued issued) throws Exception {
    open(
        directory,
        database -> {
          withFunctions(database, equipped -> use().goOnAfter(equipped, issued));
          EarlierDatabase.store(database).goOnAfter(issued);
        });
  }
}
