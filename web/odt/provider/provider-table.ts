import type { Provider, ProviderMessage } from '@apsis/contract/odt/provider.ts'

/** Providers as files have them; addresses are secrets of nobody, and secrets are in no answer. */
export const providerTable = (providers: readonly Provider[]) => ({
  columns: [
    ...['provider_id', 'name', 'url', 'callback_url', 'is_test', 'is_enabled', 'has_secret', 'waiting'],
    ...['last_tried', 'last_delivered', 'last_heard', 'last_result', 'last_status'],
  ],
  rows: providers.map((one) => [
    ...[one.providerId, one.name, one.url, one.callbackUrl],
    ...[String(one.isTest), String(one.isEnabled), String(one.hasSecret), one.waiting],
    ...[one.lastTriedAt ?? undefined, one.lastDeliveredAt ?? undefined, one.lastHeardAt ?? undefined],
    ...[one.lastResult ?? undefined, one.lastStatus ?? undefined],
  ]),
})

/** The messages to and from a provider as files have them. */
export const messageTable = (messages: readonly ProviderMessage[]) => ({
  columns: [
    ...['message_id', 'created', 'direction', 'type', 'pass_id', 'state', 'tries', 'result', 'http_status', 'detail'],
  ],
  rows: messages.map((one) => [
    ...[one.messageId, one.createdAt, one.direction, one.type, one.passId, one.state, one.tries],
    ...[one.result ?? undefined, one.status ?? undefined, one.detail ?? undefined],
  ]),
})
