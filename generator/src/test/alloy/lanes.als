/*
 * One worker with several lanes. It issues ids and is restarted now and then, in any order; its
 * clock reads anything at any time.
 */
module lanes

open util/ordering[Tick] as ticks
open util/ordering[Lane] as lanes
open util/ordering[Number] as numbers
open util/ordering[Event] as events

sig Tick {}
sig Lane {}
sig Number {}

/* What is known before an event. */
abstract sig Event {
  last: Lane -> lone Tick, /* where each lane stands, in memory; nowhere if it is unused */
  used: Lane -> Number, /* which sequence numbers of that tick are used up */
  bound: Lane -> lone Tick /* the durable bound of each lane; all that a restart remembers */
}

sig Issue extends Event { clock: one Tick, lane: one Lane, tick: one Tick, number: one Number }

sig Restart extends Event {}

/* Whether a tick comes before another; nowhere comes before every tick. */
pred earlier[a, b: lone Tick] { some b and (no a or ticks/lt[a, b]) }

/* A lane passes a tick only once: it can go on there or later, as long as it has room. */
pred free[e: Event, l: Lane, t: Tick] {
  earlier[e.last[l], t] or (e.last[l] = t and numbers/last not in e.used[l])
}

pred laneIsFree { all i: Issue | free[i, i.lane, i.tick] }

/* The lane that stands latest without being past now, among equals the lowest. */
pred laneIsTheLatest {
  all i: Issue | i.tick = i.clock implies
    all other: Lane - i.lane | free[i, other, i.clock] implies
      earlier[i.last[other], i.last[i.lane]]
        or (i.last[other] = i.last[i.lane] and lanes/lt[i.lane, other])
}

/* Ids carry the clock's tick, or a later one if they lead. */
pred ticksDoNotLag { all i: Issue | ticks/lte[i.clock, i.tick] }

pred numbersRise {
  all i: Issue | i.tick = i.last[i.lane] implies
    all n: i.used[i.lane] | numbers/lt[n, i.number]
}

/* The durable bound moves before the first id that it covers leaves, and may run ahead. */
pred boundCoversIds { all i: Issue | i.tick in i.bound[i.lane].*ticks/prev }

pred boundNeverFalls {
  all e: Event - events/last, l: Lane |
    some e.bound[l] implies ticks/lte[e.bound[l], e.next.bound[l]] and some e.next.bound[l]
}

fact starts { no events/first.last and no events/first.used }

fact issues {
  all i: Issue - events/last | let result = i.next {
    result.last = i.last ++ i.lane -> i.tick
    result.used[i.lane] = i.number + (i.tick = i.last[i.lane] implies i.used[i.lane] else none)
    all other: Lane - i.lane | result.used[other] = i.used[other]
  }
}

/* Numbers are unknown after a restart, so each lane counts as full on its bound. */
pred restartsFromTheBound {
  all r: Restart - events/last | r.next.last = r.bound and r.next.used = Lane -> Number
}

pred restartsWithTheBoundForgotten { all r: Restart - events/last | no r.next.last }

pred restartsOnTheBoundsTick {
  all r: Restart - events/last | r.next.last = r.bound and no r.next.used
}

pred rule { laneIsFree and laneIsTheLatest and ticksDoNotLag and numbersRise }

pred durable { boundCoversIds and boundNeverFalls and restartsFromTheBound }

pred unique {
  all disj i, j: Issue | not (i.lane = j.lane and i.tick = j.tick and i.number = j.number)
}

/* The model has something to say: a clock that swings uses two lanes, across a restart. */
swingsOnTwoLanes: run {
  rule and durable
  some a, b, c: Issue {
    events/lt[a, b] and events/lt[b, Restart] and events/lt[Restart, c]
    a.lane != b.lane and ticks/lt[b.clock, a.clock] and ticks/lt[b.clock, c.clock]
  }
  Issue.lane = Lane
  one Restart
} for 2 but 4 Tick, 5 Event expect 1

idsAreUnique: check { (rule and durable) implies unique } for 2 but 4 Tick, 5 Event expect 0

/* Which lane is taken is a matter of order, not of uniqueness. */
idsAreUniqueOnAnyFreeLane: check {
  (laneIsFree and numbersRise and durable) implies unique
} for 2 but 4 Tick, 5 Event expect 0

/* Twins of uniqueness: each leaves out or breaks one of the facts. */

twinNoLastTick: check {
  (laneIsTheLatest and ticksDoNotLag and numbersRise and durable) implies unique
} for 3 but 4 Tick, 5 Event expect 1

twinNumbersRepeat: check {
  (laneIsFree and laneIsTheLatest and ticksDoNotLag and durable) implies unique
} for 3 but 4 Tick, 5 Event expect 1

twinBoundDropped: check {
  (rule and boundNeverFalls and restartsFromTheBound) implies unique
} for 3 but 4 Tick, 5 Event expect 1

twinBoundFalls: check {
  (rule and boundCoversIds and restartsFromTheBound) implies unique
} for 3 but 4 Tick, 5 Event expect 1

twinBoundForgotten: check {
  (rule and boundCoversIds and boundNeverFalls and restartsWithTheBoundForgotten) implies unique
} for 3 but 4 Tick, 5 Event expect 1

twinRestartOnTheBoundsTick: check {
  (rule and boundCoversIds and boundNeverFalls and restartsOnTheBoundsTick) implies unique
} for 3 but 4 Tick, 5 Event expect 1

/* Ids rise by tick, lane and number while the clock neither goes back nor is led. */

pred clockRunsOn {
  no Restart
  all i: Issue | i.tick = i.clock
  all i, j: Issue | events/lt[i, j] implies ticks/lte[i.clock, j.clock]
}

pred rising {
  all i, j: Issue | events/lt[i, j] implies
    ticks/lt[i.tick, j.tick] or (i.tick = j.tick and
      (lanes/lt[i.lane, j.lane] or (i.lane = j.lane and numbers/lt[i.number, j.number])))
}

idsRise: check { (rule and clockRunsOn) implies rising } for 3 but 4 Tick, 5 Event expect 0

twinAnyFreeLane: check {
  (laneIsFree and ticksDoNotLag and numbersRise and clockRunsOn) implies rising
} for 3 but 4 Tick, 5 Event expect 1
