import { describeEncounters } from '@apsis/astro/screening/describe-encounter.ts'
import { encounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import type { Encounter } from '@apsis/astro/screening/screened-object.ts'
import { screen } from '@apsis/engine/screen.ts'
import { beforeAll, expect, test } from 'vitest'
import { describeFound } from './describe-found.ts'
import { packScreening, type StoredScreening, unpackScreening } from './submitted-screening.ts'
import { syntheticScreening } from './testing/synthetic-screening.ts'

let screening: StoredScreening
let encounters: readonly Encounter[]
beforeAll(async () => {
  screening = await unpackScreening(await packScreening(syntheticScreening({ size: 200 })))
  encounters = (await screen(screening, { threads: 1 })).encounters
})

test('describeFound() gives each encounter the values that astro computes', () => {
  const found = describeFound(screening, encounters)
  const described = describeEncounters(screening, encounters)
  expect(found.length).toBeGreaterThan(50)
  expect(found.map(({ missRtnM, velocityRtnMps }) => [missRtnM, velocityRtnMps])).toEqual(
    described.map(({ missRtnM, velocityRtnMps }) => [missRtnM, velocityRtnMps]),
  )
  expect(
    found.map(({ probability, reason, maximumProbability, isDiluted }) => ({
      probability,
      reason,
      maximumProbability,
      isDiluted,
    })),
  ).toEqual(
    described.map((one) => {
      const { probability, reason, maximumProbability } = encounterProbability(one)
      return { probability, reason, maximumProbability, isDiluted: false }
    }),
  )
})

test('describeFound() keeps the encounters in the box, along the axes of the screened objects', () => {
  const primaries = [encounters[0]!.second, encounters[1]!.second]
  const box = { radialM: 10_000, transverseM: 60_000, normalM: 30_000 }
  const all = describeFound({ ...screening, primaries }, encounters)
  const inside = describeFound({ ...screening, primaries, box }, encounters)
  expect(inside).toEqual(
    all.filter(({ missRtnM: [r, t, n] }) => Math.abs(r) <= 10_000 && Math.abs(t) <= 60_000 && Math.abs(n) <= 30_000),
  )
  expect(inside.length).toBeGreaterThan(0)
  expect(inside.length).toBeLessThan(all.length)
  const turned = all.filter(({ primary, secondary }) => primary.place > secondary.place)
  expect(turned.length).toBeGreaterThan(0)
  for (const { primary } of turned) expect(primaries).toContain(primary.place)
})

test('describeFound() keeps the encounters in the box of either of two primaries with different boxes', () => {
  const { first, second } = encounters[0]!
  const [wide, narrow] = [100_000, 1].map((side) => ({ radialM: side, transverseM: side, normalM: side }))
  const primaries = [first, second]
  const keeping = (...boxes: [typeof wide, typeof wide]) => {
    const own = new Map(boxes.map((box, k) => [primaries[k]!, box!]))
    const found = describeFound({ ...screening, primaries, boxes: own }, encounters)
    return found.filter(
      ({ primary, secondary }) => primaries.includes(primary.place) && primaries.includes(secondary.place),
    )
  }
  const both = keeping(wide, wide)
  expect(both.length).toBeGreaterThan(0)
  expect(keeping(narrow, wide)).toEqual(both)
  expect(keeping(wide, narrow)).toEqual(both)
  expect(keeping(narrow, narrow).length).toBeLessThan(both.length)
})

test('describeFound() uses the covariances and the radius of a message if there is one: compared with the small-body limit, computed by hand', () => {
  const fast = encounters.filter(({ relativeSpeedMps, missM }) => relativeSpeedMps > 5_000 && missM > 100)
  const [one] = fast.toSorted((a, b) => a.missM - b.missM)
  const [radiusM, sigmaM] = [1, 0.5 * one!.missM]
  // The covariance is the same in every direction: in any axes of the plane the sum for both objects is σ².
  const covarianceRtn = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? sigmaM ** 2 / 2 : 0)))
  const told = new Map([one!.first, one!.second].map((place) => [place, { covarianceRtn, radiusM }]))
  const [found] = describeFound({ ...screening, told }, [one!])
  const expected = (radiusM ** 2 / (2 * sigmaM ** 2)) * Math.exp(-(one!.missM ** 2) / (2 * sigmaM ** 2))
  // The circle is not a point: the relative error is up to (R/σ)².
  expect(Math.abs(found!.probability! / expected - 1)).toBeLessThan((radiusM / sigmaM) ** 2)
  expect(found!.reason).not.toBe('class-table')
  expect(describeFound(screening, [one!])[0]!.reason).toBe('class-table')
})
