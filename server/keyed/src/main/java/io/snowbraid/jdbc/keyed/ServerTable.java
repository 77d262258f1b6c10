package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.keyed.ServerRecord;
import io.snowbraid.keyed.ServerRecord.State;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The statements for the server table, for one namespace, over one connection. */
final class ServerTable extends KeyedTable {

  ServerTable(BorrowedConnection borrowed, String table, String namespace) throws SQLException {
    super(borrowed, table, namespace);
  }

  @Override
  protected Optional<String> ddl(String name) {
    return Optional.of(
        dialect().tableDdl(ServerTable.class, JdbcKeyedStore.DEFAULT_SERVER_TABLE, name));
  }

  @Override
  protected String column() {
    return "stamp";
  }

  @Override
  protected String privileges() {
    return "SELECT, INSERT, UPDATE and DELETE";
  }

  List<ServerRecord> servers() throws SQLException {
    return read(
        "select id, address, expires_after_millis, state, moves, stamp from "
            + table()
            + " where namespace = ?",
        select -> select.setString(1, namespace()),
        this::servers);
  }

  private List<ServerRecord> servers(ResultSet rows) throws SQLException {
    List<ServerRecord> servers = new ArrayList<>();
    while (rows.next()) {
      servers.add(
          new ServerRecord(
              rows.getString(1),
              rows.getString(2),
              Duration.ofMillis(rows.getLong(3)),
              state(rows.getString(4)),
              rows.getLong(5),
              rows.getString(6)));
    }
    return servers;
  }

  private State state(String name) {
    return Arrays.stream(State.values())
        .filter(state -> state.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private RuntimeException unknown(String state) {
    return failures()
        .failed(
            "server state must be known to this version: state="
                + state
                + ", table="
                + name()
                + ", namespace="
                + namespace()
                + "; upgrade Snowbraid in this process",
            null);
  }

  /** Adds a server; returns false if a record with its id exists. */
  boolean insert(ServerRecord server) throws SQLException {
    String sql =
        "insert into "
            + table()
            + " (address, expires_after_millis, state, moves, stamp, namespace, id) values (?, ?,"
            + " ?, ?, ?, ?, ?)";
    return write(sql, insert -> set(insert, server));
  }

  /** Replaces a record; returns false if its stamp differs or it is missing. */
  boolean update(ServerRecord before, ServerRecord after) throws SQLException {
    String sql =
        "update "
            + table()
            + " set address = ?, expires_after_millis = ?, state = ?, moves = ?, stamp = ? where"
            + " namespace = ? and id = ? and stamp = ?";
    return write(
        sql,
        update -> {
          set(update, after);
          update.setString(8, before.stamp());
        });
  }

  /** Deletes a record; returns false if its stamp differs or it is missing. */
  boolean delete(ServerRecord ended) throws SQLException {
    String sql = "delete from " + table() + " where namespace = ? and id = ? and stamp = ?";
    return write(
        sql,
        delete -> {
          delete.setString(1, namespace());
          delete.setString(2, ended.id());
          delete.setString(3, ended.stamp());
        });
  }

  private void set(PreparedStatement statement, ServerRecord server) throws SQLException {
    statement.setString(1, server.address());
    statement.setLong(2, server.expiresAfter().toMillis());
    statement.setString(3, server.state().name());
    statement.setLong(4, server.moves());
    statement.setString(5, server.stamp());
    statement.setString(6, namespace());
    statement.setString(7, server.id());
  }
}
