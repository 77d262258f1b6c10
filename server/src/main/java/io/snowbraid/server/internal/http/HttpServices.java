package io.snowbraid.server.internal.http;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.internal.loop.WaitingDraws;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all connections share.
 *
 * @param keys the numbers per key; null if they are not served
 * @param maxIds how many ids a request may ask for
 * @param maxRequestBytes the most bytes of a request's body; half of it of its line and its headers
 * @param waitingForStore calls to stores other than draws
 * @param waitingForNoStore calls that take long, but must not wait for a store that hangs
 * @param isDraining whether the server is being closed
 * @param counts what the whole server counts
 * @param refusals what clients were refused, and why connections failed
 */
public record HttpServices(
    Snowflake ids,
    SegmentGenerators segments,
    @Nullable KeyNumbers keys,
    int maxIds,
    int maxRequestBytes,
    WaitingDraws waitingForIds,
    WaitingDraws waitingForTags,
    WaitingDraws waitingForStore,
    WaitingDraws waitingForNoStore,
    Passwords passwords,
    BooleanSupplier isDraining,
    Supplier<ServerCounts> counts,
    RefusalLog refusals,
    HttpStatistics statistics,
    InstantSource clock,
    LongSupplier nanoTime) {}
