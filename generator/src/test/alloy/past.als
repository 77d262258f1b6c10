/*
 * Jobs claim lanes for ids of the past, while generators lease workers from the same records. A job
 * that crashed and starts again is another run. Who leased a worker may issue on all of its lanes
 * for ever, as if it slept; what makes live ids unique among each other is in lanes and lease. No
 * clock is in this model.
 */
module past

open util/ordering[Event] as events

sig Worker {}
sig Lane {}
sig Tick {}
sig Number {}

/* What the records say before an event. */
abstract sig Event {
  held: set Worker, /* was leased by a generator at least once */
  claimed: Worker -> Lane
}

sig Lease extends Event { leased: one Worker }

/* No run has the claim if the answer was lost, or the process crashed before it came. */
sig Claim extends Event { worker: one Worker, lane: one Lane }

sig Run { by: one Claim }

sig PastId { job: one Run, tick: one Tick, number: one Number }
sig LiveId { lease: one Lease, on: one Lane, at: one Tick, live: one Number }

fact {
  no events/first.held
  no events/first.claimed
  all e: Lease - events/last | e.next.held = e.held + e.leased and e.next.claimed = e.claimed
  all e: Claim - events/last | e.next.held = e.held
}

pred claimsAreRecorded {
  all e: Claim - events/last | e.next.claimed = e.claimed + e.worker -> e.lane
}

/* The write is conditional: of two claims that read the same record, one fails. */
pred claimsAreOfFreeLanes { all e: Claim | e.lane not in e.claimed[e.worker] }

pred claimsAreOfWorkersThatWereNeverHeld { all e: Claim | e.worker not in e.held }

pred leasesAvoidReservedWorkers { all e: Lease | no e.claimed[e.leased] }

pred runsHaveClaimsOfTheirOwn { all disj r, s: Run | r.by != s.by }

pred runsUseEachNumberOnce {
  all disj i, j: PastId | i.job = j.job implies not (i.tick = j.tick and i.number = j.number)
}

pred samePlace[i, j: PastId] {
  i.job.by.worker = j.job.by.worker and i.job.by.lane = j.job.by.lane
  i.tick = j.tick and i.number = j.number
}

pred meets[i: PastId, j: LiveId] {
  i.job.by.worker = j.lease.leased and i.job.by.lane = j.on
  i.tick = j.at and i.number = j.live
}

pred unique {
  no disj i, j: PastId | samePlace[i, j]
  no i: PastId, j: LiveId | meets[i, j]
}

/* The model has something to say: three runs on two workers, beside two leases. */
claimsAndLeases: run {
  claimsAreRecorded and claimsAreOfFreeLanes and claimsAreOfWorkersThatWereNeverHeld
  leasesAvoidReservedWorkers and runsHaveClaimsOfTheirOwn and runsUseEachNumberOnce
  #Run = 3 and #Run.by.worker = 2 and #Lease = 2 and PastId.job = Run and LiveId.lease = Lease
} for 4 but 5 Event expect 1

/* A repeated id is one of two runs, or of a run and a lease, so two of each suffice. */
idsAreUnique: check {
  (claimsAreRecorded and claimsAreOfFreeLanes and claimsAreOfWorkersThatWereNeverHeld
    and leasesAvoidReservedWorkers and runsHaveClaimsOfTheirOwn and runsUseEachNumberOnce)
    implies unique
} for 2 but 5 Event, 1 LiveId expect 0

/* Twins: each leaves out one of the facts. */

twinClaimIsNotRecordedBeforeItsUse: check {
  (claimsAreOfFreeLanes and claimsAreOfWorkersThatWereNeverHeld and leasesAvoidReservedWorkers
    and runsHaveClaimsOfTheirOwn and runsUseEachNumberOnce) implies unique
} for 2 but 5 Event, 1 LiveId expect 1

twinClaimIsReusedAfterACrash: check {
  (claimsAreRecorded and claimsAreOfFreeLanes and claimsAreOfWorkersThatWereNeverHeld
    and leasesAvoidReservedWorkers and runsUseEachNumberOnce) implies unique
} for 2 but 5 Event, 1 LiveId expect 1

twinUnconditionalClaim: check {
  (claimsAreRecorded and claimsAreOfWorkersThatWereNeverHeld and leasesAvoidReservedWorkers
    and runsHaveClaimsOfTheirOwn and runsUseEachNumberOnce) implies unique
} for 2 but 5 Event, 1 LiveId expect 1

twinClaimOfAWorkerThatWasHeld: check {
  (claimsAreRecorded and claimsAreOfFreeLanes and leasesAvoidReservedWorkers
    and runsHaveClaimsOfTheirOwn and runsUseEachNumberOnce) implies unique
} for 2 but 5 Event, 1 LiveId expect 1

twinLeaseOfAReservedWorker: check {
  (claimsAreRecorded and claimsAreOfFreeLanes and claimsAreOfWorkersThatWereNeverHeld
    and runsHaveClaimsOfTheirOwn and runsUseEachNumberOnce) implies unique
} for 2 but 5 Event, 1 LiveId expect 1

twinRunThatForgets: check {
  (claimsAreRecorded and claimsAreOfFreeLanes and claimsAreOfWorkersThatWereNeverHeld
    and leasesAvoidReservedWorkers and runsHaveClaimsOfTheirOwn) implies unique
} for 2 but 5 Event, 1 LiveId expect 1
