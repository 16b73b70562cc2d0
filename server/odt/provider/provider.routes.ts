import * as contract from '@apsis/contract/odt/provider/provider.ts'
import type { CallbackAnswer, NoticeText } from '@apsis/contract/odt/provider/provider-message.ts'
import { bind, bindSigned, type Door, type SignedCall } from '../../platform/http/bind.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './provider.service.ts'
import type { SignedMessage } from './provider-keys.ts'

/**
 * Accepts a provider's report on a pass. The code for requests imports this folder, which therefore cannot import it,
 * and passes this function in.
 */
export type TakeCallback = (
  platform: service.ProviderPlatform & { readonly isSimulationAllowed: boolean },
  came: {
    readonly token: string
    readonly told: NoticeText
    readonly signed: SignedMessage
    readonly requestId: string
  },
) => Promise<CallbackAnswer>

/** Throws unless the provider has signed the message. */
export type RequireSigned = (
  platform: service.ProviderPlatform,
  came: { readonly token: string; readonly signed: SignedMessage },
) => Promise<unknown>

type ProviderParts = Platform & { readonly takeCallback: TakeCallback; readonly requireSigned: RequireSigned }

export function providerRoutes(door: Door, { db, box, now, config, takeCallback, requireSigned }: ProviderParts): void {
  const platform = { db, box, now, publicUrl: config.publicUrl, allowLoopback: config.delivery.allowLoopback }
  bind(door, contract.listProviders, ({ caller }) => service.listProviders(platform, caller))
  bind(door, contract.createProvider, async ({ body, header, ...request }) => {
    const made = await service.createProvider(platform, request, body)
    header('etag', etagOf(made))
    return made
  })
  bind(door, contract.updateProvider, async ({ body: given, query, ifMatch, header, ...request }) => {
    const changed = await service.updateProvider(platform, request, { id: query['provider-id'], given, ifMatch })
    header('etag', etagOf(changed))
    return changed
  })
  bind(door, contract.removeProvider, async ({ query, ...request }) => {
    await service.removeProvider(platform, request, query['provider-id'])
    return undefined
  })
  bind(door, contract.rotateProviderSecret, ({ query, header, ...request }) => {
    header('cache-control', 'no-store')
    const rotation = { id: query['provider-id'], oldSecretHours: query['old-secret-hours'] }
    return service.rotateSecret(platform, request, rotation)
  })
  bind(door, contract.listProviderMessages, async ({ query, header, caller }) => {
    const { items, total } = await service.listMessages(platform, caller, query)
    tellPages(header, { path: contract.listProviderMessages.path, query, total })
    return items
  })
  bindSigned(
    door,
    contract.providerCallback,
    (call) => requireSigned(platform, { token: call.token, signed: signedOf(call) }),
    ({ params, body: told, bytes, sentHeader, requestId }) => {
      const given = { token: params.token, told, signed: signedOf({ bytes, sentHeader }), requestId }
      return takeCallback({ ...platform, isSimulationAllowed: config.demoFleet }, given)
    },
  )
}

const signedOf = ({ bytes, sentHeader }: Omit<SignedCall, 'token'>): SignedMessage => ({
  id: sentHeader('webhook-id'),
  timestamp: sentHeader('webhook-timestamp'),
  signature: sentHeader('webhook-signature'),
  bytes,
})
