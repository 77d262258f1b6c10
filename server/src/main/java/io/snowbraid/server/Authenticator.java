package io.snowbraid.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks passwords, in a thread of its own because a hash takes long. A wrong password is answered
 * late. The right one is hashed once per user: then a keyed digest of it, which never leaves this
 * object, is compared instead.
 *
 * <p>Thread-safe.
 */
public final class Authenticator implements AutoCloseable {

  /** What became of an attempt. */
  public enum Outcome {
    /** The password is right. */
    ACCEPTED,
    /** There is no such user, or the password is wrong. */
    REFUSED,
    /** Too many attempts are being checked. */
    BUSY
  }

  /** Bounds both the attempts that wait for their hash and those that were refused lately. */
  private static final int MOST_PENDING = 256;

  private static final String MAC = "HmacSHA256";

  private final Users users;
  private final Duration refusalDelay;
  private final SecretKeySpec key;
  private final Map<String, byte[]> remembered = new ConcurrentHashMap<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final ThreadPoolExecutor executor;

  /**
   * Creates an authenticator.
   *
   * @param users who may have ids; anyone if there are none
   * @param refusalDelay how long a wrong password is not answered, after it was hashed
   */
  Authenticator(Users users, Duration refusalDelay) {
    this.users = users;
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
            new ArrayBlockingQueue<>(MOST_PENDING),
            WaitingDraws.daemons("snowbraid-server-passwords"));
    executor.allowCoreThreadTimeOut(true);
  }

  /**
   * Returns whether a password is needed at all.
   *
   * @return false if there are no users
   */
  public boolean isRequired() {
    return !users.isEmpty();
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
   * @param password a password of any length
   * @param loop what calls {@code whenDone}; an event loop
   * @param whenDone called once, unless the loop ends before
   */
  public void check(
      String user, String password, ScheduledExecutorService loop, Consumer<Outcome> whenDone) {
    if (remembers(user, password)) {
      loop.execute(() -> whenDone.accept(Outcome.ACCEPTED));
    } else if (pending.incrementAndGet() > MOST_PENDING || !start(user, password, loop, whenDone)) {
      pending.decrementAndGet();
      loop.execute(() -> whenDone.accept(Outcome.BUSY));
    }
  }

  private boolean start(
      String user, String password, ScheduledExecutorService loop, Consumer<Outcome> whenDone) {
    try {
      executor.execute(() -> hash(user, password, loop, whenDone));
      return true;
    } catch (RejectedExecutionException e) { // closed
      return false;
    }
  }

  private void hash(
      String user, String password, ScheduledExecutorService loop, Consumer<Outcome> whenDone) {
    boolean isRight = false;
    try {
      isRight = remembers(user, password) || users.matches(user, password);
      if (isRight) {
        remembered.put(user, digest(password));
      }
    } finally {
      answer(isRight, loop, whenDone);
    }
  }

  private void answer(boolean isRight, ScheduledExecutorService loop, Consumer<Outcome> whenDone) {
    Outcome outcome = isRight ? Outcome.ACCEPTED : Outcome.REFUSED;
    long delayNanos = isRight ? 0 : refusalDelay.toNanos();
    try {
      Object unused = loop.schedule(() -> end(outcome, whenDone), delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) { // the loop has ended, and its connections with it
      pending.decrementAndGet();
    }
  }

  private void end(Outcome outcome, Consumer<Outcome> whenDone) {
    pending.decrementAndGet();
    whenDone.accept(outcome);
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
    Object unused = executor.shutdownNow();
  }
}
