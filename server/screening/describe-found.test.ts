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

test('describeFound says of each encounter what astro says of it', () => {
  const found = describeFound(screening, encounters)
  const described = describeEncounters(screening, encounters)
  expect(found.length).toBeGreaterThan(50)
  expect(found.map(({ missRtnM, velocityRtnMps }) => [missRtnM, velocityRtnMps])).toEqual(
    described.map(({ missRtnM, velocityRtnMps }) => [missRtnM, velocityRtnMps]),
  )
  expect(found.map(({ probability }) => probability)).toEqual(
    described.map((one) => {
      const { probability, reason, maximumProbability } = encounterProbability(one)
      return { probability, reason, maximumProbability }
    }),
  )
})

test('describeFound keeps what is in the box, along the axes of the objects that the screening is made for', () => {
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
