import { expect, test } from 'vitest'
import type { CatalogueRow } from './catalogue.repository.ts'
import { catalogueCheck } from './catalogue-status.service.ts'

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
