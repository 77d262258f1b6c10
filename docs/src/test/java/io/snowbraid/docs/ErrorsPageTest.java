package io.snowbraid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of errors lists the messages that do not say themselves what to do, and none that the
 * code does not have.
 */
class ErrorsPageTest {

  private static final Path ROOT = Path.of("..");
  private static final List<String> MODULES =
      List.of("generator", "jdbc-function", "zookeeper", "hibernate-integration", "server");

  private static final String LITERAL = "\"((?:[^\"\\\\\n]|\\\\.)*+)\"";
  private static final Pattern ADJACENT = Pattern.compile("\"\\s*\\+\\s*\"");

  /** The beginning of a message: of an exception, or of a warning in the log. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?:new \\w*(?:Exception|Failure)|\\bsuper|Log\\.warn(?:Now)?|failures\\.failed)\\(\\s*"
              + LITERAL);

  /**
   * How messages about a database or directory begin, depending on what it holds: see StoreFailures
   * and DirectoryIdentity.
   */
  private static final List<String> BEGINNINGS =
      List.of(
          "worker",
          "worker database",
          "segment",
          "segment database",
          "keyed",
          "keyed database",
          "directory of segments",
          "directory of sequences",
          "segments",
          "sequences");

  /** How an entry begins that is of the tables of workers, segments and numbers per key. */
  private static final String ANY_TABLE = "…";

  private static final List<String> TABLES = List.of("worker", "segment", "keyed");

  /** What the code says in any place, to find the entries of the page. */
  private static final Pattern TEXT = Pattern.compile(LITERAL);

  private static final Pattern RAISED = Pattern.compile("RAISE EXCEPTION '([^%']+)");

  /** What a message says after its values: what to do. */
  private static final Pattern REMEDY = Pattern.compile("; \\w|\\bHINT = ");

  private static final Pattern END_OF_STATEMENT = Pattern.compile(";\\R");

  /** The first cell of a row; it has one entry or several. */
  private static final Pattern CELL = Pattern.compile("^\\| (`[^|\n]+`) \\|", Pattern.MULTILINE);

  private static final Pattern ENTRY = Pattern.compile("`([^`]+)`");

  /** Parts of other messages, names of databases, and what no user of the library can cause. */
  private static final List<String> UNLISTED =
      List.of(
          "catalogue has no such table", // a cause
          "HSQL Database Engine",
          "the clock",
          "a worker",
          "the store",
          "the worker has been released",
          "every Java platform",
          "a lane passes a tick only once",
          "a call that may wait has waited for the clock",
          "checksum is wrong",
          "call was abandoned",
          "no number in an id",
          "not supported: ",
          "the user is fixed",
          "there is no logger",
          "nothing is wrapped here",
          "interrupted while closing",
          "data source could not be closed",
          // what the test kit lets stores say
          "no route to host",
          "connection reset",
          // what Redis answers, too
          "ERR Client names cannot",
          "ERR DB index",
          "ERR Syntax error in HELLO",
          "ERR %s%s",
          "ERR syntax error",
          "NOPROTO ",
          // follows "ERR Protocol error: "
          "expected ",
          "invalid bulk length",
          "invalid multibulk length",
          "too big request",
          "too many arguments",
          // follow what a directory holds, and where its file is damaged
          "it was deleted: ",
          "it was replaced: ");

  @Test
  void eachMessageThatDoesNotSayWhatToDoHasAnEntry() throws IOException {
    List<String> messages = messages();
    assertThat(messages).hasSizeGreaterThan(60);
    List<String> entries = entries();
    assertThat(messages)
        .filteredOn(message -> UNLISTED.stream().noneMatch(message::startsWith))
        .filteredOn(message -> entries.stream().noneMatch(entry -> isOf(entry, message)))
        .isEmpty();
  }

  @Test
  void eachEntryIsAMessageOfTheCode() throws IOException {
    List<String> texts = texts();
    List<String> entries = entries();
    assertThat(entries).hasSizeGreaterThan(70).doesNotHaveDuplicates();
    assertThat(entries)
        .filteredOn(entry -> texts.stream().noneMatch(text -> isOf(entry, text)))
        .isEmpty();
  }

