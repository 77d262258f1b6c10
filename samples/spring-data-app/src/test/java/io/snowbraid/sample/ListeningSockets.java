package io.snowbraid.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists the TCP addresses that a process listens on, in the hexadecimal notation of Linux. */
final class ListeningSockets {

  private static final String LISTENING = "0A";
  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private ListeningSockets() {}

  static List<String> of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    Set<String> sockets = sockets(process.resolve("fd"));
    return Stream.of("tcp", "tcp6")
        .flatMap(table -> rows(process.resolve("net").resolve(table)))
        .filter(row -> row[STATE].equals(LISTENING) && sockets.contains(row[INODE]))
        .map(row -> row[ADDRESS])
        .toList();
  }

  private static Set<String> sockets(Path files) throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.map(ListeningSockets::target)
          .filter(target -> target.startsWith("socket:["))
          .map(target -> target.substring("socket:[".length(), target.length() - 1))
          .collect(Collectors.toSet());
    }
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) { // closed meanwhile
      return "";
    }
  }

  private static Stream<String[]> rows(Path table) {
    try {
      return Files.readAllLines(table).stream().skip(1).map(row -> row.strip().split("\\s+"));
    } catch (IOException e) { // no such protocol
      return Stream.empty();
    }
  }

  /**
   * Tells whether an address is 127.0.0.1, the same mapped to IPv6, or ::1. The lowest byte of each
   * 32-bit word comes first.
   */
  static boolean isLoopback(String address) {
    return address.matches("0100007F:.*|0{16}FFFF00000100007F:.*|0{24}01000000:.*");
  }
}
