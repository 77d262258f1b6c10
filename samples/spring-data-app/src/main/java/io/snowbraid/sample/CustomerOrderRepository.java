package io.snowbraid.sample;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

interface CustomerOrderRepository extends JpaRepository<CustomerOrder, Long> {

  List<CustomerOrder> findTop10ByOrderByNumberDesc();
}
