import {
  createProvider,
  listProviderMessages,
  listProviders,
  type NewProvider,
  removeProvider,
  rotateProviderSecret,
  updateProvider,
} from '@apsis/contract/odt/provider.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callVersioned } from '../../api/call.ts'

/** Changes of providers are told as those of sensors: read again with them. */
const KEY = ['sensor', 'provider'] as const
const writes = [['sensor']]
const MESSAGES_SHOWN = 50

export const providersQuery = () =>
  queryOptions({ queryKey: [...KEY, 'list'], queryFn: ({ signal }) => call(listProviders, {}, signal) })

/** The newest messages to and from a provider. */
export const providerMessagesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'messages', id],
    queryFn: ({ signal }) =>
      call(listProviderMessages, { query: { 'provider-id': id, limit: MESSAGES_SHOWN } }, signal),
  })

/** A provider as it is to be; with a version it replaces that one, without it is added. */
type ProviderChange = { readonly provider: NewProvider; readonly version: number | undefined }

export const useWriteProvider = () =>
  useMutation({
    meta: { silent: 'write-provider', writes },
    mutationFn: async ({ provider, version }: ProviderChange) => {
      if (version === undefined) return call(createProvider, { body: provider })
      const query = { 'provider-id': provider.providerId }
      return (await callVersioned(updateProvider, { query, body: provider }, { version: `"${version}"` })).answer
    },
  })

export const useRemoveProvider = () =>
  useMutation({
    meta: { silent: 'remove-provider', writes },
    mutationFn: (id: string) => call(removeProvider, { query: { 'provider-id': id } }),
  })

export const useRotateSecret = () =>
  useMutation({
    meta: { silent: 'rotate-provider', writes },
    mutationFn: ({ id, oldSecretHours }: { readonly id: string; readonly oldSecretHours: number }) =>
      call(rotateProviderSecret, { query: { 'provider-id': id, 'old-secret-hours': oldSecretHours } }),
  })
