package io.snowbraid.cli;

import io.snowbraid.publicid.PublicId;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a new key for public ids, and nothing else, so that a shell can take it. */
@Command(
    name = "keygen",
    description = "Prints a new key for public ids: 128 random bits in Base64. Keep it secret.",
    mixinStandardHelpOptions = true)
final class KeygenCommand implements Runnable {

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  KeygenCommand() {}

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(PublicId.newKey());
    out.flush();
  }
}
