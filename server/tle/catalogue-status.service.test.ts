import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import { expect, test } from 'vitest'
import type { CatalogueRow } from './catalogue.repository.ts'
import { catalogueCheck, kindsCheck } from './catalogue-status.service.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const row: CatalogueRow = {
  name: 'gp',
  is_active: true,
  is_simulated: false,
  version: 3,
  objects: 26_834,
  newest_epoch: new Date(NOON - 2 * 3_600_000),
  changed_at: null,
}
const failed = (last_result: ReadingResult, last_detail: string | null) => ({
  name: 'celestrak.org GROUP=active',
  last_result,
  last_detail,
  last_failed_at: new Date(NOON),
})
const good = { ...failed('new', null), last_failed_at: null }
const old = (hours: number) => ({ ...row, newest_epoch: new Date(NOON - hours * 3_600_000) })

test.each([
  ['nothing', undefined, 'inactive', /No public catalogue/, good],
  ['a fresh one', row, 'ok', /^26834 objects, the newest set is 2\.0 h old\.$/, good],
  ['a simulated one', { ...row, name: 'simulated' as const, is_simulated: true }, 'ok', /^SIMULATED: /, good],
  ['what has not changed', row, 'ok', /old\.$/, { ...good, last_result: 'nothing-new' as const }],
  [
    'one that could not be refreshed',
    row,
    'caution',
    /old\. celestrak\.org GROUP=active: The service answered with an error: status 500\.$/,
    failed('failed', 'status 500'),
  ],
  [
    'one with a source that has shrunk',
    row,
    'caution',
    /less than half of what is usual, and was not taken: 20 objects\.$/,
    failed('too-small', '20 objects'),
  ],
  ['one of yesterday', old(19), 'caution', /19\.0 h/, good],
  ['one of the day before', old(49), 'serious', /49\.0 h/, good],
  ['one of 18 hours, which is not more than that', old(18), 'ok', /18\.0 h/, good],
  ['one of two days, which is not more than that', old(48), 'caution', /48\.0 h/, good],
] as const)('catalogueCheck() of %s', (_, catalogue, level, message, source) => {
  const check = catalogueCheck(catalogue, [source], NOON)
  expect(check.level).toBe(level)
  expect(check.message).toMatch(message)
})

test.each([
  [
    'a whole one',
    { payloads: 12_000, rocketBodies: 2_100, debris: 10_800, unknown: 100 },
    'ok',
    'Payloads 12000, rocket bodies 2100, debris 10800, unknown 100.',
  ],
  [
    'one of active objects',
    { payloads: 0, rocketBodies: 0, debris: 0, unknown: 11_000 },
    'caution',
    'Payloads 0, rocket bodies 0, debris 0, unknown 11000. Debris is not in this catalogue, nor are rocket bodies, as far as types and names say. Close approaches with what a catalogue lacks are not found.',
  ],
  [
    'one without debris',
    { payloads: 11_000, rocketBodies: 2_100, debris: 0, unknown: 0 },
    'caution',
    'Payloads 11000, rocket bodies 2100, debris 0, unknown 0. Debris is not in this catalogue. Close approaches with what a catalogue lacks are not found.',
  ],
] as const)('kindsCheck() of %s', (_, kinds, level, message) => {
  expect(kindsCheck({ kinds, sources: [], isSimulated: false })).toMatchObject({
    level,
    message,
    finding: { code: 'catalogue-kinds', values: kinds },
  })
  expect(kindsCheck({ kinds, sources, isSimulated: true }).message).toBe(`SIMULATED: ${message}`)
})

const sources = [
  {
    source: 'space-track.org',
    objects: 28_000,
    payloads: 5_000,
    rocketBodies: 2_100,
    debris: 20_800,
    unknown: 100,
    newestEpoch: '2026-11-20T10:00:00.000Z',
  },
  {
    source: 'celestrak.org SupGP SOURCE=SpaceX-E',
    objects: 9_000,
    payloads: 9_000,
    rocketBodies: 0,
    debris: 0,
    unknown: 0,
    newestEpoch: '2026-11-20T11:00:00.000Z',
  },
]

test('kindsCheck() names the sources of the catalogue', () => {
  const kinds = { payloads: 14_000, rocketBodies: 2_100, debris: 20_800, unknown: 100 }
  expect(kindsCheck({ kinds, sources, isSimulated: false })).toMatchObject({
    message:
      'Payloads 14000, rocket bodies 2100, debris 20800, unknown 100. From space-track.org (28000), celestrak.org SupGP SOURCE=SpaceX-E (9000).',
    finding: { values: { sources: 'space-track.org (28000), celestrak.org SupGP SOURCE=SpaceX-E (9000)' } },
  })
})
