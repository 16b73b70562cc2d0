import { expect, test } from 'vitest'
import type { ElementSet } from '../sgp4/element-set.ts'
import { formatTle } from '../sgp4/format-tle.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm } from '../vec3.ts'
import { screenExhaustively } from './exhaustive.ts'
import { screenedElements } from './screened-object.ts'
import { makeCatalogue } from './synthetic-catalogue.ts'

const epoch = parseTime('2026-03-01T00:00:00.000')
const named = (sets: readonly ElementSet[], word: string) => sets.filter(({ objectName }) => objectName.includes(word))

test('makeCatalogue() gives the same objects for the same seed, and others for another', () => {
  const [one, again, other] = [1, 1, 2].map((seed) => makeCatalogue({ seed, size: 300, epoch }))
  expect(one).toEqual(again)
  expect(one).not.toEqual(other)
})

test('makeCatalogue() gives as many objects as asked for, each labelled as simulated and fit for a TLE', () => {
  for (const size of [0, 1, 60, 61, 1000]) {
    const sets = makeCatalogue({ seed: 5, size, epoch })
    expect(sets.length).toBe(size)
    expect(new Set(sets.map(({ noradId }) => noradId)).size).toBe(size)
    for (const set of sets) {
      expect(set.objectName).toMatch(/^SIMULATED /)
      const age = secondsBetween(set.epoch, epoch) / 86_400
      expect(age >= 0 && age <= 30).toBe(true)
      expect(formatTle(set).length).toBeGreaterThan(1)
    }
  }
  expect(() => makeCatalogue({ seed: 1, size: 1.5, epoch })).toThrow(RangeError)
})

test('makeCatalogue() has every kind: shells, high and eccentric orbits, what decays and what is broken', () => {
  const sets = makeCatalogue({ seed: 11, size: 2000, epoch })
  const models = sets.map(initSgp4)
  const deep = models.filter((model) => model.deep !== undefined)
  // As in the public catalogue, every sixth or eighth object or so is deep; some of them of either resonance.
  expect(deep.length / sets.length).toBeGreaterThan(0.08)
  expect(deep.length / sets.length).toBeLessThan(0.2)
  expect(new Set(deep.map((model) => model.deep?.resonance))).toEqual(new Set([0, 1, 2]))
  const fails = (set: ElementSet, days: number) => !propagateSgp4(initSgp4(set), addSeconds(epoch, days * 86_400)).ok
  for (const set of named(sets, 'BROKEN')) expect(fails(set, 0)).toBe(true)
  expect(named(sets, 'DECAYING').filter((set) => fails(set, 7)).length).toBeGreaterThan(0)
  const whole = sets.filter((set) => !/BROKEN|DECAYING/.test(set.objectName))
  expect(whole.filter((set) => fails(set, 0))).toEqual([])
  const radii = whole.map((set) => {
    const state = propagateSgp4(initSgp4(set), epoch)
    return state.ok ? norm(state.r) : Number.NaN
  })
  for (const radius of radii) expect(radius > 6.4e6 && radius < 6e7).toBe(true)
  expect(radii.filter((radius) => radius < 8e6).length / sets.length).toBeGreaterThan(0.7)
})

test('makeCatalogue() has docked, formation and co-located objects that stay near each other', () => {
  const sets = makeCatalogue({ seed: 3, size: 60, epoch })
  const objects = sets.map((set) => screenedElements(set.objectName, initSgp4(set), epoch))
  const { encounters, notScreened } = screenExhaustively(objects, { durationS: 86_400, thresholdM: 50_000 })
  const pairs = new Set(encounters.map(({ first, second }) => `${objects[first]!.id}, ${objects[second]!.id}`))
  expect(pairs).toContain('SIMULATED STATION PART 0, SIMULATED STATION PART 0')
  expect(pairs).toContain('SIMULATED FORMATION 0, SIMULATED FORMATION 0')
  expect(pairs).toContain('SIMULATED GEO BOX 0, SIMULATED GEO BOX 0')
  expect(encounters.filter(({ missM, kind }) => missM === 0 && kind === 'start').length).toBe(3)
  expect(notScreened.map(({ place }) => objects[place]!.id)).toContain('SIMULATED BROKEN')
})
