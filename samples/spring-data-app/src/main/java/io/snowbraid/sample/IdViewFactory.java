package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import org.springframework.stereotype.Component;

/** Decodes ids for templates. */
@Component("idViews")
class IdViewFactory {

  private final Layout layout;

  IdViewFactory(Snowflake ids) {
    this.layout = ids.layout();
  }

  public IdView of(long id) {
    return IdView.of(id, layout);
  }
}
