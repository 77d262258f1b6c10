package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a connection that have arrived and were not answered yet. The last may be the
 * failure of one that could not be read, because nothing can be read after that.
 */
final class RequestQueue {

  private final Queue<Object> requests = new ArrayDeque<>(0);
  private final int maxBody;
  private final boolean isLocal;
  private final Consumer<Request> access;
  private @Nullable ArrivingRequest incoming;
  private boolean isUnreadable;
  private boolean isExpecting;
  private boolean hasCompleted;
  private long bytes;

  /**
   * Creates an empty queue.
   *
   * @param isLocal whether requests have to name the loopback as their host
   * @param access checks who sends a request before its body is accepted; throws {@link
   *     RequestFailure}
   */
  RequestQueue(int maxBody, boolean isLocal, Consumer<Request> access) {
    this.maxBody = maxBody;
    this.isLocal = isLocal;
    this.access = access;
  }

  /** Receives a part of a request, as Netty decoded it. */
  void receive(Object part) {
    if (isUnreadable) {
      return;
    }
    try {
      add(part);
    } catch (RequestFailure e) {
      isUnreadable = true;
      incoming = null;
      requests.add(e);
    }
  }

  private void add(Object part) {
    if (part instanceof HttpRequest head) {
      incoming = new ArrivingRequest(head, maxBody, isLocal);
      if (incoming.hasBody()) {
        access.accept(incoming.complete());
      }
      isExpecting = HttpUtil.is100ContinueExpected(head);
    }
    if (part instanceof HttpContent content && incoming != null) {
      ArrivingRequest.requireDecoded(content.decoderResult());
      incoming.add(content.content());
      if (part instanceof LastHttpContent) {
        Request completed = incoming.complete();
        requests.add(completed);
        bytes += completed.bytes();
        incoming = null;
        isExpecting = false;
        hasCompleted = true;
      }
    }
  }

  /** Returns whether a request has arrived completely since this was asked last. */
  boolean takeCompleted() {
    boolean completed = hasCompleted;
    hasCompleted = false;
    return completed;
  }

  /** Returns whether a part of a request has arrived whose rest has not. */
  boolean isReceiving() {
    return incoming != null;
  }

  /** Returns, once for each request, whether its client waits to be asked for its body. */
  boolean takeExpectation() {
    boolean expecting = isExpecting && incoming != null;
    isExpecting = false;
    return expecting;
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  /** Removes and returns a {@link Request} or a {@link RequestFailure}; null if there is none. */
  @Nullable Object poll() {
    Object next = requests.poll();
    if (next instanceof Request request) {
      bytes -= request.bytes();
    }
    return next;
  }

  /** Returns about how many bytes of memory the requests take, and the one that is arriving. */
  long keptBytes() {
    return bytes + (incoming == null ? 0 : incoming.bytes());
  }

  void clear() {
    requests.clear();
    bytes = 0;
    incoming = null;
  }
}
