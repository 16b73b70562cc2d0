import { expect, test } from 'vitest'
import type { KernelCatalogue, StatePlanes } from '../kernel/kernel.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { type Random, seededRandom } from '../random.ts'
import { initSgp4 } from '../sgp4/init.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes, type Sgp4State } from '../sgp4/propagate.ts'
import { secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, dot, norm, scale, type Vec3 } from '../vec3.ts'
import { forCandidates } from './candidates.ts'
import { screenExhaustively } from './exhaustive.ts'
import { type Encounter, screenedElements } from './screened-object.ts'
import { sweep } from './sweep.ts'
import { makeCatalogue } from './synthetic-catalogue.ts'
import { DELTA_MPS, epsilonAt, fillWindow, GM, makeWindow, markWild } from './window.ts'

const START = parseTime('2026-03-01T00:00:00.000')
// Times are counted from the start here and from the epochs there: what that rounds is less than the refinement leaves.
const TIME_S = 2e-6
const MISS_M = 1e-3

/** What the kernel does, by the scalar code: the sweep must not depend on who gives the states. */
function scalarCatalogue(models: readonly Sgp4Model[]): KernelCatalogue {
  const ages = models.map((model) => secondsBetween(model.epoch, START) / 60)
  const stateAt = (place: number, minutes: number): Sgp4State =>
    propagateSgp4Minutes(models[place]!, (ages[place] ?? 0) + minutes)
  return {
    size: models.length,
    // In reverse, so that places and lanes are not mistaken for each other.
    order: Uint32Array.from(models, (_, k) => models.length - 1 - k),
    stateAt,
    propagateTimes: () => planesOf([]),
    propagateAll: (minutes) => planesOf(models.map((_, k) => stateAt(models.length - 1 - k, minutes))),
  }
}

function planesOf(states: readonly (Sgp4State | (CartesianState & { ok: true }))[]): StatePlanes {
  const plane = (of: (state: CartesianState) => number) =>
    Float64Array.from(states, (state) => (state.ok ? of(state) : Number.NaN))
  return {
    ...{ x: plane(({ r }) => r[0]), y: plane(({ r }) => r[1]), z: plane(({ r }) => r[2]) },
    ...{ vx: plane(({ v }) => v[0]), vy: plane(({ v }) => v[1]), vz: plane(({ v }) => v[2]) },
    failures: states.filter(({ ok }) => !ok).length,
  }
}

function modelsOf(seed: number, size: number): Sgp4Model[] {
  return makeCatalogue({ seed, size, epoch: START }).map(initSgp4)
}

function keysOf(encounters: readonly Encounter[]): string[] {
  return encounters.map(({ first, second, kind }) => `${first} ${second} ${kind}`).sort()
}

test.each([1, 2, 3])('sweep() finds what the exhaustive reference finds, and nothing else: seed %d', (seed) => {
  const models = modelsOf(seed, 400)
  const options = { durationS: 4 * 3600 + 70, thresholdM: 30_000 }
  const swept = sweep(scalarCatalogue(models), options)
  const objects = models.map((model, place) => screenedElements(String(place), model, START))
  const truth = screenExhaustively(objects, options)
  expect(keysOf(swept.encounters)).toEqual(keysOf(truth.encounters))
  expect(new Set(truth.encounters.map(({ kind }) => kind))).toEqual(new Set(['minimum', 'start']))
  const left = [...truth.encounters]
  for (const own of swept.encounters) {
    const at = left.findIndex(
      ({ first, second, kind, seconds }) =>
        first === own.first && second === own.second && kind === own.kind && Math.abs(seconds - own.seconds) < TIME_S,
    )
    expect(at).toBeGreaterThanOrEqual(0)
    expect(Math.abs(own.missM - left[at]!.missM)).toBeLessThan(MISS_M)
    left.splice(at, 1)
  }
  const byPlace = (a: { place: number }, b: { place: number }) => a.place - b.place
  expect(swept.notScreened.toSorted(byPlace)).toEqual(truth.notScreened.toSorted(byPlace))
})

test('sweep() lists those that are about to meet when the interval ends, as the reference does', () => {
  const models = modelsOf(4, 300)
  const minima = sweep(scalarCatalogue(models), { durationS: 7200, thresholdM: 30_000 }).encounters
  const last = minima.findLast(({ kind, relativeSpeedMps }) => kind === 'minimum' && relativeSpeedMps > 1000)
  const options = { durationS: last!.seconds - 0.1, thresholdM: 30_000 }
  const swept = sweep(scalarCatalogue(models), options).encounters
  const objects = models.map((model, place) => screenedElements(String(place), model, START))
  expect(keysOf(swept)).toEqual(keysOf(screenExhaustively(objects, options).encounters))
  expect(keysOf(swept)).toContain(`${last!.first} ${last!.second} end`)
})

test('sweep() pairs only what may be paired, and refuses a screening without length or threshold', () => {
  const catalogue = scalarCatalogue(modelsOf(1, 200))
  const all = sweep(catalogue, { durationS: 7200, thresholdM: 50_000 }).encounters
  const some = sweep(catalogue, { durationS: 7200, thresholdM: 50_000, isPair: (first) => first % 2 === 0 }).encounters
  expect(some).toEqual(all.filter(({ first }) => first % 2 === 0))
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(all.length)
  expect(() => sweep(catalogue, { durationS: 0, thresholdM: 1 })).toThrow(RangeError)
  expect(() => sweep(catalogue, { durationS: 1, thresholdM: Number.NaN })).toThrow(RangeError)
})

