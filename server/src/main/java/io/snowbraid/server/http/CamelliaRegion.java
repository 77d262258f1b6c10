package io.snowbraid.server.http;

import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.internal.loop.WaitingDraws;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of another region, over the endpoints of Camellia's segment server. They are counters
 * without a region. Numbers cannot be drawn from it.
 *
 * <p>Safe for use by any number of threads.
 */
public final class CamelliaRegion implements SegmentSource {

  private static final String PATH = "/camellia/id/gen/segment/";

  private static final int MAX_BYTES = 1 << 24;
  private static final int BYTES_PER_READ = 1 << 14;

  /** The URL without the password. */
  private final String url;

  private final @Nullable String authorization;
  private final Duration timeout;

  private CamelliaRegion(String url, @Nullable String authorization, Duration timeout) {
    this.url = url;
    this.authorization = authorization;
    this.timeout = timeout;
  }

  /**
   * Creates a region.
   *
   * @param url what precedes {@code /camellia/id/gen/segment}; http or https; it may have a user
   *     and a password
   * @param timeout how long a call may take, from 1 ms to 1 h
   * @return a region, which is asked nothing yet
   * @throws IllegalArgumentException if the URL is not such a URL, or the timeout is out of its
   *     range
   */
  public static CamelliaRegion of(URI url, Duration timeout) {
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    String host = url.getHost();
    if (host == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IllegalArgumentException(
          "region must be the URL of a server, http or https: host=" + host);
    }
    if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "region's timeout must be from 1 ms to 1 h: timeout=" + timeout);
    }
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    String path = String.valueOf(url.getRawPath()).replaceFirst("/$", "");
    return new CamelliaRegion(
        scheme + "://" + host + port + path, basic(url.getUserInfo()), timeout);
  }

  private static @Nullable String basic(@Nullable String user) {
    return user == null
        ? null
        : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean advance(String tag, long bound) {
    String form = "tag=" + encoded(tag) + "&id=" + (bound - 1);
    return ask("update", form, CamelliaReply::truth);
  }

  @Override
  public OptionalLong peek(String tag) {
    return ask("selectId?tag=" + encoded(tag), "", CamelliaRegion::bound);
  }

  /** Converts the last counter that was drawn. */
  private static OptionalLong bound(CamelliaReply last) throws CamelliaReply.WrongReplyException {
    return last.isNull() ? OptionalLong.empty() : OptionalLong.of(last.counter() + 1);
  }

  @Override
  public List<String> tags() {
    return ask("selectTagIdMaps", "", CamelliaReply::names);
  }

  private interface Reading<T> {
    T of(CamelliaReply reply) throws CamelliaReply.WrongReplyException;
  }

  private <T> T ask(String path, String form, Reading<T> reading) {
    try {
      return reading.of(CamelliaReply.parse(send(PATH + path, form)));
    } catch (CamelliaReply.WrongReplyException e) {
      throw new SegmentSourceException(
          "region must answer as Camellia's segment server does: url="
              + url
              + ", "
              + e.getMessage()
              + "; check the URL and the log of that server",
          e);
    }
  }

  /**
   * Sends a request, for a limited time and with an answer of limited size. Regions are asked
   * rarely, so each call has a connection of its own, and nothing is left in memory between calls.
   *
   * @param form the parameters of a POST; empty for a GET
   * @return the body of the answer
   * @throws SegmentSourceException if that fails, or the answer is not what was asked for
   */
  private byte[] send(String path, String form) {
    long begun = System.nanoTime();
    try {
      HttpURLConnection connection = connection(path);
      ScheduledExecutorService timer = disconnectLater(connection);
      try {
        write(connection, form);
        return read(connection, begun);
      } finally {
        timer.shutdownNow();
        connection.disconnect();
      }
    } catch (IOException e) {
      throw new SegmentSourceException(
          "region must answer in time: url="
              + url
              + ", timeout="
              + timeout.toMillis()
              + " ms, cause="
              + e
              + "; check the URL, and that the server is running",
          e);
    }
  }

  /**
   * Disconnects when the time is over, also if each single read is quick. It does so again, because
   * the first time may be just before the connection exists.
   */
  private ScheduledExecutorService disconnectLater(HttpURLConnection connection) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            WaitingDraws.daemons("snowbraid-server-region-timeout"));
    long millis = timeout.toMillis();
    timer.scheduleWithFixedDelay(connection::disconnect, millis, millis, TimeUnit.MILLISECONDS);
    return timer;
  }

  private HttpURLConnection connection(String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(url + path).toURL().openConnection();
    connection.setConnectTimeout((int) timeout.toMillis());
    connection.setReadTimeout((int) timeout.toMillis());
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestProperty("Connection", "close");
    if (authorization != null) {
      connection.setRequestProperty("Authorization", authorization);
    }
    return connection;
  }

  private static void write(HttpURLConnection connection, String form) throws IOException {
    if (!form.isEmpty()) {
      connection.setDoOutput(true);
      connection.getOutputStream().write(form.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private byte[] read(HttpURLConnection connection, long begun) throws IOException {
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_OK) {
      throw new IOException("status must be 200: status=" + status);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] part = new byte[BYTES_PER_READ];
    try (InputStream in = connection.getInputStream()) {
      int count = in.read(part); // not until it is full, which could take as long as it likes
      while (count >= 0) {
        body.write(part, 0, count);
        requireWithin(body.size(), begun);
        count = in.read(part);
      }
    }
    return body.toByteArray();
  }

  private void requireWithin(int size, long begun) throws IOException {
    if (size > MAX_BYTES || System.nanoTime() - begun > timeout.toNanos()) {
      throw new IOException("answer must be small and come in time: bytes=" + size);
    }
  }

  private static String encoded(String tag) {
    return URLEncoder.encode(tag, StandardCharsets.UTF_8);
  }

  /** Returns as many as a column of Camellia's table has. */
  @Override
  public int maxTagLength() {
    return 512;
  }

  /**
   * Refuses, because numbers are drawn in their own region only.
   *
   * @throws SegmentRejectedException always
   */
  @Override
  public Segment draw(String tag, long count) {
    throw notHere(tag);
  }

  /**
   * Refuses, because tags are created in their own region only.
   *
   * @throws SegmentRejectedException always
   */
  @Override
  public boolean create(String tag, long bound) {
    throw notHere(tag);
  }

  private SegmentRejectedException notHere(String tag) {
    return new SegmentRejectedException(
        "numbers of another region must be drawn there: tag=" + tag + ", url=" + url);
  }

  @Override
  public String toString() {
    return "CamelliaRegion[" + url + "]";
  }
}
