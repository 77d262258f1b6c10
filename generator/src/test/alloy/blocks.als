/*
 * Jobs claim ticks of lanes and record under which name they have them. A write may be the last of
 * its process, its answer may be lost, and it may happen late or beside those of others: so any
 * number of claims and inserts happen, in any order, and a job uses what it may. That lanes of
 * blocks are used by nobody else is in past. Neither a clock nor forgetting is in this model.
 */
module blocks

open util/ordering[Event] as events
open util/ordering[Tick] as ticks

sig Lane {}
sig Tick {}
sig Name {}

/* What the records say before an event. */
abstract sig Event {
  bound: Lane -> lone Tick, /* the last claimed tick of a lane */
  named: Name -> lone Claim
}

sig Claim extends Event { on: one Lane, start: one Tick, end: one Tick } { start.lte[end] }

/* The name is written that a claim has. */
sig Insert extends Event { written: one Claim, with: one Name }

/* A job gets the block of a name, as the records are before an event, and its ids leave. */
sig Use { at: one Event, used: one Claim, under: one Name }

fact {
  no events/first.bound
  no events/first.named
  all e: Claim - events/last | e.next.named = e.named
  all e: Insert - events/last | e.next.bound = e.bound
}

pred boundsAreRaised { all e: Claim - events/last | e.next.bound = e.bound ++ e.on -> e.end }

/* The write is conditional, so the claim is beyond what the record says when it is written. */
pred claimsAreBeyondTheBound { all e: Claim | e.bound[e.on].lt[e.start] or no e.bound[e.on] }

/* Of two inserts of a name the second changes nothing. */
pred insertsAreConditional {
  all e: Insert - events/last |
    e.next.named = (some e.named[e.with] implies e.named else e.named + e.with -> e.written)
}

pred claimsHaveOneName { all disj i, j: Insert | i.written = j.written implies i.with = j.with }

/* A job returns what it read, or what it inserted itself, which is the same. */
pred blocksAreUsedUnderTheirNames { all u: Use | u.at.named[u.under] = u.used }

pred overlap[c, d: Claim] { c.on = d.on and c.start.lte[d.end] and d.start.lte[c.end] }

pred unique { all u, v: Use | (u.used != v.used or u.under != v.under) implies not overlap[u.used, v.used] }

pred same { all u, v: Use | u.under = v.under implies u.used = v.used }

/* The model has something to say: two names with blocks on one lane. */
blocksOfNames: run {
  boundsAreRaised and claimsAreBeyondTheBound and insertsAreConditional
  claimsHaveOneName and blocksAreUsedUnderTheirNames
  #Use.used = 2 and #Use.under = 2 and #Use.used.on = 1
} for 2 but 6 Event, 3 Claim, 3 Tick expect 1

idsAreUniqueAndNamesMeanOneBlock: check {
  (boundsAreRaised and claimsAreBeyondTheBound and insertsAreConditional
    and claimsHaveOneName and blocksAreUsedUnderTheirNames) implies (unique and same)
} for 2 but 5 Event, 3 Insert, 1 Lane, 2 Tick expect 0

/* Twins: each leaves out one of the facts. */

twinTicksAreReusedAfterACrash: check {
  (claimsAreBeyondTheBound and insertsAreConditional
    and claimsHaveOneName and blocksAreUsedUnderTheirNames) implies (unique and same)
} for 2 but 5 Event, 3 Insert, 1 Lane, 2 Tick expect 1

twinUnconditionalClaim: check {
  (boundsAreRaised and insertsAreConditional
    and claimsHaveOneName and blocksAreUsedUnderTheirNames) implies (unique and same)
} for 2 but 5 Event, 3 Insert, 1 Lane, 2 Tick expect 1

twinNameIsWrittenOver: check {
  (boundsAreRaised and claimsAreBeyondTheBound
    and claimsHaveOneName and blocksAreUsedUnderTheirNames) implies (unique and same)
} for 2 but 5 Event, 3 Insert, 1 Lane, 2 Tick expect 1

twinBlockIsUsedBeforeItsName: check {
  (boundsAreRaised and claimsAreBeyondTheBound and insertsAreConditional
    and claimsHaveOneName) implies (unique and same)
} for 2 but 5 Event, 3 Insert, 1 Lane, 2 Tick expect 1

twinTwoNamesForOneClaim: check {
  (boundsAreRaised and claimsAreBeyondTheBound and insertsAreConditional
    and blocksAreUsedUnderTheirNames) implies (unique and same)
} for 2 but 5 Event, 3 Insert, 1 Lane, 2 Tick expect 1
