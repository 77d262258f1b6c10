package io.snowbraid.shardingsphere;

import org.apache.shardingsphere.mode.manager.ContextManager;
import org.apache.shardingsphere.mode.manager.listener.ContextManagerLifecycleListener;

/**
 * Opens and closes generators together with their data source. Called by ShardingSphere, not by
 * applications.
 */
public final class GeneratorLifecycle implements ContextManagerLifecycleListener {

  /** Called by ShardingSphere. */
  public GeneratorLifecycle() {}

  @Override
  public void onInitialized(ContextManager contextManager) {
    DataSourceGenerators.of(contextManager.getComputeNodeInstanceContext()).attach(contextManager);
  }

  @Override
  public void onDestroyed(ContextManager contextManager) {
    DataSourceGenerators.of(contextManager.getComputeNodeInstanceContext()).close();
  }
}
