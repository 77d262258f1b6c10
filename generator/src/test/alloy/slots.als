/*
 * One slot that passes from server to server. Its row, and the rows of the servers, change by
 * conditional writes; a write that was sent is done at any time later, or never, and its sender
 * learns of it or does not. Who issued once may do so at any time, as if it slept: no clock is in
 * this model. That a server stops in time is a fact of its own, which only the order depends on.
 *
 * What is promised is proved by induction, from any state that is sound to the next, so for
 * histories of any length. Twins have to find a history.
 */
module slots

open util/ordering[Number] as numbers
open util/ordering[Event] as events

sig Server {}
sig Number {}

/* No two writes leave the same row; that is what its version is for. */
sig Row { bound: one Number, holder: lone Server }

abstract sig Write extends Row { by: one Server, from: one Row }

/* The first write of a tenure: of a slot that is free, was handed over, or is taken. */
sig Begin extends Write {}
sig Raise extends Write {}
sig HandOver extends Write {}

/* What a renewal leaves in the row of a server. */
sig Stamp { of: one Server, old: lone Stamp }

/* What is so before an event. */
abstract sig Event {
  row: one Row,
  past: set Row, /* what was stored, now or earlier */
  sent: set Write,
  stamp: Server -> lone Stamp, /* none if the server has ended */
  mine: Server -> lone Row, /* the row that a server knows to be its own */
  highest: Server -> lone Number, /* that it issued, or where its tenure began */
  frozen: set Server, /* who sent a hand-over and does not know what became of it */
  issued: set Number
}

sig Send extends Event { write: one Write }
sig Done extends Event { done: one Write }
sig Answered in Done {}
sig Renewal extends Event { fresh: one Stamp }
sig End extends Event { ended: one Server }
sig Read extends Event { reader: one Server }
sig Issue extends Event { server: one Server, number: one Number }

fact writes {
  all w: Begin + Raise | w.holder = w.by and numbers/lt[w.from.bound, w.bound]
  all h: HandOver | some h.holder and h.holder != h.by
}

/* The store. */

fact storeChanges {
  all e: Event - events/last {
    e.next.row = (e in Done implies e.done else e.row)
    e.next.past = e.past + e.next.row
    e.next.sent = e.sent + e.write
    e.next.stamp =
      (e in Renewal implies e.stamp ++ e.fresh.of -> e.fresh else e.stamp - e.ended -> Stamp)
    e.next.issued = e.issued + e.number
  }
  all d: Done | d.done in d.sent - d.past
}

pred writesFindTheHolder { all d: Done | d.row.holder = d.done.from.holder }

pred writesFindTheVersion { all d: Done | d.row = d.done.from }

pred renewalsFindTheStamp { all r: Renewal | r.stamp[r.fresh.of] = r.fresh.old }

/* What a sender knows. */
fact sendersKnowWhatTheyReplace {
  all s: Send {
    s.write not in s.sent
    s.write in Begin implies s.write.from in s.past
    s.write in Raise + HandOver implies s.write.from = s.mine[s.write.by]
  }
  all r: Renewal | some r.fresh.old and r.fresh.old.of = r.fresh.of
}

/* The reader finds what it wrote itself, without an answer, since it last knew its row. */
pred recognizes[r: Read] {
  r.row in Begin + Raise and r.row.by = r.reader and r.row.from = r.mine[r.reader]
}

fun succeeds[e: Event]: set Write { (e & Answered).done & (Begin + Raise) }
fun gives[e: Event]: set Write { (e & Answered).done & HandOver }

fact serversLearn {
  all e: Event - events/last {
    e.next.mine =
      (some succeeds[e] implies e.mine ++ e.done.by -> e.done
        else some gives[e] implies e.mine - e.done.by -> Row
        else e in Read and recognizes[e] implies e.mine ++ e.reader -> e.row
        else e in Read and e.row.holder != e.reader implies e.mine - e.reader -> Row
        else e.mine)
    e.next.highest =
      (e in Issue implies e.highest ++ e.server -> e.number
        else some succeeds[e] & Begin implies e.highest ++ e.done.by -> e.done.from.bound
        else e.highest)
  }
  all i: Issue | some i.mine[i.server] and i.server not in i.frozen
}

/* What servers have to keep to. */

pred numbersAreAboveTheHighest { all i: Issue | numbers/gt[i.number, i.highest[i.server]] }

pred numbersAreWithinTheBound { all i: Issue | numbers/lte[i.number, i.mine[i.server].bound] }

pred handOversAreExact {
  all s: Send | s.write in HandOver implies s.write.bound = s.highest[s.write.by]
}

pred handOversFreeze {
  all s: Send - events/last | s.write in HandOver implies s.write.by in s.next.frozen
}

/* A newer write of its own has succeeded. */
fun thaws[e: Event]: set Server {
  succeeds[e].by + { s: Server | e in Read and e.reader = s and recognizes[e] }
}

fun unchanged[e: Event]: set Server { (e & Read).reader & e.row.holder }

