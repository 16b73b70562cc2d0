import { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { type Satellite, Satellite as SatelliteShape } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from '../event/event-row.ts'
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

test('an asset counts only the future events of its satellite', () => {
  const rows = [
    row({ id: 'far', tcaMs: NOW + 40 * HOUR, rank: 2, risk: 'MEDIUM' }),
    row({ id: 'near', tcaMs: NOW + HOUR, rank: 1, risk: 'LOW' }),
    row({ id: 'past', tcaMs: NOW - HOUR }),
    row({ id: 'other', tcaMs: NOW + 1, satelliteKey: 'another' }),
  ]
  const asset = assetOf(known, rows)
  expect(asset).toMatchObject({ worst: { risk: 'MEDIUM' }, nextTcaMs: NOW + HOUR })
  expect(asset.tcas.map(({ atMs }) => atMs)).toEqual([NOW + HOUR, NOW + 40 * HOUR])
  expect(asset.counts.filter(({ count }) => count > 0)).toEqual([
    { risk: 'MEDIUM', count: 1, mitigated: 0 },
    { risk: 'LOW', count: 1, mitigated: 0 },
  ])
})

test('data that is known and recent has no gaps', () => {
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

test('if the files are known a gap in them counts: an approach in the gap is not covered', () => {
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

test('the same gaps mean a higher exposure if the future events are worse', () => {
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

test.each([
  ['LEO2', 72, []],
  ['LEO2', 72.01, ['oldElements']],
  ['GEO', 14 * 24, []],
  ['GEO', 14 * 24 + 0.01, ['oldElements']],
  // An unknown orbit has the strictest age limit.
  [null, 72.01, ['oldElements']],
] as const)('element sets of %s that are %d h old: %j', (regime, ageH, gaps) => {
  const elementSetEpoch = at(NOW - ageH * HOUR)
  const asset = assetOf({ ...known, derived: { ...known.derived, regime, elementSetEpoch } }, [])
  expect(asset.gaps).toEqual(gaps)
  expect(asset.elementAgeMs).toBeCloseTo(ageH * HOUR, -1)
})

test('missing data is named: no element set, or an unknown propulsion', () => {
  const { configuration, derived } = known
  expect(assetOf({ ...known, derived: { ...derived, elementSetEpoch: null } }, [])).toMatchObject({
    elementAgeMs: undefined,
    gaps: ['noElements'],
  })
  const unknown = { ...known, configuration: { ...configuration, propulsion: { type: 'UNKNOWN' as const } } }
  expect(assetOf(unknown, []).gaps).toEqual(['propulsion'])
})

test('a TCA exactly now, or exactly at the start or end of the coverage, is in the future and covered', () => {
  const until = NOW + 72 * HOUR
  const rows = [
    row({ id: 'now', tcaMs: NOW }),
    row({ id: 'end', tcaMs: until }),
    row({ id: 'after', tcaMs: until + 1 }),
  ]
  expect(assetOf(known, rows).tcas).toEqual([
    { atMs: NOW, isCovered: true },
    { atMs: until, isCovered: true },
    { atMs: until + 1, isCovered: false },
  ])
})

test('a file covers time until its end, and a file that begins later does not cover now', () => {
  expect(assetOf(known, [], [file({ usableStopTime: at(NOW) })])).toMatchObject({ spans: [], gaps: ['noEphemeris'] })
  const later = file({ usableStartTime: at(NOW + 1) })
  expect(assetOf(known, [], [later])).toMatchObject({ coveredUntilMs: undefined, gaps: ['noEphemeris'] })
  expect(assetOf(known, [], [file({ usableStartTime: at(NOW) })]).coveredUntilMs).toBe(NOW + 72 * HOUR)
  // Without files, the coverage that the server states counts from now on.
  expect(assetOf(known, []).spans).toEqual([{ fromMs: NOW, toMs: NOW + 72 * HOUR }])
  const over = { ...known, derived: { ...known.derived, ephemerisUntil: at(NOW) } }
  expect(assetOf(over, []).spans).toEqual([])
})

test('each gap adds two plus the rank of the worst future event to the exposure', () => {
  const blind = { ...known, derived: { ...known.derived, hardBodyRadius: null, ephemerisUntil: null } }
  expect(assetOf(blind, [])).toMatchObject({ worstWeight: -1, exposure: 2 })
  const rows = [row({ rank: 1, risk: 'LOW' }), row({ id: 'b', rank: 3, risk: 'HIGH' })]
  expect(assetOf(blind, rows)).toMatchObject({ worstWeight: 3, worst: { risk: 'HIGH' }, exposure: 10 })
  expect(levelOfExposure({ gaps: ['radius'], worstWeight: 2 })).toBe('caution')
  expect(levelOfExposure({ gaps: ['radius'], worstWeight: 0 })).toBe('inactive')
  expect(levelOfExposure({ gaps: [], worstWeight: 4 })).toBe('ok')
})
