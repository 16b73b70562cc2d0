import { listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import { EphemerisFile } from '@apsis/contract/ca/ephemeris.ts'
import { type Satellite, Satellite as SatelliteShape } from '@apsis/contract/ca/satellite.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from '../conjunctions/event-row.ts'
import { assetsOf, levelOfExposure } from './asset.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const SATELLITE = SatelliteShape.parse((SatelliteShape.meta()!.examples as unknown[])[0])
const FILE = EphemerisFile.parse((EphemerisFile.meta()!.examples as unknown[])[0])
const NOW = Date.UTC(2026, 10, 20, 7, 2)
const HOUR = 3_600_000
const at = (ms: number) => new Date(ms).toISOString()
const row = (more: Partial<EventRow>): EventRow => ({ ...rowOf(EVENT), satelliteKey: SATELLITE.satelliteId, ...more })
const known: Satellite = {
  ...SATELLITE,
  configuration: { ...SATELLITE.configuration, propulsion: { type: 'NONE' } },
  derived: { ...SATELLITE.derived, elementSetEpoch: at(NOW - HOUR), ephemerisUntil: at(NOW + 72 * HOUR) },
}
const file = (more: Partial<EphemerisFile> = {}): EphemerisFile => ({
  ...FILE,
  satelliteId: SATELLITE.satelliteId,
  usableStartTime: at(NOW - HOUR),
  usableStopTime: at(NOW + 72 * HOUR),
  ...more,
})
const assetOf = (satellite: Satellite, rows: readonly EventRow[], files?: readonly EphemerisFile[]) =>
  assetsOf({ satellites: [satellite], rows, files }, NOW)[0]!

test('an asset counts what is ahead of this satellite alone', () => {
  const rows = [
    row({ id: 'far', tcaMs: NOW + 40 * HOUR, rank: 2, risk: 'MEDIUM' }),
    row({ id: 'near', tcaMs: NOW + HOUR, rank: 1, risk: 'LOW' }),
    row({ id: 'past', tcaMs: NOW - HOUR }),
    row({ id: 'other', tcaMs: NOW + 1, satelliteKey: 'another' }),
  ]
  const asset = assetOf(known, rows)
  expect(asset).toMatchObject({ worst: 'MEDIUM', nextTcaMs: NOW + HOUR })
  expect(asset.tcas.map(({ atMs }) => atMs)).toEqual([NOW + HOUR, NOW + 40 * HOUR])
  expect(asset.counts.filter(({ count }) => count > 0)).toEqual([
    { risk: 'MEDIUM', count: 1 },
    { risk: 'LOW', count: 1 },
  ])
})

test('what is known and fresh has no gaps', () => {
  expect(assetOf(known, [])).toMatchObject({ gaps: [], exposure: 0, worst: undefined })
})

test('an ephemeris that ends before the next TCA, or within a day, is too short', () => {
  const rows = [row({ tcaMs: NOW + 80 * HOUR })]
  expect(assetOf(known, rows).gaps).toEqual(['shortEphemeris'])
  const short = { ...known, derived: { ...known.derived, ephemerisUntil: at(NOW + 23 * HOUR) } }
  expect(assetOf(short, []).gaps).toEqual(['shortEphemeris'])
  const over = { ...known, derived: { ...known.derived, ephemerisUntil: at(NOW - 1) } }
  expect(assetOf(over, []).gaps).toEqual(['noEphemeris'])
})

test('where the files are known a gap in them counts: an approach in it is not covered', () => {
  const gap = { from: at(NOW + 30 * HOUR), to: at(NOW + 32 * HOUR) }
  const rows = [row({ tcaMs: NOW + 31 * HOUR }), row({ id: 'later', tcaMs: NOW + 40 * HOUR })]
  const asset = assetOf(known, rows, [file({ gaps: [gap] })])
  expect(asset.coveredUntilMs).toBe(NOW + 30 * HOUR)
  expect(asset.tcas.map(({ isCovered }) => isCovered)).toEqual([false, true])
  expect(asset.gaps).toEqual(['shortEphemeris'])
  const second = file({ oemFileId: 'b', usableStartTime: at(NOW + 29 * HOUR) })
  expect(assetOf(known, rows, [file({ gaps: [gap] }), second]).gaps).toEqual([])
  expect(assetOf(known, rows, [file({ gaps: [gap] }), { ...second, state: 'SUPERSEDED' }]).gaps).toEqual([
    'shortEphemeris',
  ])
})

test('element sets age faster in low orbits', () => {
  const aged = (regime: string) => ({
    ...known,
    derived: { ...known.derived, regime, elementSetEpoch: at(NOW - 96 * HOUR) },
  })
  expect(assetOf(aged('LEO2'), []).gaps).toEqual(['oldElements'])
  expect(assetOf(aged('GEO'), []).gaps).toEqual([])
})

test('the same gaps expose the more, the worse what is ahead', () => {
  const blind = { ...known, derived: { ...known.derived, hardBodyRadius: null, ephemerisUntil: null } }
  const calm = assetOf(blind, [])
  const low = assetOf(blind, [row({ tcaMs: NOW + HOUR, rank: 1, risk: 'LOW' })])
  const critical = assetOf(blind, [row({ tcaMs: NOW + HOUR })])
  expect(calm.gaps).toEqual(['radius', 'noEphemeris'])
  expect(critical.exposure).toBeGreaterThan(low.exposure)
  expect(low.exposure).toBeGreaterThan(calm.exposure)
  expect([calm, low, critical].map(levelOfExposure)).toEqual(['inactive', 'caution', 'serious'])
})

test('an ephemeris that lasts a whole day is long enough', () => {
  const day = { ...known, derived: { ...known.derived, ephemerisUntil: at(NOW + 24 * HOUR) } }
  expect(assetOf(day, []).gaps).toEqual([])
})
