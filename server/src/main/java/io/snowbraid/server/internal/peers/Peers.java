package io.snowbraid.server.internal.peers;

import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.http.PeerEndpoints;
import java.util.ArrayList;
import java.util.List;

/** The servers whose endpoints can be served: Leaf, Tinyid and Camellia. */
public final class Peers {

  private Peers() {}

  /** Returns the endpoints that the settings ask for. */
  public static List<PeerEndpoints> of(HttpSettings settings) {
    List<PeerEndpoints> peers = new ArrayList<>();
    if (settings.servesLeaf()) {
      peers.add((routes, services, numbers) -> new LeafApi(numbers).addTo(routes));
    }
    settings
        .camellia()
        .ifPresent(
            camellia ->
                peers.add(
                    (routes, services, numbers) ->
                        CamelliaApi.add(routes, services, numbers, camellia)));
    settings
        .tinyid()
        .ifPresent(
            tinyid ->
                peers.add(
                    (routes, services, numbers) ->
                        new TinyidApi(services, numbers, tinyid).addTo(routes)));
    return peers;
  }
}
