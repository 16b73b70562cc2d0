import { expect, test } from 'vitest'
import { initSgp4 } from '../sgp4/init.ts'
import { DEEP_FIELDS, NEAR_FIELDS } from '../sgp4/model.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { BLOCK_LANES, blockLength, epochMinutes, type Kind, kindOf, readLane, writeLane } from './blocks.ts'

/** Minutes after the origin of a day: a tenth of a microsecond. */
const MINUTES_DIGITS = 9

/** The mean motion of an element set is Kozai's, so its axis differs from Kepler's by some kilometres. */
const KEPLER_KM_DIGITS = -1

/** An epoch is stored as minutes, which are rounded by 1e-10 s over two days. */
const EPOCH_S = 1e-9

const ORIGIN = parseTime('2026-03-20T00:00:00')

const modelOf = (periodMin: number, eccentricity: number) =>
  initSgp4({
    epoch: addSeconds(ORIGIN, 90_061),
    meanMotionRadPerS: (2 * Math.PI) / (periodMin * 60),
    eccentricity,
    incRad: 1,
    raanRad: 2,
    argPeriapsisRad: 3,
    meanAnomalyRad: 4,
    bstar: 1e-4,
  })

const MODELS = [
  ['swinging', modelOf(100, 0.001)],
  ['even', modelOf(87.8, 0.001)],
  ['deep', modelOf(718, 0.7)],
] as const

test.each(MODELS)('a lane of %s objects is read as it was written, at any place in the block', (kind, model) => {
  expect(kindOf(model)).toBe(kind)
  for (const lane of [0, 17, BLOCK_LANES - 1]) {
    const block = new Float64Array(blockLength(kind))
    writeLane(block, lane, { model, origin: ORIGIN })
    const read = readLane(block, lane, { kind, origin: ORIGIN })
    // 25 hours, 1 minute and 1 second.
    expect(read.epochMinutes).toBeCloseTo(1501 + 1 / 60, MINUTES_DIGITS)
    expect(Math.abs(secondsBetween(model.epoch, read.model.epoch))).toBeLessThan(EPOCH_S)
    expect(propagateSgp4Minutes(read.model, 77)).toEqual(propagateSgp4Minutes(model, 77))
    expect(read.model.deep === undefined).toBe(kind !== 'deep')
  }
})

test.each(MODELS)('writing a lane of %s objects does not change its neighbours', (kind, model) => {
  const block = new Float64Array(blockLength(kind)).fill(-7)
  writeLane(block, 5, { model, origin: ORIGIN })
  const touched = new Set([...block.entries()].filter(([, value]) => value !== -7).map(([at]) => at % BLOCK_LANES))
  expect([...touched]).toEqual([5])
})

test('a block has a row of 64 for each field, two more near the Earth, and six for a resonance in deep space', () => {
  const rows = (kind: Kind) => blockLength(kind) / BLOCK_LANES
  expect([rows('swinging'), rows('even')]).toEqual([NEAR_FIELDS.length + 2, NEAR_FIELDS.length + 2])
  expect(rows('deep')).toBe(NEAR_FIELDS.length + 2 + DEEP_FIELDS.length + 6)
  // A resonance that has not started is marked by NaN.
  const block = new Float64Array(blockLength('deep'))
  writeLane(block, 3, { model: MODELS[2][1], origin: ORIGIN })
  const last = Array.from({ length: 7 }, (_, k) => block[(rows('deep') - 1 - k) * BLOCK_LANES + 3]!)
  expect(last.map(Number.isNaN)).toEqual([true, true, true, true, true, true, false])
})

test('the row after the fields is the square root of the axis, by which the theory divides', () => {
  const [, model] = MODELS[0]
  const block = new Float64Array(blockLength('swinging'))
  writeLane(block, 0, { model, origin: ORIGIN })
  // 100 minutes correspond to 7136 km, by Kepler's third law with the constants of WGS-72.
  expect(block[NEAR_FIELDS.length * BLOCK_LANES]! ** 2 * 6378.135).toBeCloseTo(7136.6, KEPLER_KM_DIGITS)
})

test('minutes to the epoch are negative for elements before the origin', () => {
  const [, model] = MODELS[0]
  expect(epochMinutes(model, addSeconds(model.epoch, 600))).toBe(-10)
  expect(epochMinutes(model, addSeconds(model.epoch, -30))).toBe(0.5)
})
