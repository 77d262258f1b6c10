package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.internal.loop.WaitingDraws;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What all connections share.
 *
 * @param keyed the numbers per key; null if they are not served
 * @param keyedWait how long a call waits for a number per key that cannot be issued now
 * @param waitingForIds draws of ids, apart from those of tags so that neither wait for the other
 * @param waitingForStore calls to stores other than draws
 * @param waitingForNoStore calls that take long, but must not wait for a store that hangs
 */
record Services(
    Snowflake ids,
    SegmentGenerators segments,
    @Nullable KeyedNumbers keyed,
    Duration keyedWait,
    ServerLimits limits,
    Authenticator authenticator,
    WaitingDraws waitingForIds,
    WaitingDraws waitingForTags,
    WaitingDraws waitingForStore,
    WaitingDraws waitingForNoStore,
    Statistics statistics,
    ServerInfo info) {}
