package io.snowbraid.internal;

/** Marks a lease that is recorded only in this process. */
public interface ProcessLocalLease {}
