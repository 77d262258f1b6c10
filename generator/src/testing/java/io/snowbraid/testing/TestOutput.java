package io.snowbraid.testing;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Keeps in memory what a test prints and logs, and prints it only if the test fails.
 *
 * <p>Log records are kept as they are and formatted for a failing test only: formatting all of them
 * would take longer than many tests. Only the last {@value #MAX_ENTRIES} entries of a test, and of
 * what its class did outside of tests, are kept.
 */
public final class TestOutput {

  private static final int MAX_ENTRIES = 2_000;

  private static final PrintStream CONSOLE = System.out;

  /** What this process records; each test class has a listener of its own. */
  private static final TestOutput PROCESS = new TestOutput(CONSOLE);

  private static final AtomicBoolean IS_INSTALLED = new AtomicBoolean();

  /** Prints a text that a reader needs although no test fails, such as a table of measurements. */
  public static void show(String text) {
    CONSOLE.println(text);
  }

  private final PrintStream console;
  private final SimpleFormatter formatter = new SimpleFormatter();
  private final Captured outsideOfTests = new Captured();
  private final Captured test = new Captured();
  private Captured current = outsideOfTests;

  /** Prints to a console. */
  TestOutput(PrintStream console) {
    this.console = console;
  }

  /** The listener of a test class, which records for its process. */
  public static final class Listener implements TestExecutionListener {

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
      if (IS_INSTALLED.compareAndSet(false, true)) { // Spring Boot replaces the handler later
        PROCESS.install();
      }
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
      PROCESS.executionStarted(identifier);
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
      PROCESS.executionFinished(identifier, result);
    }
  }

  private static final class Captured {
    /** Log records and printed bytes, oldest first. */
    private final Deque<Object> entries = new ArrayDeque<>();

    private long dropped;

    void add(Object entry) {
      if (entries.size() == MAX_ENTRIES) {
        entries.removeFirst();
        dropped++;
      }
      entries.addLast(entry);
    }

    void clear() {
      entries.clear();
      dropped = 0;
    }
  }

  private void install() {
    OutputStream captured =
        new OutputStream() {
          @Override
          public void write(int value) {
            capture(new byte[] {(byte) value});
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            capture(Arrays.copyOfRange(bytes, offset, offset + length));
          }
        };
    PrintStream stream = new PrintStream(captured, true, StandardCharsets.UTF_8);
    System.setOut(stream);
    System.setErr(stream);
    java.util.logging.Logger root = LogManager.getLogManager().getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    root.addHandler(new CapturingHandler());
  }

  /** Stands in for the console, so that Spring Boot takes it for that and replaces it. */
  private final class CapturingHandler extends ConsoleHandler {
    @Override
    public synchronized void publish(LogRecord entry) {
      entry.getSourceMethodName(); // finds out who logs, which is not known later
      capture(entry);
    }
  }

  synchronized void capture(Object entry) {
    current.add(entry);
  }

  synchronized void executionStarted(TestIdentifier identifier) {
    if (identifier.isTest()) {
      test.clear();
      current = test;
    } else if (identifier.getParentIdObject().isPresent()) {
      outsideOfTests.clear();
    }
  }

  synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    current = outsideOfTests;
    if (result.getStatus() == Status.FAILED
        && !(test.entries.isEmpty() && outsideOfTests.entries.isEmpty())) {
      console.println("== output before " + identifier.getDisplayName() + " failed");
      print(outsideOfTests);
      print(test);
    }
    test.clear();
  }

  private void print(Captured captured) {
    if (captured.dropped > 0) {
      console.println("== " + captured.dropped + " earlier entries are not shown");
    }
    for (Object entry : captured.entries) {
      if (entry instanceof byte[] bytes) {
        console.write(bytes, 0, bytes.length);
      } else {
        console.print(formatter.format((LogRecord) entry));
      }
    }
    console.flush();
  }
}
