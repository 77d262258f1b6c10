/*
 * One worker that passes from holder to holder, at times without the last one's knowledge. Each
 * grant is an interval of one lane's time; a holder that slept for long may still use its own up.
 * No clock is in this model: what makes ids unique does not rest on one.
 */
module lease

open util/ordering[Tick]

sig Tick {}
sig Lane {}
sig Number {}

sig Grant { lane: one Lane, from: one Tick, till: one Tick } { lt[from, till] }
sig Id { by: one Grant, at: one Tick, number: one Number }

/* A new holder starts each lane after the horizon of the one before. */
pred grantsAreDisjoint {
  all disj a, b: Grant | a.lane = b.lane implies lte[a.till, b.from] or lte[b.till, a.from]
}

pred idsStandBehindTheStart { all i: Id | lte[i.by.from, i.at] }

pred idsStandBeforeTheHorizon { all i: Id | lt[i.at, i.by.till] }

pred eachHolderIsUniqueByItself { all disj i, j: Id | i.by = j.by implies differ[i, j] }

pred differ[i, j: Id] { not (i.by.lane = j.by.lane and i.at = j.at and i.number = j.number) }

pred unique { all disj i, j: Id | differ[i, j] }

/* The model has something to say: three holders take turns on two lanes. */
takesTurns: run {
  grantsAreDisjoint and idsStandBehindTheStart and idsStandBeforeTheHorizon
  eachHolderIsUniqueByItself
  Id.by = Grant and Grant.lane = Lane
  #Grant = 3 and #Lane = 2
} for 6 expect 1

idsAreUnique: check {
  (grantsAreDisjoint and idsStandBehindTheStart and idsStandBeforeTheHorizon
    and eachHolderIsUniqueByItself) implies unique
} for 7 expect 0

/* Twins: each leaves out one of the facts. */

twinOverlappingGrants: check {
  (idsStandBehindTheStart and idsStandBeforeTheHorizon and eachHolderIsUniqueByItself)
    implies unique
} for 7 expect 1

twinNoStart: check {
  (grantsAreDisjoint and idsStandBeforeTheHorizon and eachHolderIsUniqueByItself) implies unique
} for 7 expect 1

twinNoHorizon: check {
  (grantsAreDisjoint and idsStandBehindTheStart and eachHolderIsUniqueByItself) implies unique
} for 7 expect 1

twinRacingHolder: check {
  (grantsAreDisjoint and idsStandBehindTheStart and idsStandBeforeTheHorizon) implies unique
} for 7 expect 1
