import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { reached, restoreFleets } from './kept-fleets.ts'

const root = mkdtempSync(join(tmpdir(), 'apsis-kept-'))
afterAll(() => rmSync(root, { recursive: true }))
const INSTANT = '2026-11-20T10:00:00Z'
const FIRST = { moment: '2026-11-20T10:02:00.000Z', 'ca.satellite': 'rows' }
const SECOND = { moment: '2026-11-20T10:04:00.000Z', 'ca.satellite': 'others' }

let cache = ''
beforeEach(() => {
  cache = mkdtempSync(join(root, 'cache-'))
  vi.stubEnv('APSIS_TEST_CACHE', cache)
})

function folder(files: Readonly<Record<string, object>> = {}): string {
  const made = mkdtempSync(join(root, 'fleets-'))
  for (const [organisation, tables] of Object.entries(files))
    for (const [table, text] of Object.entries(tables)) writeFileSync(join(made, `${organisation}.${table}`), text)
  return made
}

test('a later run finds what was stored, and its clock starts when the last part was complete', () => {
  const first = restoreFleets(folder({ demo: FIRST, ops: SECOND }), INSTANT)
  expect(first).toMatchObject({ organisations: [], clockStart: '2026-11-20T10:00:00.000Z' })
  first.keep('demo')
  first.keep('ops')
  const place = folder()
  const later = restoreFleets(place, INSTANT)
  expect(later).toMatchObject({ organisations: ['demo', 'ops'], clockStart: SECOND.moment })
  expect(readdirSync(place)).toEqual(['demo.ca.satellite', 'demo.moment', 'ops.ca.satellite', 'ops.moment'])
  expect(readFileSync(join(place, 'ops.ca.satellite'), 'utf8')).toBe('others')
})

test('each clock start has its own stored fleets', () => {
  restoreFleets(folder({ demo: FIRST }), INSTANT).keep('demo')
  expect(restoreFleets(folder(), '2028-02-29T10:00:00Z').organisations).toEqual([])
})

test('a fleet that was being stored when its run was killed is not used', () => {
  restoreFleets(folder({ demo: FIRST }), INSTANT).keep('demo')
  const [hash = ''] = readdirSync(join(cache, 'fleets'))
  mkdirSync(join(cache, 'fleets', hash, '.ops-4711'))
  writeFileSync(join(cache, 'fleets', hash, '.ops-4711', 'ops.moment'), '2026')
  expect(restoreFleets(folder(), INSTANT).organisations).toEqual(['demo'])
})

test('a run that must prove everything computes the fleet anew, and stores that', () => {
  restoreFleets(folder({ demo: FIRST }), INSTANT).keep('demo')
  vi.stubEnv('APSIS_TEST_FRESH', 'true')
  const fresh = restoreFleets(folder({ demo: SECOND }), INSTANT)
  expect(fresh.organisations).toEqual([])
  fresh.keep('demo')
  vi.stubEnv('APSIS_TEST_FRESH', '')
  expect(restoreFleets(folder(), INSTANT).clockStart).toBe(SECOND.moment)
})

test('fleets of four versions of the code are kept, and no more', () => {
  for (const year of [2021, 2022, 2023, 2024, 2025, 2026])
    restoreFleets(folder({ demo: FIRST }), `${year}-11-20T10:00:00Z`).keep('demo')
  expect(readdirSync(join(cache, 'fleets'))).toHaveLength(4)
})

test('the imports of a worker count, and so do the modules that it runs in separate threads and processes', () => {
  const files = reached(['server/worker.ts'])
  expect(files).toEqual(
    expect.arrayContaining(['server/ca/demo/work.ts', 'server/platform/jobs/jobs.ts', 'astro/sgp4/propagate.ts']),
  )
  expect(files.filter((path) => /\.test\.ts$/.test(path))).toEqual([])
})