pred freezesLast { all e: Event - events/last | e.frozen - thaws[e] in e.next.frozen }

pred freezesEndIfTheRowIsUnchanged {
  all e: Event - events/last | e.frozen - thaws[e] - unchanged[e] in e.next.frozen
}

pred takesFollowAnEnd {
  all s: Send | s.write in Begin implies no s.stamp[s.write.from.holder - s.write.by]
}

/* What depends on clocks: whoever was ended issues nothing any more. */
pred holdersStopInTime { all i: Issue | some i.stamp[i.server] }

pred conditional { writesFindTheVersion and renewalsFindTheStamp }

pred bounded { numbersAreAboveTheHighest and numbersAreWithinTheBound }

pred handsOver { handOversAreExact and handOversFreeze and freezesLast }

pred rules { conditional and bounded and handsOver }

pred ordered { takesFollowAnEnd and holdersStopInTime }

/* What is promised, of each event. */

pred unique { all i: Issue | i.number not in i.issued }

pred rising { all i: Issue, n: i.issued | numbers/lt[n, i.number] }

pred endedStaysEnded {
  all e: Event - events/last, s: Server | no e.stamp[s] implies no e.next.stamp[s]
}

fun issuers[e: Event]: set Server { (e.mine.Row & e.stamp.Stamp) - e.frozen }

pred oneIssuer { all e: Event | lone issuers[e] }

/* Where histories begin. */
pred begins[e: Event] {
  e.past = e.row and no e.row & Write and no e.sent and no e.frozen and no e.issued
  e.mine in e.row.holder -> e.row
  all s: Server | one e.stamp[s] and e.stamp[s].of = s and no e.stamp[s].old
  all s: e.mine.Row | some e.highest[s] and numbers/lte[e.highest[s], e.row.bound]
}

/* What holds at all times. */

pred isChain[e: Event] {
  e.row in e.past and e.past & Write in e.sent and e.sent.from in e.past
  all w: e.past & Write | w.from in e.past - e.row
  all w: e.sent - Begin | w.from.holder = w.by
}

/* No write that was sent from a row meets another holder of it than its sender. */
pred writesAreOfHolders[e: Event] {
  all w: e.sent - Begin | w.from = e.row implies e.mine[w.by] = e.row
  all h: e.sent & HandOver | h.from = e.row implies h.by in e.frozen and h.bound = e.highest[h.by]
}

pred knowsItsRow[e: Event, s: Server] {
  e.mine[s] in e.past and e.mine[s].holder = s
  some e.highest[s] and numbers/lte[e.highest[s], e.mine[s].bound]
}

/* Who holds the slot, whether it knows its last write or not. */
pred holds[e: Event, s: Server] {
  some e.mine[s]
  e.mine[s] = e.row or (e.row in Begin + Raise and e.row.by = s and e.row.from = e.mine[s])
}

fun active[e: Event]: set Server { e.mine.Row - e.frozen }

pred holderIsAheadOfAll[e: Event] {
  all s: Server | holds[e, s] implies {
    all n: e.issued | numbers/lte[n, e.highest[s]]
    all t: active[e] - s | numbers/lte[e.mine[t].bound, e.highest[s]]
  }
}

/* Numbers that servers have in hand are covered, not issued, and in nobody else's hand. */
pred handsAreApart[e: Event] {
  all s: active[e] {
    numbers/lte[e.mine[s].bound, e.row.bound]
    all n: e.issued | numbers/lte[n, e.highest[s]] or numbers/gt[n, e.mine[s].bound]
    all t: active[e] - s |
      numbers/lte[e.mine[s].bound, e.highest[t]] or numbers/lte[e.mine[t].bound, e.highest[s]]
  }
}

pred knowTheirRows[e: Event] { all s: e.mine.Row | knowsItsRow[e, s] }

pred boundCovers[e: Event] { all n: e.issued | numbers/lte[n, e.row.bound] }

pred sound[e: Event] {
  isChain[e] and writesAreOfHolders[e] and holderIsAheadOfAll[e] and handsAreApart[e]
  knowTheirRows[e] and boundCovers[e]
}

/* If holders stop in time, whoever may issue is the holder. */
pred isOnlyIssuer[e: Event] {
  all b: e.sent & Begin | no e.stamp[b.from.holder - b.by]
  all s: issuers[e] | e.row.holder = s and all n: e.issued | numbers/lte[n, e.highest[s]]
}

pred soundInTime[e: Event] { sound[e] and isOnlyIssuer[e] }

/* The model has something to say: the answer of a hand-over is lost, and the next one issues. */
handOverIsDoneWithoutAnAnswer: run {
  begins[events/first] and rules and ordered
  some i, j: Issue, d: Done - Answered {
    events/lt[i, d] and events/lt[d, j] and d.done in HandOver and i.server != j.server
  }
} for 3 but 6 Event, 2 Server, 2 Stamp, 2 Send, 2 Done, 2 Issue expect 1

