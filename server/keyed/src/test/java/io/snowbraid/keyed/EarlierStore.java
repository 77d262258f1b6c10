package io.snowbraid.keyed;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.jdbc.keyed.JdbcKeyedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Locale;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;

/** Stores whose files were written by an earlier version. */
enum EarlierStore {
  DIRECTORY,
  H2;

  /** Returns the data of all versions. */
  Stream<EarlierData> data() throws IOException {
    return EarlierData.all(dataName());
  }

  private String dataName() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static JdbcDataSource database(Path directory) {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl("jdbc:h2:" + directory.resolve("data"));
    return database;
  }

  private KeyedUse in(Path directory) {
    return switch (this) {
      case DIRECTORY -> new KeyedUse(() -> KeyedStore.file(directory.resolve("sequences")));
      case H2 -> new KeyedUse(() -> JdbcKeyedStore.of(database(directory)));
    };
  }

  void write(Path directory) throws Exception {
    in(directory).use().write(directory);
    if (this == H2) {
      try (Connection connection = database(directory).getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("SHUTDOWN COMPACT");
      }
    }
    EarlierData.toWrite(dataName()).pack(directory);
  }

  void goOn(Path directory, Issued issued) throws InterruptedException {
    if (this == DIRECTORY) {
      KeyedStore.acceptMove(directory.resolve("sequences"));
    }
    in(directory).goOnAfter(issued);
  }
}
