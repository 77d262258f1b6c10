package io.snowbraid.jdbc.workertable;

import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerRecord;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes the columns of a worker record. */
final class WorkerColumns {

  static final int COUNT = 8;

  private WorkerColumns() {}

  /**
   * Reads a row.
   *
   * @param place the table and namespace of the row, for people
   * @throws WorkerSourceException if its content was not written by this library
   */
  static WorkerRecord read(ResultSet row, String place) throws SQLException {
    return new WorkerRecord(
        row.getInt(1),
        row.getString(2),
        text(row.getString(3)),
        text(row.getString(4)),
        row.getLong(5),
        ticks(row.getString(6), row.getInt(1), place),
        row.getLong(7),
        row.getLong(8));
  }

  private static List<Long> ticks(@Nullable String text, int worker, String place) {
    try {
      return Arrays.stream(text(text).split(" ", -1)).map(Long::valueOf).toList();
    } catch (NumberFormatException e) {
      throw new WorkerSourceException(
          "worker record is damaged: "
              + place
              + ", worker="
              + worker
              + ", column=last_ticks, value="
              + text
              + ", must be numbers separated by spaces; restore what was written there, or use"
              + " another namespace",
          e);
    }
  }

  /** Returns an empty text for null, because some databases store an empty text as null. */
  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /** Sets the first parameters of a statement. */
  static void write(WorkerRecord record, PreparedStatement statement) throws SQLException {
    statement.setInt(1, record.worker());
    statement.setString(2, record.layout());
    statement.setString(3, record.owner());
    statement.setString(4, record.holder());
    statement.setLong(5, record.fence());
    statement.setString(
        6, record.lastTicks().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    statement.setLong(7, record.expiresAt());
    statement.setLong(8, record.seenAt());
  }
}
