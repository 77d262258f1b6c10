package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Takes ids apart. */
@Controller
class IdPages {

  private final Snowflake ids;
  private final CityRepository cities;

  IdPages(Snowflake ids, CityRepository cities) {
    this.ids = ids;
    this.cities = cities;
  }

  @GetMapping("/id")
  String page(@RequestParam(defaultValue = "") String id, Model model) {
    model.addAttribute("text", id);
    if (!id.isBlank()) {
      try {
        long number = IdReader.read(id);
        model.addAttribute("view", IdView.of(number, ids.layout()));
        cities
            .findWithCountry(number)
            .map(CityRow::of)
            .ifPresent(row -> model.addAttribute("city", row));
      } catch (IllegalArgumentException e) {
        model.addAttribute("problem", e.getMessage());
      }
    }
    return "id";
  }

  @PostMapping("/id")
  String issue() {
    return "redirect:/id?id=" + ids.nextId();
  }
}
