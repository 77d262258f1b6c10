package io.snowbraid.benchmarks;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.CsvSource;

/** The libraries whose ids by time are continued, each with its row of docs/coming-from.md. */
@CsvSource({
  "TSID, HYPERSISTENCE",
  "TSID, TSID_CREATOR",
  "CosId, COSID_MILLIS",
  "Leaf, HUTOOL",
  "Leaf, MYBATIS_PLUS",
  "Camellia, CAMELLIA"
})
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface OldIds {}
