package io.snowbraid.sample;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.stereotype.Service;

/** Places orders, and shows where their numbers come from. */
@Service
class OrderDesk {

  static final int MAX_ORDERS = 10_000;

  private final CustomerOrderRepository orders;
  private final SegmentGenerators numbers;
  private final SegmentSource table;

  OrderDesk(CustomerOrderRepository orders, SegmentGenerators numbers, DataSource database) {
    this.orders = orders;
    this.numbers = numbers;
    this.table = JdbcSegmentSource.of(database);
  }

  /**
   * Places orders in one transaction.
   *
   * @return the numbers of the first and the last
   * @throws IllegalArgumentException if the count is out of range
   */
  List<Long> place(int count) {
    if (count < 1 || count > MAX_ORDERS) {
      throw new IllegalArgumentException(
          "count must be between 1 and " + MAX_ORDERS + ": count=" + count);
    }
    List<CustomerOrder> placed = new ArrayList<>();
    Instant now = Instant.now();
    for (int i = 0; i < count; i++) {
      placed.add(new CustomerOrder(now));
    }
    List<CustomerOrder> saved = orders.saveAll(placed);
    return List.of(number(saved.get(0)), number(saved.get(count - 1)));
  }

  private static long number(CustomerOrder order) {
    return Objects.requireNonNull(order.number);
  }

  /**
   * Forgets the buffered numbers, as a kill of this process does. They count as drawn, so nobody
   * gets them.
   *
   * @return how many were lost
   */
  long forget() {
    table.advance(CustomerOrder.TAG, bound() + 1);
    return numbers.discardBehind(0);
  }

  /** Returns the latest orders, the last one first. */
  List<CustomerOrder> latest() {
    return orders.findTop10ByOrderByNumberDesc();
  }

  SegmentStatus status() {
    return numbers.status(CustomerOrder.TAG).orElseThrow();
  }

  /** Returns the first number that nobody has drawn yet. */
  long bound() {
    return table.peek(CustomerOrder.TAG).orElseThrow();
  }
}
