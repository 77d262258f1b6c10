package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.loop.WaitingDraws;

/**
 * What all connections share.
 *
 * @param waitingForIds draws of ids, apart from those of tags so that neither wait for the other
 * @param waitingForStore calls to stores other than draws
 * @param waitingForNoStore calls that take long, but must not wait for a store that hangs
 */
record Services(
    Snowflake ids,
    SegmentGenerators segments,
    ServerLimits limits,
    Authenticator authenticator,
    WaitingDraws waitingForIds,
    WaitingDraws waitingForTags,
    WaitingDraws waitingForStore,
    WaitingDraws waitingForNoStore,
    Statistics statistics,
    ServerInfo info) {}
