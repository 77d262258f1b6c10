package io.snowbraid.spring;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** No types depend on each other, nested ones counted as part of theirs. */
class ArchitectureTest {

  private final JavaClasses starter =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.snowbraid.spring");

  private static final class Types implements SliceAssignment {

    @Override
    public String getDescription() {
      return "types";
    }

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      JavaClass outermost = type;
      while (outermost.getEnclosingClass().isPresent()) {
        outermost = outermost.getEnclosingClass().get();
      }
      return SliceIdentifier.of(outermost.getName());
    }
  }

  @Test
  void typesHaveNoCycles() {
    slices().assignedFrom(new Types()).should().beFreeOfCycles().check(starter);
  }
}
