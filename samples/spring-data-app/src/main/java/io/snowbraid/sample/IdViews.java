package io.snowbraid.sample;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import org.springframework.stereotype.Component;

/** Takes ids apart for templates. */
@Component("idViews")
class IdViews {

  private final Layout layout;

  IdViews(Snowflake ids) {
    this.layout = ids.layout();
  }

  public IdView of(long id) {
    return IdView.of(id, layout);
  }
}
