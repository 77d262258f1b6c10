package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests that the race would not miss a duplicate. */
class SegmentFindingsTest {

  @Test
  void numbersThatAreIssuedTwiceAreCounted() {
    SegmentFindings findings = new SegmentFindings();
    findings.add(10, 20);
    findings.add(1, 9);
    assertThat(findings.duplicates()).isZero();
    findings.add(20, 21);
    findings.add(12, 13);
    assertThat(findings.duplicates()).isEqualTo(3);
  }
}
