package io.snowbraid.zookeeper;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/** The requested content of a node. */
final class NodeContent {

  private final String path;
  private final CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();

  private NodeContent(String path) {
    this.path = path;
  }

  /** Requests a node. */
  static NodeContent of(CuratorFramework client, String path) throws Exception {
    NodeContent content = new NodeContent(path);
    client
        .getData()
        .inBackground((curator, event) -> content.answer.complete(event))
        .withUnhandledErrorListener((message, e) -> content.answer.completeExceptionally(e))
        .forPath(path);
    return content;
  }

  /**
   * Waits for the content.
   *
   * @throws KeeperException if the server or the connection failed
   */
  CuratorEvent await() throws Exception {
    try {
      CuratorEvent event = answer.get();
      if (event.getResultCode() != Code.OK.intValue()) {
        throw KeeperException.create(Code.get(event.getResultCode()), path);
      }
      return event;
    } catch (ExecutionException e) {
      throw new IllegalStateException(Objects.requireNonNull(e.getCause()));
    }
  }
}
