package io.snowbraid.server.internal.access;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Those who may have ids, by their names.
 *
 * <p>Immutable and thread-safe.
 */
public final class Accounts {

  /** Anyone may have ids. */
  public static final Accounts NONE = new Accounts(Map.of());

  private final Map<String, Account> accounts;

  /** Compared with the passwords of unknown users, so that they take as long as known ones. */
  private final PasswordHash nobody;

  /** A user. One that has not changed is the same object after the users were replaced. */
  public static final class Account {

    private final String name;
    private final PasswordHash hash;
    private final boolean administers;

    public Account(String name, PasswordHash hash, boolean administers) {
      this.name = name;
      this.hash = hash;
      this.administers = administers;
    }

    public String name() {
      return name;
    }

    /** Returns whether the user may also move tags and keys, and create tags. */
    public boolean administers() {
      return administers;
    }

    private boolean isSame(Account other) {
      return administers == other.administers && hash.toString().equals(other.hash.toString());
    }

    @Override
    public String toString() {
      return "Account[" + name + "]";
    }
  }

  /** Creates accounts; each is under its name. */
  public Accounts(Map<String, Account> accounts) {
    this.accounts = Map.copyOf(accounts);
    this.nobody =
        PasswordHash.ofNobody(
            accounts.values().stream()
                .mapToInt(account -> account.hash.iterations())
                .max()
                .orElse(1));
  }

  public boolean isEmpty() {
    return accounts.isEmpty();
  }

  /** Returns an account; null if there is none of this name. */
  @Nullable Account get(String name) {
    return accounts.get(name);
  }

  /** Returns whether a password is that of a user. Takes some hundred milliseconds. */
  public boolean matches(String name, String password) {
    Account account = accounts.get(name);
    PasswordHash hash = account == null ? nobody : account.hash;
    return hash.matches(password) && account != null;
  }

  /** Returns the same accounts, and for those that have not changed the same objects as before. */
  Accounts after(Accounts earlier) {
    Map<String, Account> merged = new HashMap<>(accounts);
    merged.replaceAll(
        (name, account) -> {
          Account before = earlier.get(name);
          return before != null && before.isSame(account) ? before : account;
        });
    return new Accounts(merged);
  }
}
