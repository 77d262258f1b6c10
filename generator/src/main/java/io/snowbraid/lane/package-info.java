/**
 * The lane rule and its state: which lane issues the next id, and which ticks to request as a
 * grant.
 *
 * <p>Nothing here reads a clock, waits, or calls a store. {@link io.snowbraid.lane.LaneRule} and
 * {@link io.snowbraid.lane.GrantPlan} are pure functions of a {@link io.snowbraid.lane.LaneTable}
 * and a clock reading. {@link io.snowbraid.lane.PastTicks} is the state of a lane for past ids. The
 * package is not exported.
 */
@NullMarked
package io.snowbraid.lane;

import org.jspecify.annotations.NullMarked;
