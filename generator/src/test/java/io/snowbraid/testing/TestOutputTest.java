package io.snowbraid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;

/** Tests that a failing test shows its own output, and no other test any. */
class TestOutputTest {

  private static final TestExecutionResult SUCCESS = TestExecutionResult.successful();
  private static final TestExecutionResult FAILURE = TestExecutionResult.failed(new Exception());

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();
  private final TestOutput output =
      new TestOutput(new PrintStream(console, true, StandardCharsets.UTF_8));
  private final TestIdentifier shop = identifier(null, "shop", TestDescriptor.Type.CONTAINER);

  private static TestIdentifier identifier(
      TestDescriptor parent, String name, TestDescriptor.Type type) {
    UniqueId root = UniqueId.forEngine("engine");
    return TestIdentifier.from(
        new AbstractTestDescriptor(root.append(type.name(), name), name) {
          {
            setParent(parent == null ? engine(root) : parent);
          }

          @Override
          public Type getType() {
            return type;
          }
        });
  }

  private static TestDescriptor engine(UniqueId root) {
    return new AbstractTestDescriptor(root, "engine") {
      @Override
      public Type getType() {
        return Type.CONTAINER;
      }
    };
  }

  private void run(String name, TestExecutionResult result, Object... entries) {
    TestIdentifier test = identifier(null, name, TestDescriptor.Type.TEST);
    output.executionStarted(test);
    for (Object entry : entries) {
      output.capture(entry);
    }
    output.executionFinished(test, result);
  }

  private String shown() {
    return console.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void failingTestShowsWhatItAndItsClassPrinted() {
    output.executionStarted(shop);
    output.capture(bytes("opens\n"));
    run("buys", SUCCESS, bytes("bought\n"));
    run("sells", FAILURE, bytes("sold\n"), new LogRecord(Level.WARNING, "no stock"));
    assertThat(shown())
        .startsWith("== output before sells failed\nopens\nsold\n")
        .contains("WARNING: no stock")
        .doesNotContain("bought");
  }

  @Test
  void testsThatSucceedShowNothing() {
    output.executionStarted(shop);
    output.capture(bytes("opens\n"));
    run("buys", SUCCESS, bytes("bought\n"));
    output.executionFinished(shop, SUCCESS);
    assertThat(shown()).isEmpty();
  }

  @Test
  void classThatFailsOutsideOfTestsShowsWhatItPrinted() {
    output.executionStarted(shop);
    output.capture(bytes("opens\n"));
    output.executionFinished(shop, FAILURE);
    assertThat(shown()).isEqualTo("== output before shop failed\nopens\n");
  }

  @Test
  void oldestEntriesAreDroppedAndCounted() {
    output.executionStarted(shop);
    Object[] lines = new Object[2_003];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = bytes("line " + i + "\n");
    }
    run("buys", FAILURE, lines);
    assertThat(shown())
        .startsWith(
            "== output before buys failed\n== 3 earlier entries are not shown\nline 3\nline 4\n")
        .endsWith("line 2002\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
