package com.example;

class Main {

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      // snippet: docs/server.md java ServerIds.builder
    }
  }
}
