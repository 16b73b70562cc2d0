import * as contract from '@apsis/contract/notifications/channel.ts'
import * as service from '../delivery/channel.service.ts'
import { bind, type Door } from '../platform/http/bind.ts'

export function channelRoutes(door: Door, floor: service.Floor): void {
  bind(door, contract.listChannels, ({ caller }) => service.listChannels(floor, caller))
  bind(door, contract.testChannel, ({ caller, params, requestId }) =>
    service.testChannel(floor, { caller, requestId }, params['channel-id']),
  )
  bind(door, contract.askConfirmation, ({ caller, params, requestId }) =>
    service.askConfirmation(floor, { caller, requestId }, params['channel-id']),
  )
  bind(door, contract.confirmChannel, ({ caller, body, requestId }) =>
    service.confirmChannel(floor, { caller, requestId }, body.token),
  )
  bind(door, contract.resumeChannel, ({ caller, params, requestId }) =>
    service.resumeChannel(floor, { caller, requestId }, params['channel-id']),
  )
  bind(door, contract.rotateChannelSecret, ({ caller, params, query, requestId, header }) => {
    header('cache-control', 'no-store')
    const rotation = { id: params['channel-id'], oldSecretHours: query['old-secret-hours'] }
    return service.rotateChannelSecret(floor, { caller, requestId }, rotation)
  })
}
