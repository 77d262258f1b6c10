package io.snowbraid.zookeeper;

import io.snowbraid.worker.record.NamespaceSnapshot;
import java.util.regex.Pattern;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.common.PathUtils;

/**
 * The paths of a namespace's nodes.
 *
 * @param path the parent node of all namespaces
 * @param namespace the namespace
 */
record NodePaths(String path, String namespace) {

  private static final int NAMESPACE_LENGTH = 64;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern NAME = Pattern.compile("-[12]?\\d{1,9}");

  NodePaths {
    requirePath(path);
    requireNamespace(namespace);
  }

  private static void requirePath(String path) {
    try {
      PathUtils.validatePath(path);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "path must be that of a node, such as /snowbraid, but is " + path, e);
    }
  }

  private static void requireNamespace(String namespace) {
    if (namespace.isEmpty()
        || namespace.length() > NAMESPACE_LENGTH
        || namespace.contains("/")
        || !isValid("/" + namespace)) {
      throw new IllegalArgumentException(
          "namespace must have between 1 and "
              + NAMESPACE_LENGTH
              + " characters that are valid in a node name, but is '"
              + namespace
              + "'");
    }
  }

  private static boolean isValid(String path) {
    try {
      PathUtils.validatePath(path);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the namespace's node, which holds the namespace's own record. */
  String root() {
    return ZKPaths.makePath(path, namespace);
  }

  /** Returns the node that is written to read the clock. */
  String clock() {
    return ZKPaths.makePath(root(), "clock");
  }

  /** Returns a record's node. */
  String of(int worker) {
    return worker == NamespaceSnapshot.NAMESPACE
        ? root()
        : ZKPaths.makePath(worker < 0 ? names() : root(), String.valueOf(worker));
  }

  /** Returns the parent node of block names, of which there may be many. */
  String names() {
    return ZKPaths.makePath(root(), "blocks");
  }

  /** Returns whether a child of {@link #names} is the node of a name. */
  static boolean isName(String child) {
    return NAME.matcher(child).matches();
  }

  /** Returns whether a child of the namespace is a worker's node. */
  static boolean isWorker(String child) {
    return NUMBER.matcher(child).matches();
  }
}
