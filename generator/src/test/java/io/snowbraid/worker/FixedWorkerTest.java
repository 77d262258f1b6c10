package io.snowbraid.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.layout.Layout;
import io.snowbraid.testing.Crowd;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.Security;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/**
 * A fixed number is used by one generator of a process at a time, whatever class loader it is in.
 */
class FixedWorkerTest {

  /** A layout that no other test uses. */
  private static final Layout OWN =
      Layout.parse("time=41,rollback=2,timeline=2,worker=7,sequence=11,epoch=2024-05-05T00:00:00Z");

  /** The property with all entries, whose name is also the lock of its readers. */
  private static final String HELD = "snowbraid.held";

  private static Snowflake generator(int worker) {
    return Snowflake.builder().layout(OWN).worker(WorkerSource.fixed(worker)).build();
  }

  @Test
  void sameNumberTwiceIsRejected() {
    try (Snowflake first = generator(101)) {
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> generator(101))
          .withMessageContainingAll(
              "worker 101", "another open generator in this process has the same worker");
      assertThat(first.nextId()).isPositive();
    }
  }

  @Test
  void reopenedNumberGoesOnWhereItEnded() {
    Set<Long> all = new TreeSet<>();
    for (int round = 0; round < 20; round++) {
      try (Snowflake ids = generator(102)) {
        Arrays.stream(ids.nextIds(20_000)).forEach(all::add);
      }
    }
    assertThat(all).hasSize(20 * 20_000);
  }

  @Test
  void otherClassLoaderIsRejectedToo() throws Exception {
    URL classes = WorkerSource.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader other = new URLClassLoader(new URL[] {classes}, platform);
        AutoCloseable first = elsewhere(other, 103);
        Snowflake here = Snowflake.builder().worker(WorkerSource.fixed(105)).build()) {
      assertThat(first).isNotNull().isNotInstanceOf(Snowflake.class);
      assertThat(here.isOpen()).isTrue();
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> Snowflake.builder().worker(WorkerSource.fixed(103)).build())
          .withMessageContaining(
              "no worker could be leased: another open generator in this process has the same"
                  + " worker: worker 103 is in use by another generator with this number, vm");
    }
  }

  @Test
  void numbersAreTakenOnceAlthoughTheSystemPropertiesWereReplaced() throws Exception {
    URL classes = WorkerSource.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    Properties before = System.getProperties();
    try (Snowflake first = Snowflake.builder().worker(WorkerSource.fixed(106)).build()) {
      System.setProperties((Properties) before.clone());
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> Snowflake.builder().worker(WorkerSource.fixed(106)).build());
      try (URLClassLoader other = new URLClassLoader(new URL[] {classes}, platform);
          AutoCloseable second = elsewhere(other, 107)) {
        assertThat(second).isNotNull();
        assertThatExceptionOfType(InvocationTargetException.class)
            .isThrownBy(() -> elsewhere(other, 106));
        assertThatExceptionOfType(NoWorkerAvailableException.class)
            .isThrownBy(() -> Snowflake.builder().worker(WorkerSource.fixed(107)).build());
      }
      assertThat(first.nextId()).isPositive();
    } finally {
      System.setProperties(before);
    }
  }

  /** As a library does that contains a copy of its own, in packages of its own. */
  private static final class RelocatedCopy extends ClassLoader {

    RelocatedCopy() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      String original = name.replace("my.snowbraid", "io.snowbraid").replace('.', '/') + ".class";
      try (InputStream in = WorkerSource.class.getClassLoader().getResourceAsStream(original)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] code =
            new String(in.readAllBytes(), ISO_8859_1)
                .replace("io/snowbraid", "my/snowbraid")
                .replace("io.snowbraid", "my.snowbraid")
                .getBytes(ISO_8859_1);
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void relocatedCopyIsRejectedToo() throws Exception {
    ClassLoader copy = new RelocatedCopy();
    try (AutoCloseable first = elsewhere(copy, "my.snowbraid", 108);
        Snowflake here = Snowflake.builder().worker(WorkerSource.fixed(109)).build()) {
      assertThat(first).isNotNull();
      assertThat(here.isOpen()).isTrue();
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> Snowflake.builder().worker(WorkerSource.fixed(108)).build());
      assertThatExceptionOfType(InvocationTargetException.class)
          .isThrownBy(() -> elsewhere(copy, "my.snowbraid", 109));
    }
  }

  /** Each call reads and writes all that the process holds, so a lost update would show. */
  @Test
  void numbersHaveOneHolderAlthoughThreadsOfTwoClassLoadersRace() throws Exception {
    URL classes = WorkerSource.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    AtomicIntegerArray holders = new AtomicIntegerArray(3);
    try (URLClassLoader other = new URLClassLoader(new URL[] {classes}, platform)) {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        ClassLoader loader = i % 2 == 0 ? other : WorkerSource.class.getClassLoader();
        calls.add(() -> takeOften(loader, holders));
      }
      assertThat(Crowd.call(6, calls)).containsOnly(true);
    }
  }

  private static boolean takeOften(ClassLoader loader, AtomicIntegerArray holders)
      throws Exception {
    Class<?> type = loader.loadClass("io.snowbraid.internal.ProcessWorkerRegistry$FixedNumber");
    int taken = 0;
    for (int i = 0; taken < 100; i++) {
      int worker = i % holders.length();
      Object number = type.getConstructor(String.class, int.class).newInstance("race", worker);
      Object holder = type.getMethod("take", String.class).invoke(number, "a thread");
      if (((Optional<?>) holder).isEmpty()) {
        assertThat(holders.incrementAndGet(worker)).isEqualTo(1);
        assertThat(holders.decrementAndGet(worker)).isZero();
        type.getMethod("release", String.class).invoke(number, "");
        taken++;
      }
    }
    return true;
  }

  private static AutoCloseable elsewhere(ClassLoader loader, int worker) throws Exception {
    return elsewhere(loader, "io.snowbraid", worker);
  }

  private static AutoCloseable elsewhere(ClassLoader loader, String root, int worker)
      throws Exception {
    Class<?> type = loader.loadClass(root + ".worker.WorkerSource");
    Object source = type.getMethod("fixed", int.class).invoke(null, worker);
    Object builder = loader.loadClass(root + ".Snowflake").getMethod("builder").invoke(null);
    builder.getClass().getMethod("worker", type).invoke(builder, source);
    return (AutoCloseable) builder.getClass().getMethod("build").invoke(builder);
  }

  @Test
  void leasedNumberIsRejectedWithBothNamed() {
    MemoryWorkerSource store = new MemoryWorkerSource(InstantSource.system());
    try (Snowflake leased = Snowflake.builder().layout(OWN).worker(store).build()) {
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> generator(leased.workerId()))
          .withMessageContainingAll("worker " + leased.workerId(), "MemoryWorkerSource");
    }
  }

  @Test
  void leaseTakesNoFixedNumber() {
    MemoryWorkerSource store = new MemoryWorkerSource(InstantSource.system());
    try (Snowflake fixed = generator(0);
        Snowflake leased = Snowflake.builder().layout(OWN).worker(store).build()) {
      assertThat(leased.workerId()).isEqualTo(1).isNotEqualTo(fixed.workerId());
    }
  }

  @Test
  void numberOfAForgottenGeneratorComesFree() {
    long last = generator(104).nextId();
    collectHolder(104);
    try (Snowflake next = generator(104)) {
      assertThat(next.nextId()).isGreaterThan(last);
    }
  }

  /**
   * Lets an entry of the process name a holder that is in no pool of strings, as after a collection
   * of the holder. {@link DroppedClassLoaderTest} shows that holders are collected.
   */
  private static void collectHolder(int worker) {
    String entry = "fixed " + OWN + "#" + worker + "\0";
    synchronized (HELD) {
      String entries = Security.getProperty(HELD);
      int holder = entries.indexOf(entry) + entry.length();
      Security.setProperty(
          HELD,
          entries.substring(0, holder)
              + UUID.randomUUID()
              + entries.substring(entries.indexOf('\0', holder)));
    }
  }
}
