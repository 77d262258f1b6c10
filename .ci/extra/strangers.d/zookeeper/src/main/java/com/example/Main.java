package com.example;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

class Main {

  public static void main(String[] args) {
    String servers = args[0];
    // snippet: zookeeper/README.md java CuratorFrameworkFactory
  }
}
