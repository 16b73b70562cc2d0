import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReferenceSet } from './run/set.ts'

// The tests name the collection through the environment.
const collection = mkdtempSync(join(tmpdir(), 'collection-'))
beforeAll(() => vi.stubEnv('APSIS_REFERENCE', collection))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(collection, { recursive: true })
})

/** Writes one file into the collection and compares it with the sets of a module. */
async function compareFile(file: string, content: object, setsOf: () => Promise<readonly ReferenceSet[]>) {
  const path = join(collection, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
  const { fits } = await import('./run/collection.ts')
  const { makeTally } = await import('./run/tally.ts')
  const set = (await setsOf()).find(({ name }) => fits(file, name))
  if (set === undefined || 'notCovered' in set) throw new Error(`${file} is of no kind`)
  const tally = makeTally()
  await set.compare(tally, { name: file, description: '', files: [file] })
  return tally.outcome
}

test('a unit case whose method says square is an integral over a square, whatever its id says', async () => {
  const half = [5000, 5000, 5000, 1e-4, 1e-4, 1e-4]
  const covariance = half.map((value, i) => half.map((_, j) => (i === j ? value : 0)))
  const square = {
    id: 'seventh',
    units: 'm',
    r1: [7_000_000, 0, 0],
    v1: [0, 7500, 0],
    cov1: covariance,
    r2: [7_000_000, 0, 0],
    v2: [0, -7500, 0],
    cov2: covariance,
    hbr: 100,
    method: 'Foster/2D square',
    tolerance: 'rel 1e-3',
    // For a radius of one sigma and a miss distance of 0 the probability is erf(1/√2)² over the square, and 1 − exp(−1/2) over the circle within it.
    expected_pc: 0.466064942674392,
    pc2d_exact_integral: 0.3934693402873666,
  }
  const content = { cases: [square] }
  const setsOf = async () => (await import('./pc.ts')).PC_SETS
  const outcome = await compareFile('pc/cara_unit_cases.json', content, setsOf)
  expect(outcome.cases).toBe(1)
  expect(outcome.misses).toEqual([])
})

test('the fields of a transfer decide its kind: with a third radius it has two half ellipses', async () => {
  const content = {
    constants: { mu_km3s2: 398600.4415, re_km: 6378.1363 },
    cases: [
      // Vallado, example 6-2, by vis-viva: 3.156233, 0.677358 and 0.070466 km/s in 593.92 hours.
      {
        id: 'first',
        r_initial_km: 6569.48041,
        r_b_km: 510251.1363,
        r_final_km: 382688.1363,
        dv_a_kmps: 3.1562333881084887,
        dv_b_kmps: 0.6773579981167495,
        dv_c_kmps: -0.07046593708633986,
        time_min: 35635.2000215657,
      },
    ],
  }
  const setsOf = async () => (await import('./manoeuvre.ts')).MANOEUVRE_SETS
  const outcome = await compareFile('manoeuvre/vallado_transfers.json', content, setsOf)
  expect(outcome.cases).toBe(1)
  expect(outcome.misses).toEqual([])
})
