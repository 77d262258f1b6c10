package io.snowbraid.jdbc.workertable;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A worker row: the record of one worker in a table.
 *
 * @param holder the stamp of the last write; empty if nobody holds the worker
 * @param fence a number that grows by one with each write; a write that expects another one is
 *     rejected
 * @param lastTicks for each lane the last tick on which an id may be issued
 * @param expiresAt when the holder is presumed dead, in milliseconds of the database's clock
 * @param seenAt when the row was last written, by the same clock
 */
public record WorkerRow(
    int worker,
    String layout,
    String owner,
    String holder,
    long fence,
    List<Long> lastTicks,
    long expiresAt,
    long seenAt) {

  public static final int COLUMNS = 8;

  /** The value of {@code expiresAt} for a worker that was released. */
  public static final long RELEASED = 0;

  /** The value of {@code expiresAt} for a worker that is permanently reserved. */
  public static final long RESERVED = Long.MAX_VALUE;

  private static final int OWNER_LENGTH = 255;

  public static WorkerRow unheld(int worker, String layout, int lanes) {
    return new WorkerRow(
        worker, layout, "", "", 0, Collections.nCopies(lanes, -1L), RELEASED, RELEASED);
  }

  /** Truncates an owner's name to the width of its column. */
  public static String fitting(String owner) {
    if (owner.length() <= OWNER_LENGTH) {
      return owner;
    }
    boolean splits = Character.isHighSurrogate(owner.charAt(OWNER_LENGTH - 1));
    return owner.substring(0, splits ? OWNER_LENGTH - 1 : OWNER_LENGTH);
  }

  /** Returns when a holder is presumed dead; never {@link #RESERVED}. */
  public static long until(long now, Duration horizon) {
    long longest = RESERVED - 1 - now;
    return horizon.compareTo(Duration.ofMillis(longest)) < 0
        ? now + horizon.toMillis()
        : now + longest;
  }

  /** Returns the next state of the row, held by a new lease. */
  public WorkerRow heldBy(String newOwner, String newHolder, long until, long now) {
    return new WorkerRow(
        worker, layout, fitting(newOwner), newHolder, fence + 1, lastTicks, until, now);
  }

  /** Returns the next state of the row, with other ticks. */
  public WorkerRow with(long[] ticks, String newHolder, long until, long now) {
    List<Long> list = Arrays.stream(ticks).boxed().toList();
    return new WorkerRow(worker, layout, owner, newHolder, fence + 1, list, until, now);
  }

  /** Returns the next state of the row, released. */
  public WorkerRow released(long now) {
    return new WorkerRow(worker, layout, owner, "", fence + 1, lastTicks, RELEASED, now);
  }

  public boolean isFree(long now) {
    return expiresAt < now;
  }

  /**
   * Returns whether the clock has stepped back by more than the holder's horizon since the row was
   * written. After a smaller step it is enough to wait, and the clocks of one store may differ
   * slightly.
   */
  public boolean isSeenInFuture(long now) {
    return expiresAt != RESERVED && seenAt > now && seenAt - now > expiresAt - seenAt;
  }

  public long[] ticks() {
    return lastTicks.stream().mapToLong(Long::longValue).toArray();
  }

  /**
   * Reads a row.
   *
   * @param place the table and namespace of the row, for people
   * @throws WorkerSourceException if its content was not written by this library
   */
  public static WorkerRow read(ResultSet row, String place) throws SQLException {
    return new WorkerRow(
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
          "worker row is damaged: "
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

  public void write(PreparedStatement statement) throws SQLException {
    statement.setInt(1, worker);
    statement.setString(2, layout);
    statement.setString(3, owner);
    statement.setString(4, holder);
    statement.setLong(5, fence);
    statement.setString(
        6, lastTicks.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    statement.setLong(7, expiresAt);
    statement.setLong(8, seenAt);
  }
}
