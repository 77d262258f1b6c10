package io.snowbraid.hibernate.internal;

import io.snowbraid.jdbc.internal.DatabaseName;
import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The workers of an id space, which messages tell from those of other databases: by the address of
 * the database, once it has answered, and the setting that says which of them may be leased.
 */
final class NamedWorkers implements WorkerSource {

  /** A user and a password before the host, as some drivers allow them. */
  private static final Pattern SECRETS = Pattern.compile("^(jdbc:[^/@]*//|(?:\\w+:)+)[^@]*@");

  private final WorkerSource workers;
  private final DataSource database;
  private final String share;
  private volatile @Nullable String address;

  NamedWorkers(WorkerSource workers, DataSource database, String share) {
    this.workers = workers;
    this.database = database;
    this.share = share;
  }

  @Override
  public WorkerLease acquire(WorkerClaim claim) {
    WorkerLease lease = workers.acquire(claim);
    if (address == null) {
      address = address();
    }
    return lease;
  }

  private String address() {
    try (Connection connection = database.getConnection()) {
      return withoutSecrets(DatabaseName.of(connection));
    } catch (SQLException | RuntimeException e) {
      return "a database without an address"; // the lease is there all the same
    }
  }

  static String withoutSecrets(String address) {
    return SECRETS.matcher(address).replaceFirst("$1");
  }

  @Override
  public String toString() {
    String where = address == null ? "" : " of " + address;
    return workers + where + " (" + share + ")";
  }
}
