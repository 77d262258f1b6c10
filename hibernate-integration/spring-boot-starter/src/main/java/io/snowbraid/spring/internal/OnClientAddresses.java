package io.snowbraid.spring.internal;

/**
 * Matches if any property describes servers whose ids the application uses. Empty addresses match,
 * too, and are rejected later: the application's own generator would issue ids of another kind.
 */
final class OnClientAddresses extends OnAnyProperty {

  OnClientAddresses() {
    super(
        "snowbraid.client.addresses",
        "snowbraid.client.addresses[0]",
        "snowbraid.client.user",
        "snowbraid.client.password",
        "snowbraid.client.ssl-bundle",
        "snowbraid.client.ids-per-request",
        "snowbraid.client.timeout",
        "snowbraid.client.max-wait",
        "snowbraid.client.max-age",
        "snowbraid.client.order-wait");
  }
}
