package io.snowbraid.server;

import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.KeyedStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Describes the numbers per key for INFO. Clients put the lines of all sections into one map, so
 * each name begins with the section's.
 */
record KeyedInfo(KeyedNumbers keyed, Statistics statistics) {

  Map<String, Object> values() {
    KeyedStatus status = keyed.status();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("keyed_id", status.id());
    keyed.members().stream().limit(1).forEach(self -> values.put("keyed_address", self.address()));
    values.put("keyed_servers", keyed.members().size());
    values.put("keyed_slots", status.slots());
    values.put("keyed_slots_damaged", status.slotsDamaged());
    values.put("keyed_slots_taken", status.slotsTaken());
    values.put("keyed_slots_given", status.slotsGiven());
    values.put("keyed_slots_received", status.slotsReceived());
    values.put("keyed_keys", status.keys());
    values.put("keyed_keys_forgotten", status.keysForgotten());
    values.put("keyed_issued", status.issued());
    values.put("keyed_raises", status.raises());
    values.put("keyed_raise_writes", status.raiseWrites());
    values.put("keyed_restarts", status.restarts());
    values.put("keyed_lease_remaining_ms", status.leaseRemaining().toMillis());
    values.put("keyed_waits", statistics.keyWaits());
    values.put("keyed_redirections", statistics.redirected());
    values.put("keyed_store_failure", ErrorText.line(status.storeFailure().orElse("")));
    return values;
  }
}
