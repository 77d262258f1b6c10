package io.snowbraid.benchmarks;

import cn.hutool.core.util.IdUtil;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import com.github.f4b6a3.tsid.TsidCreator;
import io.hypersistence.tsid.TSID;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Counts the ids that several processes issue twice, each with the worker number that its library
 * assigns if nothing is set: at the same time, or one after another with a clock that stepped back.
 * Each process is a JVM of its own that issues an id a millisecond.
 */
final class DefaultWorkers {

  private static final int IDS = 2_000;
  private static final int START_MILLIS = 300;
  private static final String FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

  /** A library, and where its worker number comes from. */
  private enum Library {
    SNOWBRAID(
        "Snowbraid",
        "snowbraid",
        "leased from a directory that all share",
        directory -> {
          Snowflake ids = Snowflake.builder().worker(WorkerSource.file(directory)).build();
          return ids::nextId;
        }),
    HYPERSISTENCE(
        "hypersistence-tsid",
        "hypersistence-tsid",
        "random, of 1,024",
        directory -> () -> TSID.Factory.getTsid().toLong()),
    TSID_CREATOR(
        "tsid-creator",
        "tsid-creator",
        "random, of 1,024",
        directory -> () -> TsidCreator.getTsid().toLong()),
    MYBATIS_PLUS(
        "MyBatis-Plus",
        "mybatis-plus",
        "from hardware address and process id, of 1,024",
        directory -> IdWorker::getId),
    HUTOOL(
        "Hutool",
        "hutool",
        "from hardware address and process id, of 1,024",
        directory -> IdUtil::getSnowflakeNextId),
    SEATA(
        "Seata",
        "seata",
        "from the hardware address, of 1,024",
        directory -> new org.apache.seata.common.util.IdWorker(null)::nextId);

    private final String label;
    private final String number;

    @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
    private final Function<Path, LongSupplier> generator;

    Library(String label, String artifact, String number, Function<Path, LongSupplier> generator) {
      this.label = label + " " + Versions.of(artifact);
      this.number = number;
      this.generator = generator;
    }
  }

  /** Where the processes run. */
  private enum Place {
    /** As usual: each has a number of its own, and all have one hardware address. */
    MACHINE(""),
    /** As in pods: each is process 1, with a network, a hardware address and a name of its own. */
    PODS("type veth peer name peer0"),
    /** As in a pod whose container is restarted: it keeps its hardware address, too. */
    SAME_POD("address 02:42:0a:01:00:01 type veth peer name peer0 address 02:42:0a:01:00:02");

    private static final String POD =
        "ip link set lo up && ip link add eth0 %s"
            + " && ip addr add 10.1.0.$1/16 dev eth0 && ip link set eth0 up && hostname pod-$1"
            + " && hosts=$(mktemp) && echo \"10.1.0.$1 pod-$1\" > $hosts"
            + " && mount --bind $hosts /etc/hosts && rm $hosts && shift && exec \"$@\"";

    private final String link;

    Place(String link) {
      this.link = link;
    }

    List<String> command(int ordinal) {
      return this == MACHINE
          ? List.of()
          : List.of(
              "unshare",
              "--pid",
              "--net",
              "--uts",
              "--mount",
              "--fork",
              "--kill-child",
              "sh",
              "-c",
              POD.formatted(link),
              "sh",
              String.valueOf(ordinal));
    }
  }

  private final Path results;
  private final int rounds;
  private final List<Integer> processes;

  DefaultWorkers(BenchmarkOptions settings) {
    this.rounds = settings.quick() ? 1 : 2;
    this.processes = settings.quick() ? List.of(8) : List.of(2, 8, 32);
    this.results = settings.results();
  }

  String measure() throws IOException, InterruptedException {
    List<String> header = new ArrayList<>(List.of("ids twice per million", "worker number"));
    processes.forEach(count -> header.add(count + " pods"));
    int most = processes.get(processes.size() - 1);
    header.add(most + " processes of a machine");
    header.add("a pod, restarted with its clock 10 s behind");
    MarkdownTable table = MarkdownTable.ofText(header.toArray(String[]::new));
    BarChart chart = new BarChart("Ids issued twice per million by %d pods".formatted(most));
    for (Library library : Library.values()) {
      List<String> row = new ArrayList<>(List.of(library.label, library.number));
      List<Long> last = List.of();
      for (int count : processes) {
        last = rounds(library.label + ", pods: " + count, () -> run(library, Place.PODS, count));
        row.add(cell(last));
      }
      chart.add(library.label, Collections.max(last), cell(last), library == Library.SNOWBRAID);
      row.add(
          cell(
              rounds(
                  library.label + ", processes: " + most,
                  () -> run(library, Place.MACHINE, most))));
      row.add(cell(rounds(library.label + ", restarted", () -> restarted(library))));
      table.add(row);
    }
    chart.write(results, "default-workers");
    return """
    ## Worker numbers that nobody has set

    Each process is a JVM that issues %,d ids, one a millisecond, at the same time as the others; pods are processes with number 1, a network and a name of their own (`unshare`). Ids that another process issued, too, per million: %d rounds. The restarted pod keeps its hardware address; its second process issues ids at the same times by its clock as the first.

    %s\
    """
        .formatted(IDS, rounds, table);
  }

