package io.snowbraid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.apache.shardingsphere.infra.algorithm.keygen.snowflake.SnowflakeKeyGenerateAlgorithm;
import org.junit.jupiter.api.Test;

/** The examples and claims in the README are correct. */
class ReadmeTest {

  private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LAYOUT = Pattern.compile("layout: \"([^\"]+)\"");

  private static String readme() throws IOException {
    return Files.readString(Path.of("README.md"));
  }

  private static String first(Pattern pattern) throws IOException {
    MatchResult found = pattern.matcher(readme()).results().findFirst().orElseThrow();
    return found.group(1);
  }

  @Test
  void rulesGenerateKeys() throws SQLException, IOException {
    try (Shards shards = new Shards()) {
      String yaml = Shards.head(shards.sources()) + first(YAML);
      DataSource orders =
          YamlShardingSphereDataSourceFactory.createDataSource(
              yaml.getBytes(StandardCharsets.UTF_8));
      Shards.createTable(orders);
      assertThat(Shards.insert(orders, 20)).hasSize(20).doesNotHaveDuplicates();
      Shards.close(orders);
    }
  }

  @Test
  void allPropertiesAreDescribed() throws IOException {
    String readme = readme();
    assertThat(KeySettings.OF_DATABASES.stream().map(property -> "`" + property + "`"))
        .allSatisfy(property -> assertThat(readme).contains(property));
  }

  @Test
  void layoutIsAfterIdsOfShardingSphere() throws IOException {
    Layout layout = Layout.parse(first(LAYOUT));
    Instant zero = layout.decode(0).time();
    assertThat(zero).isBefore(Instant.ofEpochMilli(SnowflakeKeyGenerateAlgorithm.EPOCH));
  }
}
