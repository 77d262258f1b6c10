package io.snowbraid.server.internal.access;

import io.snowbraid.server.internal.access.Accounts.Account;
import io.snowbraid.server.internal.loop.WaitingDraws;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks passwords, in a thread of its own because a hash takes long. A wrong password is answered
 * late. The right one is hashed once per user: then a keyed digest of it, which never leaves this
 * object, is compared instead.
 *
 * <p>Thread-safe.
 */
public final class Authenticator implements AutoCloseable {

  /** What became of an attempt. */
  public enum Verdict {
    /** The password is right. */
    ACCEPTED,
    /** There is no such user, or the password is wrong. */
    REFUSED,
    /** Too many attempts are being checked. */
    BUSY
  }

  /** A user and the digest of a password. */
  private record Claim(String user, ByteBuffer digest) {}

  /** Who waits for a check. */
  private record Waiter(ScheduledExecutorService loop, Consumer<Verdict> whenDone) {}

  private static final String MAC = "HmacSHA256";

  /** Longer ones are those of an attacker, who would fill the memory with them. */
  private static final int MAX_LENGTH = 1_024;

  /** How many clients may wait for the check of one password. */
  private static final int MAX_WAITERS = 10_000;

  private volatile Accounts accounts;
  private final Duration refusalDelay;
  private final SecretKeySpec key;
  private final Map<String, byte[]> remembered = new ConcurrentHashMap<>();
  private final LoginLimit places = new LoginLimit();

  /** Clients that send the same while it is checked wait for the same check. */
  private final Map<Claim, List<Waiter>> waiters = new ConcurrentHashMap<>();

  private final ThreadPoolExecutor executor;

  /**
   * Creates an authenticator.
   *
   * @param accounts who may have ids; anyone if there are none
   * @param refusalDelay how long a wrong password is not answered, after it was hashed
   */
  public Authenticator(Accounts accounts, Duration refusalDelay) {
    this.accounts = accounts;
    this.refusalDelay = refusalDelay;
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    this.key = new SecretKeySpec(secret, MAC);
    this.executor =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(LoginLimit.MAX),
            WaitingDraws.daemons("snowbraid-server-passwords"));
    executor.allowCoreThreadTimeOut(true);
  }

  /**
   * Returns whether a password is needed at all.
   *
   * @return false if there are no users
   */
  public boolean isRequired() {
    return !accounts.isEmpty();
  }

  /**
   * Replaces the users.
   *
   * @throws IllegalArgumentException if passwords would be needed from now on, or not any more
   */
  public void replace(Accounts others) {
    if (others.isEmpty() != accounts.isEmpty()) {
      throw new IllegalArgumentException(
          "users must stay some or none: were there="
              + !accounts.isEmpty()
              + ", are there="
              + !others.isEmpty()
              + "; restart the server");
    }
    accounts = others.after(accounts);
    remembered.clear();
  }

  /** Returns an account; null if there is none of this name any more. */
  public @Nullable Account account(String user) {
    return accounts.get(user);
  }

  /** Returns whether a user that has given its password is still one, with the same password. */
  public boolean isCurrent(Account account) {
    return accounts.get(account.name()) == account;
  }

  /**
   * Returns whether a password was accepted before. Takes microseconds.
   *
   * @param user a name
   * @param password a password of any length
   * @return true if it is right; false if it is wrong or has to be checked
   */
  public boolean remembers(String user, String password) {
    byte[] accepted = remembered.get(user);
    return accepted != null && MessageDigest.isEqual(accepted, digest(password));
  }

  /**
   * Checks a password without making the caller wait.
   *
   * @param user a name
   * @param password a password; refused if it has more than 1,024 characters with the name
   * @param origin whose attempts are bounded together
   * @param loop what calls {@code whenDone}; an event loop
   * @param whenDone called once, unless the loop ends before
   */
  public void check(
      String user,
      String password,
      Object origin,
      ScheduledExecutorService loop,
      Consumer<Verdict> whenDone) {
    if (user.length() + password.length() > MAX_LENGTH) {
      loop.execute(() -> whenDone.accept(Verdict.REFUSED));
      return;
    }
    if (remembers(user, password)) {
      loop.execute(() -> whenDone.accept(Verdict.ACCEPTED));
      return;
    }
    Claim claim = new Claim(user, ByteBuffer.wrap(digest(password)));
    Waiter waiter = new Waiter(loop, whenDone);
    if (join(claim, waiter)) {
      return;
    }
    if (!places.take(origin)) {
      loop.execute(() -> whenDone.accept(Verdict.BUSY));
    } else if (enlist(claim, waiter)) {
      start(claim, password, origin);
    } else {
      places.release(origin);
    }
  }

  /** Waits for a check that is under way, unless too many do. Returns false if there is none. */
  private boolean join(Claim claim, Waiter waiter) {
    boolean[] isOneTooMany = new boolean[1];
    boolean isUnderWay =
        waiters.computeIfPresent(
                claim,
                (same, waiting) -> {
                  isOneTooMany[0] = waiting.size() >= MAX_WAITERS;
                  return isOneTooMany[0] ? waiting : with(waiting, waiter);
                })
            != null;
    if (isOneTooMany[0]) {
      waiter.loop().execute(() -> waiter.whenDone().accept(Verdict.BUSY));
    }
    return isUnderWay;
  }

  /** Waits for a check. Returns whether it is the first to, and has to start it. */
  private boolean enlist(Claim claim, Waiter waiter) {
    boolean[] isFirst = new boolean[1];
    waiters.compute(
        claim,
        (same, waiting) -> {
          isFirst[0] = waiting == null;
          return with(waiting == null ? new ArrayList<>() : waiting, waiter);
        });
    return isFirst[0];
  }

  private static List<Waiter> with(List<Waiter> waiting, Waiter waiter) {
    waiting.add(waiter);
    return waiting;
  }

  private void start(Claim claim, String password, Object origin) {
    try {
      executor.execute(() -> hash(claim, password, origin));
    } catch (Throwable e) { // it is closed, or there can be no more threads
      answer(claim, Verdict.BUSY, () -> places.release(origin));
    }
  }

  private void hash(Claim claim, String password, Object origin) {
    boolean isRight = false;
    try {
      Accounts known = accounts;
      isRight = known.matches(claim.user(), password) && known == accounts;
      if (isRight) {
        remembered.put(claim.user(), claim.digest().array());
      }
    } finally {
      Verdict verdict = isRight ? Verdict.ACCEPTED : Verdict.REFUSED;
      answer(claim, verdict, () -> places.release(origin));
    }
  }

  /** Answers all that wait for a check; a refusal late. */
  private void answer(Claim claim, Verdict verdict, Runnable whenAnswered) {
    List<Waiter> waiting = waiters.remove(claim);
    Runnable first = whenAnswered;
    for (Waiter waiter : waiting == null ? List.<Waiter>of() : waiting) {
      answer(waiter, verdict, first);
      first = () -> {};
    }
  }

  private void answer(Waiter waiter, Verdict verdict, Runnable whenAnswered) {
    long delayNanos = verdict == Verdict.REFUSED ? refusalDelay.toNanos() : 0;
    Runnable answer =
        () -> {
          whenAnswered.run();
          waiter.whenDone().accept(verdict);
        };
    try {
      waiter.loop().schedule(answer, delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) { // the loop has ended, and its connections with it
      whenAnswered.run();
    }
  }

  private byte[] digest(String password) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + MAC, e);
    }
  }

  /** Checks no more passwords, also none of those that wait; their connections end. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
