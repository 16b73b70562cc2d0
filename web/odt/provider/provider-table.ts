import type { Provider, ProviderMessage } from '@apsis/contract/odt/provider/provider.ts'
import { fileTable } from '../../ui/table/column.ts'

/** Returns providers in the format of files; addresses are not secret, and no answer contains a secret. */
export const providerTable = (providers: readonly Provider[]) =>
  fileTable(providers, {
    provider_id: 'providerId',
    name: 'name',
    url: 'url',
    callback_url: 'callbackUrl',
    is_test: 'isTest',
    is_enabled: 'isEnabled',
    has_secret: 'hasSecret',
    waiting: 'waiting',
    last_tried: 'lastTriedAt',
    last_delivered: 'lastDeliveredAt',
    last_heard: 'lastHeardAt',
    last_result: 'lastResult',
    last_status: 'lastStatus',
  })

/** Returns the messages to and from a provider in the format of files. */
export const messageTable = (messages: readonly ProviderMessage[]) =>
  fileTable(messages, {
    message_id: 'messageId',
    created: 'createdAt',
    direction: 'direction',
    type: 'type',
    pass_id: 'passId',
    state: 'state',
    tries: 'tries',
    result: 'result',
    http_status: 'status',
    detail: 'detail',
  })
