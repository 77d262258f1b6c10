package com.example;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.Micronaut;
import java.util.List;
import java.util.stream.IntStream;

/** Two contexts on one database, as two processes would be. */
class Main {

  public static void main(String[] args) {
    try (ApplicationContext first = Micronaut.run(Main.class);
        ApplicationContext second = Micronaut.run(Main.class)) {
      store(first);
      store(second);
      first.getBean(ItemRepository.class).findAll().forEach(item -> System.out.println(item.id()));
    }
  }

  private static void store(ApplicationContext application) {
    ItemRepository items = application.getBean(ItemRepository.class);
    items.save(new Item(null, "one"));
    items.saveAll(IntStream.range(0, 1_000).mapToObj(i -> new Item(null, "item " + i)).toList());
  }
}
