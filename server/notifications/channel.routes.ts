import * as contract from '@apsis/contract/notifications/channel.ts'
import * as service from '../delivery/channel.service.ts'
import { bind, type Door } from '../platform/http/bind.ts'

export function channelRoutes(door: Door, platform: service.Platform): void {
  bind(door, contract.listChannels, ({ caller }) => service.listChannels(platform, caller))
  bind(door, contract.testChannel, ({ caller, params, requestId }) =>
    service.testChannel(platform, { caller, requestId }, params['channel-id']),
  )
  bind(door, contract.askConfirmation, ({ caller, params, requestId }) =>
    service.askConfirmation(platform, { caller, requestId }, params['channel-id']),
  )
  bind(door, contract.confirmChannel, ({ caller, body, requestId }) =>
    service.confirmChannel(platform, { caller, requestId }, body.token),
  )
  bind(door, contract.resumeChannel, ({ caller, params, requestId }) =>
    service.resumeChannel(platform, { caller, requestId }, params['channel-id']),
  )
  bind(door, contract.rotateChannelSecret, ({ caller, params, query, requestId, header }) => {
    header('cache-control', 'no-store')
    const rotation = { id: params['channel-id'], oldSecretHours: query['old-secret-hours'] }
    return service.rotateChannelSecret(platform, { caller, requestId }, rotation)
  })
}
