package com.example;

class Main {

  public static void main(String[] args) {
    String servers = args[0];
    // snippet: zookeeper/README.md java CuratorFrameworkFactory
  }
}
