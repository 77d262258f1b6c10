package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.crac.Core;
import org.crac.Resource;
import org.junit.jupiter.api.Test;

/** Tests what the library of CRaC is given. */
class CracSupportTest {

  @Test
  void registeredObjectIsToldOfACheckpoint() throws Exception {
    List<String> told = new ArrayList<>();
    Resource registered =
        (Resource) CracSupport.register(() -> told.add("suspend"), () -> told.add("resume"));
    registered.beforeCheckpoint(Core.getGlobalContext());
    assertThat(told).containsExactly("suspend");
    registered.afterRestore(Core.getGlobalContext());
    assertThat(told).containsExactly("suspend", "resume");
  }
}
