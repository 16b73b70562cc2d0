import { listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import { type Satellite, Satellite as SatelliteShape } from '@apsis/contract/ca/satellite.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from '../conjunctions/event-row.ts'
import { assetOf, levelOfExposure } from './asset.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const SATELLITE = SatelliteShape.parse((SatelliteShape.meta()!.examples as unknown[])[0])
const NOW = Date.UTC(2026, 10, 20, 7, 2)
const HOUR = 3_600_000
const at = (ms: number) => new Date(ms).toISOString()
const row = (more: Partial<EventRow>): EventRow => ({ ...rowOf(EVENT), satelliteKey: SATELLITE.satelliteId, ...more })
const known: Satellite = {
  ...SATELLITE,
  configuration: { ...SATELLITE.configuration, propulsion: { type: 'NONE' } },
  derived: { ...SATELLITE.derived, elementSetEpoch: at(NOW - HOUR), ephemerisUntil: at(NOW + 72 * HOUR) },
}

test('assetOf counts what is ahead of this satellite alone', () => {
  const rows = [
    row({ id: 'far', tcaMs: NOW + 40 * HOUR, rank: 2, risk: 'MEDIUM' }),
    row({ id: 'near', tcaMs: NOW + HOUR, rank: 1, risk: 'LOW' }),
    row({ id: 'past', tcaMs: NOW - HOUR }),
    row({ id: 'other', tcaMs: NOW + 1, satelliteKey: 'another' }),
  ]
  const asset = assetOf(known, rows, NOW)
  expect(asset).toMatchObject({ worst: 'MEDIUM', nextTcaMs: NOW + HOUR, tcas: [NOW + HOUR, NOW + 40 * HOUR] })
  expect(asset.counts.filter(({ count }) => count > 0)).toEqual([
    { risk: 'MEDIUM', count: 1 },
    { risk: 'LOW', count: 1 },
  ])
})

test('what is known and fresh has no gaps', () => {
  expect(assetOf(known, [], NOW)).toMatchObject({ gaps: [], exposure: 0, worst: undefined })
})

test('an ephemeris that ends before the next TCA, or within a day, is too short', () => {
  const rows = [row({ tcaMs: NOW + 80 * HOUR })]
  expect(assetOf(known, rows, NOW).gaps).toEqual(['shortEphemeris'])
  const short = { ...known, derived: { ...known.derived, ephemerisUntil: at(NOW + 23 * HOUR) } }
  expect(assetOf(short, [], NOW).gaps).toEqual(['shortEphemeris'])
  const over = { ...known, derived: { ...known.derived, ephemerisUntil: at(NOW - 1) } }
  expect(assetOf(over, [], NOW).gaps).toEqual(['noEphemeris'])
})

test('element sets age faster in low orbits', () => {
  const aged = (regime: string) => ({
    ...known,
    derived: { ...known.derived, regime, elementSetEpoch: at(NOW - 96 * HOUR) },
  })
  expect(assetOf(aged('LEO2'), [], NOW).gaps).toEqual(['oldElements'])
  expect(assetOf(aged('GEO'), [], NOW).gaps).toEqual([])
})

test('the same gaps expose the more, the worse what is ahead', () => {
  const blind = { ...known, derived: { ...known.derived, hardBodyRadius: null, ephemerisUntil: null } }
  const calm = assetOf(blind, [], NOW)
  const low = assetOf(blind, [row({ tcaMs: NOW + HOUR, rank: 1, risk: 'LOW' })], NOW)
  const critical = assetOf(blind, [row({ tcaMs: NOW + HOUR })], NOW)
  expect(calm.gaps).toEqual(['radius', 'noEphemeris'])
  expect(critical.exposure).toBeGreaterThan(low.exposure)
  expect(low.exposure).toBeGreaterThan(calm.exposure)
  expect([calm, low, critical].map(levelOfExposure)).toEqual(['inactive', 'caution', 'serious'])
})