  /** Issues the ids of a round. */
  private interface Round {
    long[] ids() throws IOException, InterruptedException;
  }

  /** Returns for each round how many ids of a million were issued before. */
  private List<Long> rounds(String what, Round round) throws IOException, InterruptedException {
    List<Long> twice = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      System.err.println("default workers, round " + i + ": " + what);
      long[] ids = round.ids();
      long distinct = LongStream.of(ids).distinct().count();
      twice.add(Math.round((ids.length - distinct) * 1e6 / ids.length));
    }
    return twice;
  }

  private static String cell(List<Long> rounds) {
    return rounds.stream().map("%,d"::formatted).collect(Collectors.joining("; "));
  }

  private static long[] restarted(Library library) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("workers");
    LongStream ids = LongStream.empty();
    AtomicLong start = new AtomicLong(System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(5));
    for (String clock : List.of("+0", "-10")) {
      List<String> command = new ArrayList<>(Place.SAME_POD.command(1));
      command.addAll(java(library, directory));
      ids = LongStream.concat(ids, LongStream.of(idsOf(command, clock, start)));
    }
    return ids.toArray();
  }

  private static long[] idsOf(List<String> command, String clock, AtomicLong start)
      throws IOException, InterruptedException {
    try {
      return idsOf(command, clock, new CyclicBarrier(1), start);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("one process need not wait for others", e);
    }
  }

  private static List<String> java(Library library, Path directory) {
    return JavaCommand.of(
        DefaultWorkers.class,
        List.of(
            "-Xlog:disable", // warnings about the namespaces would be among the ids
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m"),
        library.name(),
        directory.toString());
  }

  private static long[] run(Library library, Place place, int count)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("workers");
    AtomicLong start = new AtomicLong();
    CyclicBarrier ready =
        new CyclicBarrier(count, () -> start.set(System.currentTimeMillis() + START_MILLIS));
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<long[]>> results = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        List<String> command = new ArrayList<>(place.command(i + 1));
        command.addAll(java(library, directory));
        results.add(threads.submit(() -> idsOf(command, "+0", ready, start)));
      }
      long[] all = new long[count * IDS];
      for (int i = 0; i < count; i++) {
        System.arraycopy(results.get(i).get(), 0, all, i * IDS, IDS);
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException(library.label + " must issue ids in " + place, e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Waits until all processes have their generators, and reads the ids of one. */
  private static long[] idsOf(
      List<String> command, String clock, CyclicBarrier ready, AtomicLong start)
      throws IOException, InterruptedException, BrokenBarrierException, TimeoutException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    if (!clock.equals("+0")) {
      builder
          .environment()
          .putAll(
              Map.of(
                  "LD_PRELOAD",
                  FAKETIME,
                  "FAKETIME",
                  clock + "s",
                  "DONT_FAKE_MONOTONIC",
                  "1",
                  "FAKETIME_DONT_FAKE_MONOTONIC",
                  "1",
                  "FAKETIME_FORCE_MONOTONIC_FIX",
                  "0")); // or waits would end at once
    }
    Process process = builder.start();
    try (DataInputStream input = new DataInputStream(process.getInputStream());
        DataOutputStream output = new DataOutputStream(process.getOutputStream())) {
      input.readByte();
      ready.await(1, TimeUnit.MINUTES);
      output.writeLong(start.get());
      output.flush();
      byte[] bytes = new byte[IDS * Long.BYTES];
      input.readFully(bytes);
      long[] ids = new long[IDS];
      ByteBuffer.wrap(bytes).asLongBuffer().get(ids);
      if (input.read() >= 0) {
        throw new IllegalStateException("process must print ids only: " + command);
      }
      return ids;
    } finally {
      process.destroy();
    }
  }

  /** Issues ids from the time on that is read, after it has said that it is ready. */
  public static void main(String[] arguments) throws IOException {
    DataOutputStream output = new DataOutputStream(new BufferedOutputStream(System.out));
    LongSupplier ids = Library.valueOf(arguments[0]).generator.apply(Path.of(arguments[1]));
    output.writeByte(1);
    output.flush();
    long start = new DataInputStream(System.in).readLong();
    for (long left = 1; left > 0; left = start - System.currentTimeMillis()) {
      LockSupport.parkNanos(left * 1_000_000);
    }
    long[] issued = new long[IDS];
    for (int i = 0; i < IDS; i++) {
      issued[i] = ids.getAsLong();
      LockSupport.parkNanos(1_000_000);
    }
    for (long id : issued) {
      output.writeLong(id);
    }
    output.flush();
    System.exit(0);
  }
}