/* A server that is ended while it sleeps; the next one raises the bound and issues. */
takeFollowsAnEnd: run {
  begins[events/first] and rules and ordered
  some i, j: Issue, e: End | i.server in e.ended and events/lt[i, e] and events/lt[e, j]
} for 4 but 6 Event, 2 Server, 2 Row, 1 Send, 1 Done expect 1

beginningIsSound: check {
  all e: Event | begins[e] implies soundInTime[e]
} for 4 but 1 Event expect 0

chainLasts: check {
  (sound[events/first] and rules) implies isChain[events/last]
} for 4 but 2 Event, 3 Server, 1 Stamp expect 0

writesStayThoseOfHolders: check {
  (sound[events/first] and rules) implies writesAreOfHolders[events/last]
} for 4 but 2 Event, 3 Server, 1 Stamp expect 0

holderStaysAhead: check {
  (sound[events/first] and rules) implies holderIsAheadOfAll[events/last]
} for 4 but 2 Event, 3 Server, 1 Stamp expect 0

handsStayApart: check {
  (sound[events/first] and rules) implies handsAreApart[events/last]
} for 4 but 2 Event, 3 Server, 1 Stamp expect 0

serversKnowTheirRows: check {
  (sound[events/first] and rules) implies knowTheirRows[events/last]
} for 4 but 2 Event, 3 Server, 1 Stamp expect 0

boundCoversIssued: check {
  (sound[events/first] and rules) implies boundCovers[events/last]
} for 4 but 2 Event, 3 Server, 1 Stamp expect 0

holderStaysInTime: check {
  (soundInTime[events/first] and rules and ordered) implies isOnlyIssuer[events/last]
} for 4 but 2 Event, 3 Server, 3 Stamp expect 0

numbersAreUnique: check {
  (sound[events/first] and bounded) implies unique
} for 4 but 1 Event, 3 Server, 1 Stamp expect 0

numbersRise: check {
  (soundInTime[events/first] and bounded and ordered) implies rising and oneIssuer
} for 4 but 1 Event, 3 Server, 3 Stamp expect 0

endedServersAreNotRenewed: check {
  renewalsFindTheStamp implies endedStaysEnded
} for 4 but 2 Event expect 0

/* Where to look for a history: a hand-over is sent, its sender goes on, and then it is done. */
pred handOverIsLate {
  let sent = events/first, read = sent.next, on = read.next, late = on.next, begin = late.next {
    sent.write in HandOver and read in Read and on in Issue and late.done = sent.write
    begin.write in Begin and begin.next.done = begin.write and begin.next in Answered
  }
}

/* Twins: each leaves out or breaks one of the facts. */

twinBoundAfterUse: check {
  (begins[events/first] and conditional and numbersAreAboveTheHighest and handsOver) implies unique
} for 4 but 5 Event, 2 Server, 2 Row, 2 Stamp expect 1

twinNumbersRepeat: check {
  (begins[events/first] and conditional and numbersAreWithinTheBound and handsOver) implies unique
} for 4 but 3 Event, 2 Server, 2 Row, 2 Stamp expect 1

twinTakeWithoutVersion: check {
  (begins[events/first] and writesFindTheHolder and bounded and handsOver) implies unique
} for 4 but 7 Event, 2 Server, 3 Row, 2 Stamp expect 1

twinResumeAfterARead: check {
  (begins[events/first] and conditional and bounded and handOversAreExact and handOversFreeze
    and freezesEndIfTheRowIsUnchanged and handOverIsLate) implies unique
} for 3 but 7 Event, 2 Server, 2 Stamp, 2 Send, 2 Done, 2 Issue, 1 Read expect 1

twinHandOverDoesNotFreeze: check {
  (begins[events/first] and conditional and bounded and handOversAreExact) implies unique
} for 3 but 6 Event, 2 Server, 2 Stamp, 2 Send, 2 Done, 2 Issue expect 1

twinHandOverIsNotExact: check {
  (begins[events/first] and conditional and bounded and handOversFreeze and freezesLast) implies unique
} for 3 but 6 Event, 2 Server, 2 Stamp, 2 Send, 2 Done, 2 Issue expect 1

/* Twins of the order. The first and the last look for a slot that is taken from a sleeper. */

pred slotIsTaken {
  let end = events/first, begin = end.next, is = begin.next {
    end in End and begin.write in Begin and is.done = begin.write and is in Answered
    is.next in Issue
  }
}

twinEndedServerIsRenewed: check {
  (begins[events/first] and writesFindTheVersion and bounded and handsOver and ordered
    and slotIsTaken) implies rising
} for 4 but 7 Event, 2 Server, 2 Row, 3 Stamp expect 1

twinTakeFromALivingServer: check {
  (begins[events/first] and rules and holdersStopInTime) implies rising
} for 4 but 5 Event, 2 Server, 2 Row, 2 Stamp expect 1

twinHolderThatDoesNotStop: check {
  (begins[events/first] and rules and takesFollowAnEnd and slotIsTaken) implies rising
} for 4 but 6 Event, 2 Server, 2 Row, 2 Stamp expect 1
