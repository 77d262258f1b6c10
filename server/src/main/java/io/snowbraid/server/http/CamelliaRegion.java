package io.snowbraid.server.http;

import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * The bounds of another region, over the endpoints of Camellia's segment server. They are counters
 * without a region. Numbers cannot be drawn from it.
 *
 * <p>Safe for use by any number of threads.
 */
public final class CamelliaRegion implements SegmentSource {

  private static final String PATH = "/camellia/id/gen/segment/";

  private final String url;
  private final HttpCall call;

  private CamelliaRegion(String url, HttpCall call) {
    this.url = url;
    this.call = call;
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
    HttpCall call = HttpCall.to(url, timeout);
    return new CamelliaRegion(call.base(), call);
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
      return reading.of(CamelliaReply.parse(call.send(PATH + path, form)));
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

  private static String encoded(String tag) {
    return URLEncoder.encode(tag, StandardCharsets.UTF_8);
  }

  /**
   * Refuses, because numbers are drawn in their own region only.
   *
   * @throws SegmentRejectedException always
   */
  /** Returns as many as a column of Camellia's table has. */
  @Override
  public int maxTagLength() {
    return 512;
  }

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
