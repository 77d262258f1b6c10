package io.snowbraid.server;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import glide.api.GlideClient;
import glide.api.models.configuration.GlideClientConfiguration;
import glide.api.models.configuration.NodeAddress;
import io.snowbraid.segment.SegmentSource;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with Valkey GLIDE's standalone client, which connects only to a primary. */
@Tag("slow")
class GlideTest {

  @TempDir static Path directory;

  private static GlideClientConfiguration configuration(ServerFixture fixture) {
    NodeAddress address =
        NodeAddress.builder().host("127.0.0.1").port(fixture.address().getPort()).build();
    return GlideClientConfiguration.builder().address(address).requestTimeout(60_000).build();
  }

  @Test
  void standaloneClientGetsIdsAndNumbers() throws Exception {
    try (ServerFixture fixture =
            new ServerFixture(directory, SegmentSource.inMemory(), settings -> settings);
        GlideClient client = GlideClient.createClient(configuration(fixture)).get(1, MINUTES)) {
      assertThat(client.customCommand(new String[] {"GETID"}).get(1, MINUTES))
          .isInstanceOfSatisfying(Long.class, id -> assertThat(id).isPositive());
      assertThat(client.customCommand(new String[] {"NEXTID", "glide"}).get(1, MINUTES))
          .isEqualTo(1L);
    }
  }
}
