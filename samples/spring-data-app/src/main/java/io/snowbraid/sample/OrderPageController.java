package io.snowbraid.sample;

import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Serves the page that shows where order numbers come from. */
@Controller
class OrderPageController {

  private final OrderDesk desk;

  OrderPageController(OrderDesk desk) {
    this.desk = desk;
  }

  @GetMapping("/orders")
  String page(Model model) {
    model.addAttribute("counts", List.of(1, 100, OrderDesk.MAX_ORDERS));
    addStatus(model);
    return "orders";
  }

  /** Serves the changing parts of the page. */
  @GetMapping("/orders/status")
  String status(Model model) {
    addStatus(model);
    return "orders :: status";
  }

  private void addStatus(Model model) {
    model.addAttribute("segments", desk.status());
    model.addAttribute("bound", desk.bound());
    model.addAttribute("orders", desk.latest());
  }
}
