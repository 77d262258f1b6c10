package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.internal.Arguments;
import io.snowbraid.jdbc.keyed.JdbcKeyedStore;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.SlotRecord;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows which server owns which slots of numbers per key, and repairs slot rows. */
@Command(
    name = "slots",
    description = "Shows which server owns which slots of numbers per key, and repairs slot rows.")
final class SlotsCommand extends CommandGroup {

  @Command(
      name = "list",
      description =
          "Lists all servers and the slots that they own, and slots that are free, owned by a"
              + " server without a row, or without a row themselves.")
  void list(@Mixin SlotOptions database, @Mixin ResultPrinter output) {
    try (HikariDataSource pool = database.connect()) {
      JdbcKeyedStore store = database.store(pool);
      List<SlotRecord> rows = store.slots();
      SlotOwners owners = new SlotOwners(rows);
      if (rows.isEmpty()) {
        output.print(List.of());
        output.say("no server was ever started with " + database.place());
        return;
      }
      output.print(owners.rows(store.servers()));
      if (owners.missing() > 0) {
        output.say(
            "slot rows were deleted, so their keys get no numbers; restore the rows, or run: slots"
                + " repair SLOT --above BOUND");
      }
    }
  }

  @Command(name = "show", description = "Shows the row of a slot, or of the slot of a key.")
  void show(
      @Mixin SlotOptions database,
      @Mixin ResultPrinter output,
      @Parameters(
              paramLabel = "KEY|SLOT",
              description = "A key, or a slot: a number from 0 to 16383.")
          String wanted,
      @Option(names = "--key", description = "Reads the argument as a key, even if it is a number.")
          boolean isKey) {
    byte[] key = wanted.getBytes(UTF_8);
    OptionalInt number = isKey ? OptionalInt.empty() : slot(wanted);
    int slot = number.orElse(KeySlot.of(key, 0, key.length));
    try (HikariDataSource pool = database.connect()) {
      List<SlotRecord> rows = database.store(pool).slots(List.of(slot));
      if (rows.isEmpty()) {
        throw new IllegalArgumentException(
            "slot "
                + slot
                + " has no row ("
                + database.place()
                + "); restore the row, or run: slots repair "
                + slot
                + " --above BOUND");
      }
      output.print(List.of(describe(rows.get(0))));
    }
  }

  @Command(
      name = "repair",
      description = {
        "Repairs the row of a slot that was deleted or set back.",
        "The slot then has no owner, so a server acquires it within seconds, and all further"
            + " numbers of its keys are above BOUND. A server that still owned the slot loses it.",
        "A BOUND below an issued number leads to duplicates. The error of the server that owned the"
            + " slot names a safe BOUND; without it, use the largest number of these keys in your"
            + " own data, plus a reserve. A BOUND that is too high only leaves a gap.",
        "Stop all servers before you repair several slots, such as after restoring a backup."
      })
  void repair(
      @Mixin SlotOptions database,
      @Mixin ResultPrinter output,
      @Parameters(
              paramLabel = "SLOT[-SLOT]",
              description = "The slot, from 0 to 16383, or several, such as 0-16383.")
          String slots,
      @Option(
              names = "--above",
              paramLabel = "BOUND",
              required = true,
              description = "A number at or above all issued numbers of the keys.")
          long bound) {
    String[] ends = slots.split("-", 2);
    int first = requireSlot(ends[0]);
    int last = requireSlot(ends[ends.length - 1]);
    try (HikariDataSource pool = database.connect()) {
      Map<String, Object> row = describe(database.store(pool).repair(first, last, bound).get(0));
      row.put("slot", slots);
      output.print(List.of(row));
      output.say("free now; a server acquires it within seconds and issues numbers above " + bound);
    }
  }

  private static int requireSlot(String text) {
    return slot(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Arguments.outside("slot", text, 0, KeySlot.COUNT - 1)));
  }

  private static OptionalInt slot(String text) {
    boolean isSlot = text.matches("\\d{1,5}") && Integer.parseInt(text) < KeySlot.COUNT;
    return isSlot ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }

  private static Map<String, Object> describe(SlotRecord slot) {
    return row(
        "slot", slot.slot(),
        "bound", slot.bound(),
        "owner", slot.owner().equals(SlotRecord.UNOWNED) ? "-" : slot.owner(),
        "version", slot.version());
  }
}
