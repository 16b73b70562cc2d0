import { expect, test } from 'vitest'
import { openCatalogue } from '../kernel/kernel.ts'
import { packCatalogue } from '../kernel/packed.ts'
import { type Script, scriptedKernel } from '../kernel/testing/scripted-kernel.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import { openWindows } from './kernel-windows.ts'
import type { StateOrReason } from './screened-object.ts'
import { type SweepObjects, wildSamples } from './sweep-objects.ts'
import { TASK_WINDOWS } from './sweep-windows.data.ts'
import { makeCatalogue } from './synthetic-catalogue.ts'

const START = parseTime('2026-03-01T00:00:00.000')
const HALF_S = 80
const BATCH = TASK_WINDOWS + 1
/** Positions of 7000 km in single precision. */
const SINGLE_M = 2
/** A minute in double precision: 7e-15 s a step. */
const TIME_DIGITS = 13

interface WindowScript extends Script {
  readonly size?: number
  readonly others?: readonly ((seconds: number) => StateOrReason)[]
  readonly roles?: Partial<SweepObjects>
  readonly thresholdM?: number
}

function open({ size = 0, others = [], roles = {}, thresholdM = 5000, ...script }: WindowScript) {
  const scripted = scriptedKernel(script)
  const models = makeCatalogue({ seed: 3, size, epoch: START }).map(initSgp4)
  const catalogue = openCatalogue(scripted.kernel, packCatalogue(models, START))
  const count = size + others.length
  const objects: SweepObjects = {
    catalogue,
    others,
    sets: new Uint8Array(count),
    groups: new Int32Array(count),
    allowed: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
    spans: new Map(),
    ...roles,
  }
  return { ...scripted, catalogue, windows: openWindows(objects, thresholdM, HALF_S) }
}

const still = (r: Vec3) => (): StateOrReason => ({ ok: true, r, v: [0, 0, 0] })

test('windows are screened in batches; states are computed at their centres and at the centre of the next window', () => {
  const { windows, numbersOf } = open({ size: 10 })
  windows.begin(0, BATCH + 6)
  for (let k = 0; k < BATCH + 6; k += 1) windows.advance()
  const places = Array.from({ length: BATCH }, (_unused, k) => k)
  expect(numbersOf('screenWindow').flat()).toEqual([...places, ...places.slice(0, 6)])
  const [first] = numbersOf('fillObjects')
  const [, , , row, windowCount, ...minutes] = first!
  expect([row, windowCount]).toEqual([0, BATCH])
  expect(minutes.map((minute) => Math.round(60 * minute))).toEqual([...places, BATCH].map((k) => 160 * k + 80))
  const last = numbersOf('fillObjects').at(-1)!
  expect(last[4]).toBe(6)
  expect(last.slice(5).map((minute) => Math.round(60 * minute))).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((k) => 160 * (BATCH + k) + 80),
  )
})

test('a sweep that starts later also fills the previous window, which shows the objects that deviate before the first window', () => {
  const { windows, numbersOf } = open({ size: 10 })
  windows.begin(5, 8)
  windows.advance()
  expect(numbersOf('screenWindow')).toEqual([[1]])
  expect(Math.round(60 * numbersOf('fillObjects')[0]![5]!)).toBe(4 * 160 + 80)
})

test('if the kernel has too little room, it gets twice as much and screens the window again', () => {
  const { windows, numbersOf } = open({ size: 10, answers: [-1, -2, -2, 4] })
  windows.begin(0, 3)
  expect(windows.advance()).toBe(4)
  expect(numbersOf('screenWindow')).toEqual([[0], [0], [0], [0]])
  // The room is requested twice each time: first for its size in memory, then for its layout.
  const rooms = numbersOf('openSweep').filter((_unused, k) => k % 2 === 1)
  const [first] = rooms
  const [, count, batch, entries, probes, found] = first!
  expect([count, batch]).toEqual([10, BATCH])
  expect(rooms.map((room) => room.slice(3))).toEqual([
    [entries, probes, found],
    [entries, probes, 2 * found!],
    [2 * entries!, 2 * probes!, 2 * found!],
    [4 * entries!, 4 * probes!, 2 * found!],
  ])
  expect(numbersOf('startBatch')).toHaveLength(4)
})

test('a pair is evaluated slightly longer than the kernel reports, because of single precision', () => {
  const { windows } = open({
    size: 10,
    answers: [2],
    found: [
      [3, 4, -12.5, 2],
      [5, 6, 60, 0.25],
    ],
  })
  windows.begin(0, 1)
  const pair = windows.pairs(windows.advance())
  expect(pair(0)).toMatchObject({ one: 3, other: 4 })
  expect(pair(0).fromS).toBeCloseTo(-12.5 - 2 - 1e-3 - 14.5e-6, TIME_DIGITS)
  expect(pair(1).toS).toBeCloseTo(60.25 + 1e-3 + 60.25e-6, TIME_DIGITS)
})

test('sets that are compared with themselves form the grid; others are probes, and objects that are compared with nothing are marked', () => {
  const sets = Uint8Array.of(0, 1, 2, 0)
  // Set 0 is compared with itself and with 1, set 2 with no set.
  const allowed = Uint8Array.of(0b11, 0b01, 0, 0, 0, 0, 0, 0)
  const others = [0, 1, 2, 3].map(() => still([7e6, 0, 0]))
  const { kernel, numbersOf } = open({ others, roles: { sets, allowed, groups: Int32Array.of(0, 9, 0, -4) } })
  const kinds = new Uint8Array(kernel.memory.buffer, kernel.kindsAt(), 4)
  expect([...kinds]).toEqual([0, 1 | 8, 2 | 16, 0])
  expect([...new Int32Array(kernel.memory.buffer, kernel.groupsAt(), 4)]).toEqual([0, 9, 0, -4])
  expect([...new Uint8Array(kernel.memory.buffer, kernel.allowedAt(), 8)]).toEqual([...allowed])
  // Probes are not compared with each other; the objects of the grid are.
  expect(numbersOf('setSweep')).toEqual([[HALF_S, 5000, 20_000, 0, 1]])
})

