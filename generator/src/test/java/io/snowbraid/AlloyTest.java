package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Module;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.util.List;
import java.util.stream.Stream;
import kodkod.engine.satlab.SATFactory;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the models in {@code src/test/alloy}: each command finds an instance (or a counterexample)
 * or none, as its {@code expect} says. Commands named twin leave out a fact and have to find a
 * counterexample.
 */
@Tag("slow")
class AlloyTest {

  private static final List<String> MODELS = List.of("blocks", "lanes", "lease", "past", "slots");

  /**
   * The solver in native code takes less than half the time of the default one, which runs
   * anywhere.
   */
  private static final SATFactory SOLVER =
      SATFactory.find("minisat").filter(SATFactory::isPresent).orElse(SATFactory.DEFAULT);

  @ParameterizedTest
  @MethodSource("commands")
  void commandFindsWhatItExpects(Module model, Command command) {
    A4Options options = new A4Options();
    options.solver = SOLVER;
    A4Solution solution =
        TranslateAlloyToKodkod.execute_command(
            A4Reporter.NOP, model.getAllReachableSigs(), command, options);
    assertThat(solution.satisfiable())
        .as("%s finds:%n%s", command, solution)
        .isEqualTo(finds(command));
  }

  static Stream<Arguments> commands() {
    return MODELS.stream().flatMap(AlloyTest::commands);
  }

  private static Stream<Arguments> commands(String name) {
    Module model = parse(name);
    return model.getAllCommands().stream()
        .map(command -> arguments(Named.of(name, model), Named.of(command.label, command)));
  }

  @Test
  void eachModelHasAnInstanceAPromiseAndBrokenVariants() {
    for (String name : MODELS) {
      List<Command> commands = parse(name).getAllCommands();
      assertThat(commands).anyMatch(command -> !command.check && finds(command));
      assertThat(commands).anyMatch(command -> command.check && !finds(command));
      assertThat(commands)
          .filteredOn(AlloyTest::isBroken)
          .hasSizeGreaterThan(3)
          .allMatch(AlloyTest::finds);
    }
  }

  private static boolean isBroken(Command command) {
    return command.label.startsWith("twin");
  }

  private static boolean finds(Command command) {
    assertThat(command.expects).as("%s says what it expects", command).isIn(0, 1);
    return command.expects == 1;
  }

  private static Module parse(String name) {
    return CompUtil.parseEverything_fromFile(
        A4Reporter.NOP, null, "src/test/alloy/" + name + ".als");
  }
}
