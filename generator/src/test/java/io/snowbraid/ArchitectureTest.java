package io.snowbraid;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Arguments;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final String SEGMENTS = "io.snowbraid.segment..";

  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.snowbraid");

  @Test
  void engineNeedsNothingButTheJdk() {
    assertThat(OURS).hasSizeGreaterThan(10);
    classes()
        .that()
        .haveNameNotMatching(".*CracSupport(\\$.*)?")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.snowbraid..", "java..", "javax.crypto..", "jdk.jfr..", "org.jspecify.annotations")
        .check(OURS);
  }

  @Test
  void packagesDoNotImportEachOtherInCircles() {
    slices().matching("io.snowbraid.(**)").should().beFreeOfCycles().check(OURS);
    noPackageUnderneathKnowsGenerators().check(OURS);
  }

  /** Besides the checks of arguments. */
  @Test
  void layoutsAndFailuresNeedNothingElseOfOurs() {
    classes()
        .that()
        .resideInAnyPackage("io.snowbraid.layout..", "io.snowbraid.error..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.snowbraid.layout..",
                    "io.snowbraid.error..",
                    "java..",
                    "org.jspecify.annotations")
                .or(type(Arguments.class)))
        .check(OURS);
  }

  /** Ids of jobs need no generator, and applications see the engine only through its. */
  @Test
  void onlyGeneratorsKnowTheEngine() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.snowbraid", "io.snowbraid.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.snowbraid.engine..")
        .check(OURS);
    noClasses()
        .that()
        .resideInAnyPackage("io.snowbraid", "io.snowbraid.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.snowbraid.job..")
        .check(OURS);
  }

  @Test
  void nothingHoldsAMonitorOrSleeps() {
    noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(OURS);
    noClasses().should().callMethod(Thread.class, "sleep", long.class).check(OURS);
  }

  private static ArchRule noPackageUnderneathKnowsGenerators() {
    return noClasses()
        .that()
        .resideInAPackage("io.snowbraid.*..")
        .and()
        .resideOutsideOfPackage(SEGMENTS)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.snowbraid");
  }

  /** They share the interface, its exceptions, and what is below both. */
  @Test
  void generatorsAndSegmentsDoNotKnowEachOther() {
    DescribedPredicate<JavaClass> shared =
        assignableTo(IdGenerator.class).or(assignableTo(SnowbraidException.class));
    noClasses()
        .that()
        .resideInAPackage(SEGMENTS)
        .should()
        .dependOnClassesThat(resideInAnyPackage("io.snowbraid").and(not(shared)))
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.snowbraid.engine..",
            "io.snowbraid.job..",
            "io.snowbraid.lane..",
            "io.snowbraid.layout..",
            "io.snowbraid.worker..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Snowflake.class)
        .check(OURS);
    noClasses()
        .that()
        .resideOutsideOfPackage(SEGMENTS)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(SEGMENTS)
        .check(OURS);
  }
}
