package io.snowbraid.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests tables of other versions in databases in files. */
class OtherTablesTest {

  @TempDir private Path directory;

  /** The statements are the same in all of these databases. */
  @Test
  void laterTablesAreUsable() throws Exception {
    EarlierFile.H2.open(
        directory, database -> new OtherTables(database).requireLaterTablesAreUsable());
  }

  @ParameterizedTest
  @EnumSource
  void missingColumnsOfEarlierTablesAreNamed(EarlierFile file) throws Exception {
    file.open(directory, database -> new OtherTables(database).requireMissingColumnsAreNamed());
  }
}
