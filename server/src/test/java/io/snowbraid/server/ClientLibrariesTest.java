package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import io.lettuce.core.models.role.RedisMasterInstance;
import io.lettuce.core.models.role.RoleParser;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.snowbraid.segment.SegmentSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.SafeEncoder;

/** Tests with unchanged client libraries. */
class ClientLibrariesTest {

  @TempDir static Path directory;

  private enum Name implements ProtocolCommand {
    GETID,
    MGETID,
    NEXTID,
    MNEXTID;

    @Override
    public byte[] getRaw() {
      return name().getBytes(UTF_8);
    }
  }

  private static ProtocolKeyword keyword(Name name) {
    return new ProtocolKeyword() {
      @Override
      public byte[] getBytes() {
        return name.getRaw();
      }

      @Override
      public String toString() {
        return name.toString();
      }
    };
  }

  private ServerFixture fixture;

  @BeforeEach
  void start() {
    fixture = new ServerFixture(directory, SegmentSource.inMemory(), settings -> settings);
  }

  @AfterEach
  void end() {
    fixture.close();
  }

  /** Begins the settings of a client that waits as long as the machine needs. */
  private static DefaultJedisClientConfig.Builder patient() {
    int minute = (int) Duration.ofMinutes(1).toMillis();
    return DefaultJedisClientConfig.builder().timeoutMillis(minute);
  }

  @ParameterizedTest
  @EnumSource
  void jedisGetsIds(RedisProtocol protocol) {
    HostAndPort address = new HostAndPort("127.0.0.1", fixture.address().getPort());
    DefaultJedisClientConfig config = patient().protocol(protocol).clientName("test").build();
    try (Jedis jedis = new Jedis(address, config)) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThat((Long) jedis.sendCommand(Name.GETID)).isPositive();
      assertThat((List<?>) jedis.sendCommand(Name.MGETID, "10")).hasSize(10);
      assertThat(jedis.sendCommand(Name.NEXTID, protocol.name())).isEqualTo(1L);
      assertThat(jedis.sendCommand(Name.MNEXTID, protocol.name(), "2")).isEqualTo(List.of(2L, 3L));
      assertThat(jedis.clientGetname()).isEqualTo("test");
      assertThat(jedis.info()).contains("server_id:");
      assertThatExceptionOfType(JedisDataException.class)
          .isThrownBy(() -> jedis.get("a"))
          .withMessageStartingWith("ERR unknown command 'GET': this server issues ids");
      assertThat(jedis.sendCommand(Name.NEXTID, protocol.name())).isEqualTo(4L);
    }
  }

  @Test
  void lettuceGetsIds() {
    RedisClient client =
        RedisClient.create(RedisURI.create("127.0.0.1", fixture.address().getPort()));
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      RedisCommands<String, String> redis = connection.sync();
      assertThat(redis.ping()).isEqualTo("PONG");
      assertThat(redis.dispatch(keyword(Name.GETID), new IntegerOutput<>(StringCodec.UTF8)))
          .isPositive();
      CommandArgs<String, String> ten = new CommandArgs<>(StringCodec.UTF8).add(10);
      assertThat(redis.dispatch(keyword(Name.MGETID), new ArrayOutput<>(StringCodec.UTF8), ten))
          .hasSize(10);
      CommandArgs<String, String> tag = new CommandArgs<>(StringCodec.UTF8).add("lettuce");
      assertThat(redis.dispatch(keyword(Name.NEXTID), new IntegerOutput<>(StringCodec.UTF8), tag))
          .isEqualTo(1);
      assertThat(redis.command()).hasSize(20);
      assertThat(redis.info("server")).contains("redis_version:7.0.0");
    } finally {
      client.shutdown();
    }
  }

  @Test
  void jedisSeesAPrimary() {
    HostAndPort address = new HostAndPort("127.0.0.1", fixture.address().getPort());
    try (Jedis jedis = new Jedis(address, patient().build())) {
      assertThat(jedis.role()).isEqualTo(List.of("master", 0L, List.of()));
      assertThat(jedis.info("replication")).contains("role:master\r\n");
    }
  }

  @Test
  void lettuceFindsThePrimary() {
    RedisURI uri = RedisURI.create("127.0.0.1", fixture.address().getPort());
    uri.setTimeout(Duration.ofMinutes(1));
    RedisClient client = RedisClient.create();
    try (StatefulRedisMasterReplicaConnection<String, String> connection =
        MasterReplica.connect(client, StringCodec.UTF8, uri)) {
      connection.setReadFrom(ReadFrom.REPLICA_PREFERRED);
      RedisCommands<String, String> redis = connection.sync();
      assertThat(RoleParser.parse(redis.role()))
          .isInstanceOfSatisfying(
              RedisMasterInstance.class,
              primary -> {
                assertThat(primary.getReplicationOffset()).isZero();
                assertThat(primary.getReplicas()).isEmpty();
              });
      assertThat(redis.dispatch(keyword(Name.GETID), new IntegerOutput<>(StringCodec.UTF8)))
          .isPositive();
    } finally {
      client.shutdown();
    }
  }

  @Test
  void jedisGetsNumbersByAPipelineButNoTransaction() {
    HostAndPort address = new HostAndPort("127.0.0.1", fixture.address().getPort());
    try (Jedis jedis = new Jedis(address, patient().build())) {
      assertThatExceptionOfType(JedisDataException.class)
          .isThrownBy(() -> jedis.multi().exec())
          .withMessageStartingWith("ERR MULTI and EXEC are not supported; ");
      Pipeline pipeline = jedis.pipelined();
      Response<Object> number = pipeline.sendCommand(Name.NEXTID, SafeEncoder.encode("pipeline"));
      pipeline.sendCommand(Name.MGETID, SafeEncoder.encode("2"));
      assertThat(pipeline.syncAndReturnAll()).hasSize(2);
      assertThat(number.get()).isEqualTo(1L);
      assertThat(jedis.sendCommand(Name.NEXTID, "pipeline")).isEqualTo(2L);
    }
  }
}
