package io.snowbraid.segment;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.NamedDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Stores tags and their bounds, and draws segments from them. Implement it for other stores, and
 * test the implementation with {@code SegmentSourceContract} from {@code snowbraid-testkit}.
 * Methods added later will have default implementations.
 *
 * <p>A store keeps one record per tag: its bound, and a version that every write changes. Threads
 * and processes call concurrently, so a write must either be conditional on the record that was
 * read or lock it. {@link Tags} has the argument checks and the exceptions to throw.
 *
 * <p>Calls may block, because {@link SegmentIds} makes them on background threads. A call should
 * finish within seconds even if the store hangs, and throw {@link SegmentSourceException} on
 * failure.
 */
public interface SegmentSource {

  /**
   * Draws a segment. The draw is durable before this method returns. If the answer is lost, so are
   * the numbers: they are never drawn again.
   *
   * @param tag the tag; a source may create an unknown one with bound 1
   * @param count how many numbers are requested, at least 1
   * @return a segment that no other draw returns; it may hold more numbers
   * @throws IllegalArgumentException if the store cannot hold the tag, or the count is less than 1
   * @throws UnknownTagException if the tag does not exist and this source does not create it
   * @throws SegmentRejectedException if no numbers remain, or the tag's record is unusable
   * @throws SegmentSourceException if the store fails or does not answer
   */
  Segment draw(String tag, long count);

  /**
   * Returns the rest of a segment to the store. The store accepts it only if its record still has
   * the segment's bound and version, that is, if no other draw followed. It then moves the bound
   * down to the first counter of the rest and changes the version. The caller returns each number
   * at most once and no longer uses it. This method is not called for segments with {@link
   * Segment#NO_VERSION}.
   *
   * @param tag the tag
   * @param rest the unused numbers up to the end of the latest segment; they may begin in an
   *     earlier segment that the latest one continues
   * @return whether the store accepted the numbers
   * @throws SegmentSourceException if the store fails; it may have accepted the numbers
   *     nevertheless
   */
  default boolean returnUnused(String tag, Segment rest) {
    return false;
  }

  /**
   * Raises a tag's bound.
   *
   * @param tag the tag
   * @param bound the lowest counter that may be drawn from now on
   * @return whether the bound was raised; false if it was not below, and is unchanged
   * @throws UnknownTagException if the tag does not exist
   * @throws SegmentSourceException if the store fails
   */
  boolean advance(String tag, long bound);

  /**
   * Returns a tag's bound: the first counter not yet drawn.
   *
   * @param tag the tag
   * @return the bound; empty if the tag does not exist
   * @throws SegmentSourceException if the store fails
   */
  OptionalLong peek(String tag);

  /**
   * Returns all tags.
   *
   * @return the tags, in the order of {@link String#compareTo}
   * @throws SegmentSourceException if the store fails
   */
  List<String> tags();

  /**
   * Creates a tag.
   *
   * @param tag the tag
   * @param bound the first counter to draw, at least 0
   * @return whether it was created; false if it exists, and is unchanged
   * @throws IllegalArgumentException if the store cannot hold the tag, or the bound is negative
   * @throws SegmentSourceException if the store fails
   */
  boolean create(String tag, long bound);

  /**
   * Returns whether each segment of a tag is above all earlier ones. If so, generators reject a
   * segment that is not, because its numbers may have been issued already.
   *
   * @return false if several stores share a tag's numbers
   */
  default boolean isOrdered() {
    return true;
  }

  /**
   * Returns the length of the longest tag that the store can hold. Generators reject longer ones.
   *
   * @return Unicode code points, at least 1; {@link Tags#MAX_LENGTH} unless overridden
   */
  default int maxTagLength() {
    return Tags.MAX_LENGTH;
  }

  /**
   * Creates a source in memory, for tests. Its tags are lost when the process ends.
   *
   * @return a new source, which creates unknown tags with bound 1
   */
  static SegmentSource inMemory() {
    return new MemorySegmentSource();
  }

  /**
   * Creates a source in a directory, which processes on one machine may share. Unknown tags are
   * created with bound 1. Each record is forced to disk before its numbers are used, so it survives
   * a crash of the process or the machine.
   *
   * <p>A copied, moved or restored directory is rejected by the inode of its lock file. Four cases
   * cannot be detected:
   *
   * <ul>
   *   <li>a backup written over the original files, or in their place if the file system reuses
   *       their inodes
   *   <li>a snapshot of the file system or machine
   *   <li>a directory deleted while no process used it: its tags begin at 1 again (processes that
   *       have used the directory refuse to continue)
   *   <li>a copy on a file system without inodes, as on Windows; this is logged
   * </ul>
   *
   * @param directory where the records are; created if missing; on a local disk
   * @return a new source
   * @throws IllegalArgumentException if the path is empty
   */
  static SegmentSource file(Path directory) {
    return new FileSegmentSource(NamedDirectory.require(directory));
  }

  /**
   * Accepts a copied, moved or restored directory as the original. First make sure that no process
   * uses the former original and that these records are its latest; otherwise numbers are issued
   * twice.
   *
   * @param directory a directory of {@link #file}
   * @throws SegmentSourceException if the directory cannot be written
   */
  static void acceptMove(Path directory) {
    FileSegmentSource.acceptMove(directory);
  }

  /**
   * Creates a source of several stores that share each tag's numbers, such as databases that all
   * accept writes. Each store must issue numbers that the others do not, for example those with its
   * own remainder modulo the number of stores.
   *
   * <p>The source uses one store until that fails, then switches to another within the call. It
   * retries the failed store after one second; the pause doubles up to one minute. Before
   * switching, it advances the tag's bound if the other store is behind. Numbers are unique, but
   * unordered across processes.
   *
   * @param sources two or more stores, the preferred one first
   * @return a new source
   * @throws IllegalArgumentException if there are fewer than two
   */
  static SegmentSource failover(List<SegmentSource> sources) {
    return new FailoverSegmentSource(sources, MonotonicTime.SYSTEM);
  }
}