test('without a set that is compared with itself, the largest set forms the grid; shells are as thick as a large threshold', () => {
  const others = [0, 1, 2].map(() => still([7e6, 0, 0]))
  const roles = {
    sets: Uint8Array.of(0, 1, 1),
    allowed: Uint8Array.of(0b10, 0b01, 0, 0, 0, 0, 0, 0),
    groups: new Int32Array(3),
  }
  const { kernel, numbersOf } = open({ others, roles, thresholdM: 50_000 })
  expect([...new Uint8Array(kernel.memory.buffer, kernel.kindsAt(), 3)]).toEqual([8, 1, 1])
  expect(numbersOf('setSweep')).toEqual([[HALF_S, 50_000, 50_000, 0, 0]])
})

test('an object with its own motion has states within its span, and NaN outside', () => {
  const spans = new Map([[0, { fromS: 200, toS: 500 }]])
  const { windows, numbersOf } = open({ others: [still([7e6, 1, 2])], roles: { spans } })
  windows.begin(0, 4)
  const [, , ...x] = numbersOf('fillOwn')[0]!
  // Centres at 80, 240, 400, 560 and 720 s.
  expect(x).toEqual([Number.NaN, 7e6, 7e6, Number.NaN, Number.NaN])
})

test('with known radii the probes of the catalogue come first, each in its own lane', () => {
  const size = 40
  const sets = new Uint8Array(size)
  sets[7] = 1
  const extents = { least: new Float32Array(size).fill(5), most: new Float32Array(size).fill(6) }
  const roles = { sets, allowed: Uint8Array.of(0b11, 0b01, 0, 0, 0, 0, 0, 0), extents }
  const { windows, catalogue, kernel, calls, numbersOf } = open({ size, roles })
  windows.begin(0, 2)
  expect(numbersOf('setExtents').at(-1)).toEqual([1])
  expect([...new Float32Array(kernel.memory.buffer, kernel.mostAt(), 2)]).toEqual([6, 6])
  const row = catalogue.order.indexOf(7)
  const [probe] = numbersOf('fillProbe')
  expect(probe!.slice(3)).toEqual([row, 2])
  expect(windows.placeOf(row)).toBe(7)
  const names = calls.map(({ name }) => name)
  expect(names.indexOf('fillProbe')).toBeLessThan(names.indexOf('fillObjects'))
})

/** The largest speed of a bounded object: v² r < 2.2 µ at the lowest bounded radius (bounds.ts of the kernel), m/s. */
const FASTEST_BOUNDED_MPS = Math.sqrt((2.2 * 3.986008e14) / (6_378_135 + 15_000))

test('the reach of a wild object includes the threshold, its step, half a step of motion, and the fall', () => {
  // The wild object is at rest, so its own step is zero; another object falls by 5 m/s² s² over half a window.
  const place: Vec3 = [7e6, 0, 0]
  const wild = wildSamples(0, Float64Array.of(-5, ...place, 5, ...place))
  const reachM = 5000 + 5 * FASTEST_BOUNDED_MPS + 5 * HALF_S * HALF_S
  const row = (object: number) => [7e6, object === 1 ? reachM - SINGLE_M : 1.01 * reachM, 0, 0, 0, 0, 7e6, 7e6]
  const { windows, numbersOf } = open({ others: [0, 1, 2].map(() => still(place)), listed: [1, 2], row })
  windows.begin(0, 1)
  windows.advance()
  expect(windows.near(wild)).toEqual([1])
  const [least, most, x, y, z, farthest] = numbersOf('listObjects')[0]!
  expect([least, most, x, y, z]).toEqual([7e6 - 5000, 7e6 + 5000, ...place])
  expect(farthest).toBeGreaterThan(reachM + FASTEST_BOUNDED_MPS * HALF_S)
})

test('another object is propagated along its straight line, and the step of a wild object is its longest', () => {
  // It starts at the centre, and moves aside by 30 km.
  const wild = wildSamples(0, Float64Array.of(0, 7e6, 0, 0, 40, 7e6, 30_000, 0, 80, 7e6, 0, 0))
  // Far away at the centre, and near at the last sample: one object along each axis.
  const row = (object: number) => {
    const along = (value: number) => [1, 2, 3].map((axis) => (axis === object ? value : 0))
    const [x = 0, y = 0, z = 0] = along(800_000)
    return [7e6 + x, y, z, ...along(-10_000), 7e6, 7e6]
  }
  const flights = [0, 1, 2, 3].map(() => still([7e6, 0, 0]))
  const { windows, numbersOf } = open({ others: flights, listed: [1, 2, 3], row })
  windows.begin(0, 1)
  windows.advance()
  expect(windows.near(wild)).toEqual([1, 2, 3])
  expect(numbersOf('listObjects')[0]![0]).toBe(7e6 - 30_000 - 5000)
})

test('the kernel lists the objects that are not bounded', () => {
  const { windows } = open({ others: [0, 1, 2].map(() => still([7e6, 0, 0])), wild: [2, 0] })
  windows.begin(0, 1)
  windows.advance()
  expect(windows.wild()).toEqual([2, 0])
})
