package com.example;

import org.springframework.data.jpa.repository.JpaRepository;

interface Cities extends JpaRepository<City, Long> {}
