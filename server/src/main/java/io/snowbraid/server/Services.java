package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;

/**
 * What all connections share.
 *
 * @param waitingForIds draws of ids, apart from those of tags so that neither wait for the other
 */
record Services(
    Snowflake ids,
    SegmentGenerators segments,
    ServerLimits limits,
    Authenticator authenticator,
    WaitingDraws waitingForIds,
    WaitingDraws waitingForTags,
    Statistics statistics,
    ServerInfo info) {}
