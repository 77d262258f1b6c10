package io.snowbraid.server.http;

import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads and moves the bounds of another region through the endpoints of Camellia's segment server.
 * These bounds are counters without the region. Numbers cannot be drawn from another region.
 *
 * <p>Thread-safe.
 */
public final class CamelliaRegion implements SegmentSource {

  private static final String PATH = "/camellia/id/gen/segment/";

  private static final int SUCCESS = 200;
  private static final int MAX_BYTES = 1 << 24;

  private final HttpClient client;

  /** The URL without the password. */
  private final String url;

  private final @Nullable String authorization;
  private final Duration timeout;

  private CamelliaRegion(String url, @Nullable String authorization, Duration timeout) {
    this.url = url;
    this.authorization = authorization;
    this.timeout = timeout;
    this.client = HttpClient.newBuilder().version(Version.HTTP_1_1).connectTimeout(timeout).build();
  }

  /**
   * Creates a region, without calling it yet.
   *
   * @param url the URL before {@code /camellia/id/gen/segment}: http or https, optionally with a
   *     user and password
   * @param timeout the longest duration of a call, from 1 ms to 1 h
   * @return the region
   * @throws IllegalArgumentException if the URL is invalid or the timeout is out of range
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

  /** Converts the last drawn counter to a bound. */
  private static OptionalLong bound(CamelliaReply last) throws IOException {
    return last.isNull() ? OptionalLong.empty() : OptionalLong.of(last.counter() + 1);
  }

  @Override
  public List<String> tags() {
    return ask("selectTagIdMaps", "", CamelliaReply::names);
  }

  private interface Reading<T> {
    T of(CamelliaReply reply) throws IOException;
  }

  private <T> T ask(String path, String form, Reading<T> reading) {
    try {
      return reading.of(CamelliaReply.parse(send(PATH + path, form)));
    } catch (IOException e) {
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
   * Sends a request with a time limit and a limit on the answer's size.
   *
   * @param form the parameters of a POST; empty for a GET
   * @return the body of the answer
   * @throws SegmentSourceException if the call fails or the answer is unusable
   */
  private byte[] send(String path, String form) {
    CompletableFuture<HttpResponse<byte[]>> call =
        client.sendAsync(request(path, form), answer -> new LimitedBody(answer.statusCode()));
    try {
      return call.get(timeout.toNanos(), TimeUnit.NANOSECONDS).body();
    } catch (ExecutionException e) {
      throw failed(Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      throw failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(e);
    } finally {
      call.cancel(true); // closes the connection if there is no answer
    }
  }

  private HttpRequest request(String path, String form) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    if (!form.isEmpty()) {
      request.header("Content-Type", "application/x-www-form-urlencoded");
      request.POST(BodyPublishers.ofString(form));
    }
    return request.build();
  }

  private SegmentSourceException failed(Throwable cause) {
    return new SegmentSourceException(
        "region must answer in time: url="
            + url
            + ", timeout="
            + timeout.toMillis()
            + " ms, cause="
            + cause
            + "; check the URL, and that the server is running",
        cause);
  }

  /** Collects an answer's body, unless it is too long or its status says that the call failed. */
  private static final class LimitedBody implements BodySubscriber<byte[]> {

    private final BodySubscriber<byte[]> body = BodySubscribers.ofByteArray();
    private final int status;
    private Flow.@Nullable Subscription subscription;
    private long size;

    LimitedBody(int status) {
      this.status = status;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return body.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription granted) {
      subscription = granted;
      body.onSubscribe(granted);
      if (status != SUCCESS) {
        fail("status must be 200: status=" + status);
      }
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
      size += part.stream().mapToLong(ByteBuffer::remaining).sum();
      if (size > MAX_BYTES) {
        fail("answer must be small: bytes=" + size);
      } else {
        body.onNext(part);
      }
    }

    private void fail(String reason) {
      if (subscription != null) {
        subscription.cancel();
      }
      body.onError(new IOException(reason));
    }

    @Override
    public void onError(Throwable failure) {
      body.onError(failure);
    }

    @Override
    public void onComplete() {
      body.onComplete();
    }
  }

  private static String encoded(String tag) {
    return URLEncoder.encode(tag, StandardCharsets.UTF_8);
  }

  /** Returns the length of the column in Camellia's table. */
  @Override
  public int maxTagLength() {
    return 512;
  }

  /**
   * Always fails, because numbers can be drawn in their own region only.
   *
   * @throws SegmentRejectedException always
   */
  @Override
  public Segment draw(String tag, long count) {
    throw notHere(tag);
  }

  /**
   * Always fails, because tags can be created in their own region only.
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
