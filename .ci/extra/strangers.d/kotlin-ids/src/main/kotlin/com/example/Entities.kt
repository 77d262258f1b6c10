package com.example

import jakarta.persistence.Entity
import jakarta.persistence.GeneratedValue
import jakarta.persistence.Id

// snippet: docs/frameworks.md kotlin @Entity
