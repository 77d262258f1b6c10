package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the page that decodes ids. */
@Controller
class IdPageController {

  private final Snowflake ids;
  private final CityRepository cities;
  private final IdExamples examples;
  private final SecondProcess secondProcess;

  IdPageController(
      Snowflake ids, CityRepository cities, IdExamples examples, SecondProcess secondProcess) {
    this.ids = ids;
    this.cities = cities;
    this.examples = examples;
    this.secondProcess = secondProcess;
  }

  /** Decodes an id; a new one if none is given. */
  @GetMapping("/id")
  String page(@RequestParam(defaultValue = "") String id, Model model) {
    model.addAttribute("text", id);
    model.addAttribute("fresh", id.isBlank());
    model.addAttribute("examples", examples.all());
    model.addAttribute("secondProcessRuns", secondProcess.pid().isPresent());
    try {
      show(id.isBlank() ? ids.nextId() : IdParser.read(id), model);
    } catch (IllegalArgumentException | SnowbraidException e) {
      model.addAttribute("problem", Formats.problem(e));
    }
    return "id";
  }

  private void show(long number, Model model) {
    model.addAttribute("view", IdView.of(number, ids.layout()));
    cities
        .findWithCountry(number)
        .map(CityView::of)
        .ifPresent(row -> model.addAttribute("city", row));
  }
}