  @Test
  void checkerMissesNoEntryAndNoMessage() {
    assertThat(isOf("id must be >= 0", "id must be >= 0: id=")).isTrue();
    assertThat(isOf("id must be >= 0", "id must be in [0, ")).isFalse();
    assertThat(isOf("… database failed", "segment database failed: ")).isTrue();
    assertThat(isOf("… database failed", "directory database failed: ")).isFalse();
    assertThat(found(MESSAGE, "throw new XException(\n  \"a \" + \"b: x=\" + x);"))
        .containsExactly("a b: x=");
    String silent = "throw new XException(\"a failed: x=\" + x);\n";
    assertThat(silent(MESSAGE, silent)).containsExactly("a failed: x=");
    String other = "log(\"b failed; close it\");\n";
    assertThat(silent(MESSAGE, silent + other)).containsExactly("a failed: x=");
    assertThat(silent(MESSAGE, silent.replace("x)", "x + \"; close \" + y)"))).isEmpty();
    assertThat(silent(MESSAGE, "throw new XException(\"a must be 1: a=\" + a);\n")).isEmpty();
    String raised = "RAISE EXCEPTION 'a failed: x=%', x USING ERRCODE = '55000'";
    assertThat(silent(RAISED, raised + ";\n")).containsExactly("a failed: x=");
    assertThat(silent(RAISED, raised + ", HINT = 'Close it.';\n")).isEmpty();
  }

  private static boolean isOf(String entry, String message) {
    return entry.startsWith(ANY_TABLE)
        ? TABLES.stream().anyMatch(table -> message.startsWith(table + entry.substring(1)))
        : message.startsWith(entry);
  }

  private static List<String> entries() throws IOException {
    return found(CELL, Files.readString(ROOT.resolve("docs/errors.md"))).stream()
        .flatMap(cell -> found(ENTRY, cell).stream())
        .toList();
  }

  private static List<String> messages() throws IOException {
    List<String> messages = new ArrayList<>();
    for (String source : sources(".java")) {
      messages.addAll(silent(MESSAGE, source));
    }
    for (String source : sources(".sql")) {
      messages.addAll(silent(RAISED, source));
    }
    return messages.stream().filter(message -> message.contains(" ")).distinct().toList();
  }

  private static List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>(raised());
    for (String source : sources(".java")) {
      for (String text : found(TEXT, source)) {
        texts.add(text);
        if (text.startsWith(" ") || text.startsWith(".")) {
          BEGINNINGS.forEach(beginning -> texts.add(beginning + text));
        }
      }
    }
    return texts;
  }

  private static List<String> raised() throws IOException {
    List<String> raised = new ArrayList<>();
    for (String source : sources(".sql")) {
      raised.addAll(found(RAISED, source));
    }
    return raised;
  }

  /** Returns the messages that neither state a rule nor say what to do. */
  private static List<String> silent(Pattern pattern, String source) {
    String joined = ADJACENT.matcher(source).replaceAll("");
    return pattern
        .matcher(joined)
        .results()
        .filter(message -> !message.group(1).contains(" must "))
        .filter(message -> !REMEDY.matcher(statement(joined, message.start())).find())
        .map(message -> unescaped(message.group(1)))
        .toList();
  }

  private static String statement(String source, int start) {
    Matcher end = END_OF_STATEMENT.matcher(source);
    return source.substring(start, end.find(start) ? end.start() : source.length());
  }

  private static List<String> found(Pattern pattern, String source) {
    Matcher matcher = pattern.matcher(ADJACENT.matcher(source).replaceAll(""));
    return matcher.results().map(result -> unescaped(result.group(1))).toList();
  }

  private static String unescaped(String text) {
    return text.replace("''", "'").replace("\\\"", "\"");
  }

  private static List<String> sources(String suffix) throws IOException {
    List<String> sources = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
        for (Path file : files.filter(path -> isSource(path, suffix)).toList()) {
          sources.add(Files.readString(file));
        }
      }
    }
    return sources;
  }

  private static boolean isSource(Path path, String suffix) {
    String text = path.toString().replace('\\', '/');
    return text.contains("/src/main/") && text.endsWith(suffix) && !text.contains("/stress/");
  }
}
