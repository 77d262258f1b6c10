package io.snowbraid.segment;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.NamedDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * A store of tags and their bounds, from which processes draw segments. Implement it for other
 * stores; {@code SegmentSourceContract} in {@code snowbraid-testkit} tests them. Methods that are
 * added later have a default implementation.
 *
 * <p>A store keeps a record per tag: its bound, and a version that each write changes. Any number
 * of threads and processes call at the same time, so a write must depend on the record that was
 * read, or lock it. {@link Tags} has the checks of arguments and the exceptions to throw.
 *
 * <p>Calls may block; {@link SegmentIds} makes them in background threads. A call should end within
 * some seconds, whatever the store does, and throw a {@link SegmentSourceException} if it fails.
 */
public interface SegmentSource {

  /**
   * Draws a segment. It is recorded durably that these numbers are taken before this returns. A
   * draw whose answer is lost loses its numbers; they are never drawn again.
   *
   * @param tag the tag; if there is none, a source may create it with the bound 1
   * @param count how many numbers are wanted, at least 1
   * @return a segment of the tag that nobody else gets; it may hold more numbers
   * @throws IllegalArgumentException if the tag does not fit into the store, or the count is less
   * @throws UnknownTagException if there is no such tag and this source does not create it
   * @throws SegmentRejectedException if no numbers are left, or the tag's record is not usable
   * @throws SegmentSourceException if the store fails or does not answer
   */
  Segment draw(String tag, long count);

  /**
   * Gives the rest of a segment back. The store takes it if its record has the bound and the
   * version of the segment, so if nobody has drawn since. Then the bound moves down to the first
   * counter of the rest, and the version changes. The caller sends each number back at most once,
   * after it has stopped using it. A source that draws segments with {@link Segment#NO_VERSION} is
   * not called.
   *
   * @param tag the tag
   * @param rest the numbers that were not used, up to the last of the latest segment; it may begin
   *     in an earlier one that the latest continues
   * @return whether the store has them again; false if it cannot take any
   * @throws SegmentSourceException if the store fails; it may have them again nevertheless
   */
  default boolean returnUnused(String tag, Segment rest) {
    return false;
  }

  /**
   * Moves the bound of a tag up.
   *
   * @param tag the tag
   * @param bound the least counter that may be drawn from now on
   * @return whether the bound was below, and is at {@code bound} now; false if it was not below,
   *     which leaves it as it is
   * @throws UnknownTagException if there is no such tag
   * @throws SegmentSourceException if the store fails
   */
  boolean advance(String tag, long bound);

  /**
   * Returns the bound of a tag: the first counter that was not drawn yet.
   *
   * @param tag the tag
   * @return the bound; empty if there is no such tag
   * @throws SegmentSourceException if the store fails
   */
  OptionalLong peek(String tag);

  /**
   * Returns all tags.
   *
   * @return their names, in the order of {@link String#compareTo}
   * @throws SegmentSourceException if the store fails
   */
  List<String> tags();

  /**
   * Creates a tag.
   *
   * @param tag the tag
   * @param bound the first counter to draw, at least 0
   * @return whether it was created; false if it exists, which leaves it as it is
   * @throws IllegalArgumentException if the tag does not fit into the store, or the bound is
   *     negative
   * @throws SegmentSourceException if the store fails
   */
  boolean create(String tag, long bound);

  /**
   * Returns whether each segment of a tag is above all that were drawn before. Generators reject a
   * segment that is not, because its numbers may have been issued already.
   *
   * @return false if segments come from several stores that share the numbers of a tag
   */
  default boolean isOrdered() {
    return true;
  }

  /**
   * Returns the most characters of a tag that the store can hold. Generators reject a longer one.
   *
   * @return the most code points of Unicode, at least 1; {@link Tags#MAX_LENGTH} unless overridden
   */
  default int maxTagLength() {
    return Tags.MAX_LENGTH;
  }

  /**
   * Creates a source in memory, for tests. Its tags end with the process.
   *
   * @return a new source, which creates unknown tags with the bound 1
   */
  static SegmentSource inMemory() {
    return new MemorySegmentSource();
  }

  /**
   * Creates a source in a directory, which processes on one machine may share. Unknown tags are
   * created with the bound 1. A record is forced to disk before its numbers are used, so they
   * survive a crash of the process or the machine.
   *
   * <p>A copied, moved or restored directory is rejected, by the inode of its lock file. Four cases
   * cannot be detected. The first is a backup written over the original files, or in their place if
   * the file system gives their inodes away again. The second is a snapshot of the file system or
   * the machine. The third is a directory that was deleted while no process used it, whose tags
   * begin at 1 again. A process that has used such a directory refuses to begin again. The last is
   * a copy on a file system without inodes, as on Windows, which is logged.
   *
   * @param directory where the records are; created if missing; on a local disk
   * @return a new source
   * @throws IllegalArgumentException if the path is empty
   */
  static SegmentSource file(Path directory) {
    return new FileSegmentSource(NamedDirectory.require(directory));
  }

  /**
   * Declares that a copied, moved or restored directory is the original from now on. Call it once,
   * after making sure that nobody uses the former original and that these records are its last;
   * otherwise numbers are issued twice.
   *
   * @param directory a directory of {@link #file}
   * @throws SegmentSourceException if it cannot be written
   */
  static void acceptMove(Path directory) {
    FileSegmentSource.acceptMove(directory);
  }

  /**
   * Creates a source of several stores that share the numbers of each tag, such as databases that
   * are all written to. Each must issue other numbers than the others, for example those with
   * another remainder.
   *
   * <p>It stays with one store until that fails, and then switches to another within the call. It
   * tries the earlier one again after a pause of 1 second, which doubles up to a minute. Where the
   * tag's bound there is behind, it is advanced first. Numbers are unique; over several processes
   * they have no order.
   *
   * @param sources the stores, the preferred one first; 2 or more
   * @return a new source
   * @throws IllegalArgumentException if there are fewer
   */
  static SegmentSource failover(List<SegmentSource> sources) {
    return new FailoverSegmentSource(sources, MonotonicTime.SYSTEM);
  }
}
