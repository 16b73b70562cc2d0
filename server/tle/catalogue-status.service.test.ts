import { expect, test } from 'vitest'
import type { CatalogueRow } from './catalogue.repository.ts'
import { catalogueCheck, kindsCheck } from './catalogue-status.service.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const row: CatalogueRow = {
  name: 'gp',
  is_active: true,
  version: 3,
  objects: 26_834,
  outcome: 'new',
  etag: null,
  last_modified: null,
  newest_epoch: new Date(NOON - 2 * 3_600_000),
  changed_at: null,
  next_at: new Date(0),
  asked_at: null,
}
const old = (hours: number) => ({ ...row, newest_epoch: new Date(NOON - hours * 3_600_000) })

test.each([
  ['nothing', undefined, 'inactive', /No public catalogue/],
  ['a fresh one', row, 'ok', /^26834 objects, the newest set is 2\.0 h old\.$/],
  ['a simulated one', { ...row, name: 'simulated' as const }, 'ok', /^SIMULATED: /],
  ['what has not changed', { ...row, outcome: 'unchanged' }, 'ok', /old\.$/],
  ['one that could not be refreshed', { ...row, outcome: 'The source answered 500.' }, 'caution', /answered 500\.$/],
  ['one of yesterday', old(19), 'caution', /19\.0 h/],
  ['one of the day before', old(49), 'serious', /49\.0 h/],
  ['one of 18 hours, which is not more than that', old(18), 'ok', /18\.0 h/],
  ['one of two days, which is not more than that', old(48), 'caution', /48\.0 h/],
] as const)('catalogueCheck() of %s', (_, catalogue, level, message) => {
  const check = catalogueCheck(catalogue, NOON)
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
  expect(kindsCheck({ kinds, isSimulated: false })).toMatchObject({
    level,
    message,
    finding: { code: 'catalogue-kinds', values: kinds },
  })
  expect(kindsCheck({ kinds, isSimulated: true }).message).toBe(`SIMULATED: ${message}`)
})
