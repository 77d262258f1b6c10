package com.example;

// snippet: README.md java @Entity
