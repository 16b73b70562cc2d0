import { expect, test } from 'vitest'
import { makeCatalogue } from '../screening/synthetic-catalogue.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { DEEP_FIELDS, NEAR_FIELDS, type Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { BLOCK_LANES, blockLength, epochMinutes, KINDS, kindOf } from './blocks.ts'
import { homesOf, type PackedGroup, packCatalogue, unpack } from './packed.ts'

/** The packed epoch is minutes as a double: it is rounded to a picosecond within a day, and to a microsecond over years. */
const MICROSECOND_S = 1e-6

const EPOCH = parseTime('2026-03-01T00:00:00.000')
const ORIGIN = addSeconds(EPOCH, -5400)
const MODELS = makeCatalogue({ seed: 31, size: 1000, epoch: EPOCH }).map(initSgp4)
const PACKED = packCatalogue(MODELS, ORIGIN)

/** Terms omitted for perigees below 220 km: the theory does not use them, whatever their values. */
const LEFT_OUT: readonly string[] = ['bstarCc5', 'omgcof', 'xmcof']

test('packCatalogue() contains each object once, among those that are computed alike', () => {
  expect(PACKED.size).toBe(1000)
  expect(PACKED.groups.map(({ kind }) => kind)).toEqual(KINDS)
  for (const { kind, places, blocks } of PACKED.groups) {
    expect(places.length).toBeGreaterThan(0)
    expect([...places].map((place) => kindOf(MODELS[place]!))).toEqual([...places].map(() => kind))
    // Whole blocks, as few as possible.
    const blocksNeeded = blocks.length / blockLength(kind)
    expect(Number.isInteger(blocksNeeded)).toBe(true)
    expect(blocksNeeded * BLOCK_LANES - places.length).toBeGreaterThanOrEqual(0)
    expect(blocksNeeded * BLOCK_LANES - places.length).toBeLessThan(BLOCK_LANES)
  }
  const all = PACKED.groups.flatMap(({ places }) => [...places]).sort((a, b) => a - b)
  expect(all).toEqual(MODELS.map((_, place) => place))
})

test('kindOf() separates deep space, low perigees and other near-Earth orbits', () => {
  const { epoch, near: terms } = MODELS[0]!
  const near = (simple: 0 | 1): Sgp4Model => ({ epoch, near: { ...terms, simple } })
  expect([kindOf(near(0)), kindOf(near(1))]).toEqual(['swinging', 'even'])
  expect(kindOf(MODELS.find(({ deep }) => deep !== undefined)!)).toBe('deep')
})

test('packCatalogue() puts objects of one height next to each other, equal ones in the order of the list', () => {
  const axisOf = (place: number) => MODELS[place]!.near.semiMajorAxis
  for (const { places } of PACKED.groups) {
    const heights = [...places].map(axisOf)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  }
  const [one, other] = [MODELS[0]!, MODELS[1]!]
  const [lower, higher] = axisOf(0) < axisOf(1) ? [one, other] : [other, one]
  const { groups } = packCatalogue([higher, lower, higher, lower, lower], ORIGIN)
  expect(groups.flatMap(({ places }) => [...places])).toEqual([1, 3, 4, 0, 2])
})

test('unpack() returns a model that gives the same states, and its time', () => {
  homesOf(PACKED).forEach(({ group, k }, place) => {
    const model = MODELS[place]!
    const packed = PACKED.groups[group] as PackedGroup
    expect(packed.places[k]).toBe(place)
    const found = unpack(packed, k, ORIGIN)
    expect(found.epochMinutes).toBe(secondsBetween(ORIGIN, model.epoch) / 60)
    expect(epochMinutes(model, ORIGIN)).toBe(found.epochMinutes)
    expect(Math.abs(secondsBetween(model.epoch, found.model.epoch))).toBeLessThan(MICROSECOND_S)
    for (const field of NEAR_FIELDS) {
      const isLeftOut = model.near.simple === 1 && LEFT_OUT.includes(field)
      expect(found.model.near[field], field).toBe(isLeftOut ? 0 : model.near[field])
    }
    for (const field of DEEP_FIELDS) expect(found.model.deep?.[field], field).toBe(model.deep?.[field])
    expect(propagateSgp4Minutes(found.model, 100)).toEqual(propagateSgp4Minutes(model, 100))
  })
})
