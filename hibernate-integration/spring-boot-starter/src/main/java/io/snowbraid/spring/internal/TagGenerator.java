package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.segment.SegmentGenerators;
import org.springframework.beans.factory.SmartFactoryBean;

/** Makes the bean of one tag at startup, and draws its first numbers. */
final class TagGenerator implements SmartFactoryBean<IdGenerator> {

  private final String tag;
  private final SegmentGenerators numbers;

  /**
   * Called by Spring.
   *
   * @param tag the tag
   * @param numbers issues its numbers
   */
  TagGenerator(String tag, SegmentGenerators numbers) {
    this.tag = tag;
    this.numbers = numbers;
  }

  @Override
  public IdGenerator getObject() {
    numbers.prepare(tag);
    return numbers.generator(tag);
  }

  @Override
  public Class<?> getObjectType() {
    return IdGenerator.class;
  }

  @Override
  public boolean isEagerInit() {
    return true;
  }
}