/** Two bodies on any bound orbits that are nearer than 5 km to each other `seconds` after the centre of the window. */
function makeMeeting(random: Random): CartesianState[] {
  const direction = (): Vec3 => {
    const one: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
    return scale(one, 1 / norm(one))
  }
  const radiusM = random() < 0.5 ? 6.5e6 + 1.5e6 * random() : 8e6 + 4.2e7 * random()
  const place = scale(direction(), radiusM)
  const places = [place, add(place, scale(direction(), 4999.999 * random()))]
  const seconds = 120 * random() - 60
  // In units of the speed on a circle; from 1.41 on it does not come back.
  const speed = () => Math.sqrt(GM / radiusM) * (0.5 + 0.9 * random())
  return places.map((r) => propagateTwoBody({ r, v: scale(direction(), speed()) }, -seconds, GM).state)
}

test('forCandidates() names any two bodies that meet within the window, whatever their orbits', () => {
  const random = seededRandom(44)
  let [met, named] = [0, 0]
  for (let run = 0; run < 6000; run += 1) {
    const window = makeWindow(2, 60)
    fillWindow(window, planesOf(makeMeeting(random).map((state) => ({ ok: true as const, ...state }))))
    // Falling into the ground, or leaving the Earth: compared with everybody.
    if (window.isWild[0] === 1 || window.isWild[1] === 1) continue
    met += 1
    forCandidates(window, 5000, () => {
      named += 1
    })
  }
  expect(met).toBeGreaterThan(4500)
  expect(named).toBe(met)
})

test('forCandidates() leaves out most of those that do not meet', () => {
  const catalogue = scalarCatalogue(modelsOf(8, 1000))
  const window = makeWindow(1000, 60)
  fillWindow(window, catalogue.propagateAll(10))
  let named = 0
  forCandidates(window, 5000, () => {
    named += 1
  })
  expect(named).toBeLessThan(100)
})

test('fillWindow() bounds radius and direction of every object that is not wild, over the whole window', () => {
  const models = modelsOf(9, 1500)
  const catalogue = scalarCatalogue(models)
  let bounded = 0
  for (const centreS of [600, 30_000, 80_000]) {
    const [window, next] = [makeWindow(models.length, 60), makeWindow(models.length, 60)]
    fillWindow(window, catalogue.propagateAll(centreS / 60))
    fillWindow(next, catalogue.propagateAll((centreS + 120) / 60))
    markWild(window, next)
    for (let k = 0; k < models.length; k += 1) {
      if (window.isWild[k] === 1) continue
      bounded += 1
      const centre: Vec3 = [window.x[k]!, window.y[k]!, window.z[k]!]
      for (const offset of [-60, -35, 20, 60]) {
        const state = catalogue.stateAt(catalogue.order[k]!, (centreS + offset) / 60)
        if (!state.ok) expect.fail(`object ${k} has no state, and nothing said so`)
        const radius = norm(state.r)
        expect(radius >= window.low[k]! && radius <= window.high[k]!).toBe(true)
        const turned = Math.acos(Math.min(1, dot(state.r, centre) / (radius * norm(centre))))
        expect(turned).toBeLessThanOrEqual(window.turn[k]! + 1e-8)
      }
    }
  }
  expect(bounded / (3 * models.length)).toBeGreaterThan(0.98)
})

test('objects that are not wild fall as (1) and (2) of window.ts say', () => {
  const models = modelsOf(10, 1500)
  const catalogue = scalarCatalogue(models)
  for (const centreS of [300, 50_000]) {
    const [window, next] = [makeWindow(models.length, 60), makeWindow(models.length, 60)]
    fillWindow(window, catalogue.propagateAll(centreS / 60))
    fillWindow(next, catalogue.propagateAll((centreS + 120) / 60))
    markWild(window, next)
    for (let k = 0; k < models.length; k += 1) {
      if (window.isWild[k] === 1) continue
      for (const offset of [-58, 0, 58]) {
        const at = (seconds: number): CartesianState => {
          const state = catalogue.stateAt(catalogue.order[k]!, (centreS + offset + seconds) / 60)
          return state.ok ? state : expect.fail(`object ${k} has no state`)
        }
        const [before, here, after] = [at(-2), at(0), at(2)]
        const fall = scale(add(add(before.r, after.r), scale(here.r, -2)), 1 / 4)
        const radius = norm(here.r)
        expect(norm(add(fall, scale(here.r, GM / radius ** 3)))).toBeLessThan(epsilonAt(radius))
        const rate = scale(add(after.r, scale(before.r, -1)), 1 / 4)
        expect(norm(add(rate, scale(here.v, -1)))).toBeLessThan(DELTA_MPS)
      }
    }
  }
})

test('markWild() finds what does not fly as it falls, and leaves alone what does', () => {
  const [before, after] = [makeWindow(2, 60), makeWindow(2, 60)]
  const state = { r: [7e6, 0, 0], v: [0, Math.sqrt(GM / 7e6), 0] } as const
  const later = propagateTwoBody(state, 120, GM).state
  const jumped = { r: add(later.r, [0, 1000, 0]), v: later.v }
  fillWindow(before, planesOf([state, state].map((one) => ({ ok: true as const, ...one }))))
  fillWindow(after, planesOf([later, jumped].map((one) => ({ ok: true as const, ...one }))))
  markWild(before, after)
  expect([...before.isWild]).toEqual([0, 1])
  expect([...after.isWild]).toEqual([0, 1])
})
