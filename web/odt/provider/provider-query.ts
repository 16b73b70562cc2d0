import {
  createProvider,
  listProviderMessages,
  listProviders,
  type NewProvider,
  updateProvider,
} from '@apsis/contract/odt/provider/provider.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callVersioned } from '../../api/call.ts'
import type { SavedOver } from '../../form/use-form.ts'

/** One event announces changes of providers and of sensors, so both are read again together. */
const KEY = ['sensor', 'provider'] as const
export const PROVIDER_WRITES = [['sensor']]
const MESSAGES_SHOWN = 50

export const providersQuery = () =>
  queryOptions({ queryKey: [...KEY, 'list'], queryFn: ({ signal }) => call(listProviders, {}, signal) })

/** Reads the newest messages to and from a provider. */
export const providerMessagesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'messages', id],
    queryFn: ({ signal }) =>
      call(listProviderMessages, { query: { 'provider-id': id, limit: MESSAGES_SHOWN } }, signal),
  })

/** Adds a provider, or replaces a given version of one. */
export async function writeProvider(provider: NewProvider, { version }: SavedOver<number>) {
  if (version === undefined) return call(createProvider, { body: provider })
  const query = { 'provider-id': provider.providerId }
  return (await callVersioned(updateProvider, { query, body: provider }, { version: `"${version}"` })).answer
}
