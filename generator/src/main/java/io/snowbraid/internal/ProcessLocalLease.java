package io.snowbraid.internal;

/** Marks a lease that is recorded in this process alone. */
public interface ProcessLocalLease {}
