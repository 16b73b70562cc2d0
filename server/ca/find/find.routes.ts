import * as contract from '@apsis/contract/ca/find.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { cutPage, tellPages } from '../../platform/http/paging.ts'
import { type FindPlatform, findConjunctions } from './find.service.ts'
import { createWatch, listWatches, removeWatch, updateWatch } from './watches.ts'

export function findRoutes(door: Door, { db, now, searchQueue }: FindPlatform): void {
  bind(door, contract.findConjunctions, ({ caller, query, signal }) => {
    const { 'satellite-id': satelliteId, 'norad-id': noradId, 'oem-id': ephemerisId, 'max-km': maxKm, ...rest } = query
    const numbers = query.with === 'all' ? undefined : query.with.split(',').map(Number)
    const { tle, from, to, hours } = rest
    const wanted = { satelliteId, noradId, ephemerisId, maxKm, numbers, tle, from, to, hours }
    return findConjunctions({ db, now, searchQueue }, { caller, signal }, wanted)
  })
  bind(door, contract.listWatches, async ({ caller, query, header }) => {
    const watches = await listWatches(db, caller)
    tellPages(header, { path: contract.listWatches.path, query, total: watches.length })
    return cutPage(watches, query)
  })
  bind(door, contract.createWatch, ({ caller: owner, body, requestId, signal }) => {
    const { 'satellite-id': satelliteId, 'norad-id': noradId, ...rest } = body
    return createWatch({ db, now, searchQueue }, { owner, requestId, signal }, { satelliteId, noradId, ...rest })
  })
  bind(door, contract.updateWatch, ({ caller: owner, params, body, requestId }) =>
    updateWatch(db, { owner, requestId }, { id: params['watch-id'], ...body }),
  )
  bind(door, contract.removeWatch, async ({ caller: owner, params, requestId }) => {
    await removeWatch(db, { owner, requestId }, params['watch-id'])
    return undefined
  })
}
