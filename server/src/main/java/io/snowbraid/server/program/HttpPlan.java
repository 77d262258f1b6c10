package io.snowbraid.server.program;

import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.http.HttpSettings;
import java.util.Optional;

/** Makes the settings of HTTP once there is a store. */
public interface HttpPlan extends AutoCloseable {

  /** Returns the settings; empty if HTTP is not served. */
  Optional<HttpSettings> open(Store store, SegmentGenerators segments);

  /** Ends what runs in the background. */
  @Override
  void close();
}
