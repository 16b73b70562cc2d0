import { loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { type Random, seededRandom } from '@apsis/astro/random.ts'
import { openWindows, type Windows } from '@apsis/astro/screening/kernel-windows.ts'
import { type SweepObjects, wildSamples } from '@apsis/astro/screening/sweep-objects.ts'
import { HALF_S } from '@apsis/astro/screening/sweep-windows.data.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, dot, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { WASM_ENGINE } from './host.ts'
import { readKernel } from './kernel-file.ts'

/** A thousand objects have half a million pairs: a window that named more pairs than this would not reduce the work. */
const MOST_NAMED_PAIRS = 100
/** The arc cosine of a number near 1 has only half of the digits. */
const ARC_COSINE_RAD = 1e-8
/** The object with free motion moves 1100 km in the window: only few of the 3000 objects are near its path. */
const MOST_LISTED_OBJECTS = 60

const START = parseTime('2026-03-01T00:00:00.000')
const GM = 3.986008e14
const EARTH_RADIUS_M = 6_378_135
// The constants ε and δ are those of astro/kernel/assembly/bounds.ts.
const DELTA_MPS = 4.5
const epsilonAt = (radiusM: number) => 0.045 * (EARTH_RADIUS_M / radiusM) ** 4 + 2e-3
/** The number of values of a row, and the indices of its least and largest radius. */
const [ROW, LOW, HIGH] = [8, 6, 7]
const [MARK, TURN] = [4, 0]

type Motion = (seconds: number) => CartesianState

/** Returns windows over the objects of a catalogue, and over objects with their own motion. */
async function windowsOf(
  seed: number,
  size: number,
  flights: readonly Motion[] = [],
  thresholdM = 5000,
  roles: Partial<Pick<SweepObjects, 'sets' | 'groups' | 'allowed' | 'spans'>> = {},
) {
  const models = makeCatalogue({ seed, size, epoch: START }).map(initSgp4)
  const catalogue = await loadKernelCatalogue({ engine: WASM_ENGINE, bytes: await readKernel() }, models, START)
  const count = size + flights.length
  const others = flights.map((flight) => (seconds: number) => ({ ok: true as const, ...flight(seconds) }))
  const usual = {
    sets: new Uint8Array(count),
    groups: new Int32Array(count),
    allowed: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
    spans: new Map(),
  }
  const windows = openWindows({ catalogue, others, ...usual, ...roles }, thresholdM, HALF_S)
  const singles = (at: number, length: number) =>
    new Float32Array(catalogue.memory.buffer(), at, length) as Float32Array<ArrayBuffer>
  const rows = () => singles(catalogue.kernel.rowsAt(), count * ROW)
  const marks = () => singles(catalogue.kernel.marksAt(), count * MARK)
  return { windows, catalogue, rows, marks }
}

/** Returns all pairs that a window names, as 'lower higher'. */
function namedIn(windows: Windows): Set<string> {
  const count = windows.advance()
  const pairs = windows.pairs(count)
  return new Set(
    Array.from({ length: count }, (_, k) => pairs(k)).map(({ one, other }) => {
      return `${Math.min(one, other)} ${Math.max(one, other)}`
    }),
  )
}

function direction(random: Random): Vec3 {
  const one: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
  return scale(one, 1 / norm(one))
}

/** Returns two bodies on any bound orbits that are closer than 5 km at some time in the first window. */
function makeMeeting(random: Random): Motion[] {
  return meetAt(random, 2 * HALF_S * random())
}

function meetAt(random: Random, meetS: number): Motion[] {
  const radiusM = random() < 0.5 ? 6.5e6 + 1.5e6 * random() : 8e6 + 4.2e7 * random()
  const place = scale(direction(random), radiusM)
  const places = [place, add(place, scale(direction(random), 4999.999 * random()))]
  // The speed is relative to that on a circular orbit; from 1.41 on the body does not return. Half of the bodies move like most objects.
  const isRound = random() < 0.5
  return places.map((r) => {
    const sideways = direction(random)
    const across = add(sideways, scale(r, -dot(sideways, r) / dot(r, r)))
    const way = isRound ? scale(across, 1 / norm(across)) : sideways
    const speed = Math.sqrt(GM / radiusM) * (isRound ? 0.99 + 0.02 * random() : 0.5 + 0.9 * random())
    return (seconds) => propagateTwoBody({ r, v: scale(way, speed) }, seconds - meetS, GM).state
  })
}

test('a window names any two bodies that meet within it, whatever their orbits are', async () => {
  const random = seededRandom(44)
  const meetings = Array.from({ length: 3000 }, () => makeMeeting(random))
  const { windows } = await windowsOf(1, 0, meetings.flat())
  windows.begin(0, 1)
  const named = namedIn(windows)
  // A body that decays into the ground, or leaves the Earth, is compared with all others.
  const wild = new Set(windows.wild())
  const bounded = meetings.map((_, k) => k).filter((k) => !wild.has(2 * k) && !wild.has(2 * k + 1))
  expect(bounded.length).toBeGreaterThan(2000)
  expect(bounded.filter((k) => !named.has(`${2 * k} ${2 * k + 1}`))).toEqual([])
})

test('a window also names two bodies that meet if only one object is compared with all others, and with a large threshold', async () => {
  const random = seededRandom(45)
  const meetings = Array.from({ length: 1000 }, () => makeMeeting(random))
  const { windows } = await windowsOf(1, 0, meetings.flat(), 400_000)
  windows.begin(0, 1)
  const named = namedIn(windows)
  const wild = new Set(windows.wild())
  const bounded = meetings.map((_, k) => k).filter((k) => !wild.has(2 * k) && !wild.has(2 * k + 1))
  expect(bounded.length).toBeGreaterThan(700)
  expect(bounded.filter((k) => !named.has(`${2 * k} ${2 * k + 1}`))).toEqual([])
})

test('a window excludes most pairs that do not meet', async () => {
  const { windows } = await windowsOf(8, 1000)
  windows.begin(0, 1)
  expect(namedIn(windows).size).toBeLessThan(MOST_NAMED_PAIRS)
})

test('a row limits radius and direction of its object over the whole window', async () => {
  const { windows, catalogue, rows, marks } = await windowsOf(9, 1500)
  let bounded = 0
  for (const index of [5, 250, 666]) {
    windows.begin(index, index + 1)
    windows.advance()
    const wild = new Set(windows.wild())
    const [all, turns] = [rows(), marks()]
    const centreS = (2 * index + 1) * HALF_S
    for (let row = 0; row < 1500; row += 1) {
      if (wild.has(row)) continue
      bounded += 1
      const at = (offset: number): Vec3 => {
        const state = catalogue.stateAt(windows.placeOf(row), (centreS + offset) / 60)
        return state.ok ? state.r : expect.fail(`object ${row} has no state, and nothing said so`)
      }
      const centre = at(0)
      for (const offset of [-HALF_S, -0.6 * HALF_S, 0.3 * HALF_S, HALF_S]) {
        const r = at(offset)
        expect(norm(r) >= all[row * ROW + LOW]! && norm(r) <= all[row * ROW + HIGH]!).toBe(true)
        const turned = Math.acos(Math.min(1, dot(r, centre) / (norm(r) * norm(centre))))
        expect(turned).toBeLessThanOrEqual(turns[row * MARK + TURN]! + ARC_COSINE_RAD)
      }
    }
  }
  expect(bounded / (3 * 1500)).toBeGreaterThan(0.98)
})

test('objects that are limited move as (1) and (2) in bounds.ts say', async () => {
  const { windows, catalogue } = await windowsOf(10, 1500)
  for (const index of [2, 400]) {
    windows.begin(index, index + 1)
    windows.advance()
    const wild = new Set(windows.wild())
    const centreS = (2 * index + 1) * HALF_S
    for (let row = 0; row < 1500; row += 1) {
      if (wild.has(row)) continue
      for (const offset of [2 - HALF_S, 0, HALF_S - 2]) {
        const at = (seconds: number): CartesianState => {
          const state = catalogue.stateAt(windows.placeOf(row), (centreS + offset + seconds) / 60)
          return state.ok ? state : expect.fail(`object ${row} has no state`)
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

test('an object that does not move under gravity alone is limited in neither window; one that does is limited in both', async () => {
  const state = { r: [7e6, 0, 0], v: [0, Math.sqrt(GM / 7e6), 0] } as const
  const falls: Motion = (seconds) => propagateTwoBody(state, seconds, GM).state
  // The jump is between the third and the fourth centre.
  const jumps: Motion = (seconds) => {
    const { r, v } = falls(seconds)
    return { r: seconds > 6 * HALF_S ? add(r, [0, 1000, 0]) : r, v }
  }
  const { windows } = await windowsOf(1, 0, [falls, jumps])
  const wildFrom = (first: number) => {
    windows.begin(first, 8)
    return Array.from({ length: 8 - first }, () => {
      windows.advance()
      return windows.wild()
    })
  }
  expect(wildFrom(0)).toEqual([[], [], [1], [1], [], [], [], []])
  // A part that begins just after the jump also accounts for the jump.
  expect(wildFrom(3)).toEqual([[1], [], [], [], []])
})

test('a window names a pair for the time of its encounter, including the ends of the window', async () => {
  const random = seededRandom(46)
  const times = Array.from({ length: 600 }, (_, k) =>
    k % 3 === 0 ? 0 : k % 3 === 1 ? 2 * HALF_S : 2 * HALF_S * random(),
  )
  const { windows } = await windowsOf(
    1,
    0,
    times.flatMap((time) => meetAt(random, time)),
  )
  windows.begin(0, 1)
  const count = windows.advance()
  const pairs = windows.pairs(count)
  let seen = 0
  for (let k = 0; k < count; k += 1) {
    const { one, other, fromS, toS } = pairs(k)
    if (Math.floor(one / 2) !== Math.floor(other / 2)) continue
    seen += 1
    const fromCentre = times[Math.floor(one / 2)]! - HALF_S
    expect(fromS).toBeLessThanOrEqual(fromCentre)
    expect(toS).toBeGreaterThanOrEqual(fromCentre)
  }
  expect(seen).toBeGreaterThan(400)
})

test('a window finds the same whether it is screened alone or after sixty others', async () => {
  const { windows } = await windowsOf(10, 400, [], 20_000)
  const seenIn = () => {
    const pairs = [...namedIn(windows)].sort()
    return { pairs, wild: windows.wild() }
  }
  const [first, end] = [3, 63]
  windows.begin(first, end)
  const together = Array.from({ length: end - first }, seenIn)
  expect(new Set(together.flatMap(({ pairs }) => pairs)).size).toBeGreaterThan(20)
  for (let index = first; index < end; index += 1) {
    windows.begin(index, index + 1)
    expect(seenIn(), `window ${index}`).toEqual(together[index - first])
  }
})

test('a window has room for all pairs of a cluster that meet at the same time', async () => {
  const random = seededRandom(47)
  const r: Vec3 = [7e6, 0, 0]
  const speed = Math.sqrt(GM / 7e6)
  const cluster = Array.from({ length: 400 }, (): Motion => {
    const state = { r: add(r, scale(direction(random), 100)), v: [0, speed, 0] as Vec3 }
    return (seconds) => propagateTwoBody(state, seconds - HALF_S, GM).state
  })
  const { windows } = await windowsOf(1, 0, cluster)
  windows.begin(0, 1)
  expect(namedIn(windows).size).toBe((400 * 399) / 2)
})

test('a window compares the allowed sets, whichever of them is the largest', async () => {
  const random = seededRandom(48)
  const meetings = Array.from({ length: 600 }, () => makeMeeting(random))
  // The objects of each pair are in different sets: set 1 is compared with set 2, of equal and of unequal sizes, and set 3 with itself.
  for (const [isFew, allowed] of [
    [false, [0, 0b100, 0b10, 0b1000]],
    [true, [0, 0b100, 0b10, 0]],
    [true, [0, 0b100, 0b10, 0b1000]],
  ] as const) {
    const setOf = (k: number, which: number) => (k % 3 === 2 ? 3 : isFew && k % 10 > 0 && which === 0 ? 0 : 1 + which)
    const sets = Uint8Array.from(meetings.flatMap((_, k) => [setOf(k, 0), setOf(k, 1)]))
    const isAsked = (one: number, other: number) => (((allowed[sets[one]!] ?? 0) >> sets[other]!) & 1) === 1
    const roles = { sets, allowed: Uint8Array.from({ length: 8 }, (_, k) => allowed[k] ?? 0) }
    const { windows } = await windowsOf(1, 0, meetings.flat(), 5000, roles)
    windows.begin(0, 1)
    const named = namedIn(windows)
    const wild = new Set(windows.wild())
    const asked = meetings.map((_, k) => k).filter((k) => isAsked(2 * k, 2 * k + 1))
    const bounded = asked.filter((k) => !wild.has(2 * k) && !wild.has(2 * k + 1))
    expect(bounded.length).toBeGreaterThan(20)
    expect(bounded.filter((k) => !named.has(`${2 * k} ${2 * k + 1}`))).toEqual([])
    const odd = [...named].map((pair) => pair.split(' ').map(Number)).filter(([one, other]) => !isAsked(one!, other!))
    expect(odd).toEqual([])
  }
})

test('a window lists the objects that may meet one that does not move under gravity alone, and hardly any others', async () => {
  const random = seededRandom(49)
  const { windows, catalogue } = await windowsOf(11, 3000, [], 5000)
  windows.begin(0, 1)
  windows.advance()
  const wild = new Set(windows.wild())
  const stateOf = (row: number, seconds: number) => {
    const state = catalogue.stateAt(windows.placeOf(row), seconds / 60)
    return state.ok ? state.r : undefined
  }
  let listed = 0
  const rows = Array.from({ length: 100 }, (_, k) => 30 * k + 7).filter((row) => !wild.has(row))
  for (const row of rows) {
    // The body passes the object at any speed, at a distance near the threshold.
    const meetS = 10 * Math.floor(16 * random()) + 5
    const meeting = stateOf(row, meetS)!
    const velocity = scale(direction(random), 7000)
    const place = add(meeting, scale(direction(random), 4900))
    const samples = Array.from({ length: 17 }, (_, k) => [
      10 * k - HALF_S,
      ...add(place, scale(velocity, 10 * k - meetS)),
    ])
    const near = windows.near(wildSamples(-1, Float64Array.from(samples.flat())))
    expect(near).toContain(row)
    listed += near.length
  }
  // The object moves 1100 km in the window, and only few of the 3000 objects are near its path.
  expect(listed / rows.length).toBeLessThan(MOST_LISTED_OBJECTS)
})
