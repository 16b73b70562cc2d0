import * as contract from '@apsis/contract/ca/find.ts'
import { bind, type Door } from '../platform/bind.ts'
import type { CaFloor } from './ca-floor.ts'
import { openFindDesk } from './find/desk.ts'
import { findConjunctions } from './find.service.ts'

export function findRoutes(door: Door, { db, now }: Pick<CaFloor, 'db' | 'now'>): void {
  const desk = openFindDesk(now)
  door.app.addHook('onClose', () => desk.close())
  bind(door, contract.findConjunctions, ({ caller, query, signal }) => {
    const { 'satellite-id': satelliteId, 'norad-id': noradId, 'oem-id': ephemerisId, 'max-km': maxKm, ...rest } = query
    const numbers = query.with === 'all' ? undefined : query.with.split(',').map(Number)
    const { tle, from, to, hours } = rest
    const wanted = { satelliteId, noradId, ephemerisId, maxKm, numbers, tle, from, to, hours }
    return findConjunctions({ db, now, desk }, { caller, signal }, wanted)
  })
}
