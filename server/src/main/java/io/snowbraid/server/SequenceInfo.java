package io.snowbraid.server;

import io.snowbraid.sequence.SequenceStatus;
import io.snowbraid.sequence.Sequences;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Describes the numbers per key for INFO. Clients put the lines of all sections into one map, so
 * each name begins with the section's.
 */
record SequenceInfo(Sequences sequences, Statistics statistics) {

  Map<String, Object> values() {
    SequenceStatus status = sequences.status();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("sequence_id", status.id());
    sequences.members().stream()
        .limit(1)
        .forEach(self -> values.put("sequence_address", self.address()));
    values.put("sequence_servers", sequences.members().size());
    values.put("sequence_slots", status.slots());
    values.put("sequence_slots_damaged", status.slotsDamaged());
    values.put("sequence_slots_taken", status.slotsTaken());
    values.put("sequence_slots_given", status.slotsGiven());
    values.put("sequence_slots_received", status.slotsReceived());
    values.put("sequence_keys", status.keys());
    values.put("sequence_keys_forgotten", status.keysForgotten());
    values.put("sequence_issued", status.issued());
    values.put("sequence_raises", status.raises());
    values.put("sequence_raise_writes", status.raiseWrites());
    values.put("sequence_restarts", status.restarts());
    values.put("sequence_lease_remaining_ms", status.leaseRemaining().toMillis());
    values.put("sequence_waits", statistics.keyWaits());
    values.put("sequence_redirections", statistics.redirected());
    values.put("sequence_store_failure", ErrorText.line(status.storeFailure().orElse("")));
    return values;
  }
}
