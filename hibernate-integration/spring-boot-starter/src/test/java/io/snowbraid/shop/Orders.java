package io.snowbraid.shop;

import io.snowbraid.spring.json.PublicIdText;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

record Order(@PublicIdText("ord") long id, String item) {}

@RestController
class Orders {

  @GetMapping("/orders/{id}")
  Order find(@PathVariable("id") @PublicIdText("ord") long id) {
    return new Order(id, "book");
  }
}
