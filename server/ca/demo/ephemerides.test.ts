import { Readable } from 'node:stream'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { dot, norm, subtract } from '@apsis/astro/vec3.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { readOem } from '@apsis/ccsds/oem/read-oem.ts'
import { expect, test } from 'vitest'
import { readEphemeris } from '../ephemeris/record/reading.ts'
import { messagesDue } from '../testing/messages-due.ts'
import { demoEphemerides } from './ephemerides.ts'
import { DEMO_FLEET, DEMO_SEED } from './fleet.data.ts'
import { demoState } from './orbit.ts'
import { DEMO_BURN } from './stories.data.ts'

/** The effect of J2 in a minute: half of 0.014 m/s² times 60² s². */
const J2_MINUTE_M = 25
/** The file rounds each component to a micrometre per second; the error is half of that. */
const BURN_DIGITS = 6
const OPENED = Date.parse('2026-11-20T07:02:27.000Z')
const files = [...demoEphemerides(DEMO_SEED, OPENED)]
const texts = files.map(({ bytes }) => bytes.toString('utf8'))

test('demoEphemerides() has a file for each of the four satellites in low orbit, and a broken one', () => {
  expect(files.filter(({ isGood }) => isGood).map(({ noradId }) => noradId)).toEqual([90_001, 90_002, 90_003, 90_004])
  expect(files.filter(({ isGood }) => !isGood).map(({ noradId }) => noradId)).toEqual([90_004])
  expect(texts.every((text) => text.includes('SIMULATED'))).toBe(true)
})

test('good files pass all checks without a warning; the checks name the fault of the broken one', async () => {
  for (const { name, noradId, isGood, bytes } of files) {
    const about = DEMO_FLEET.find(({ input }) => input.noradId === noradId)?.input
    const object = { ids: [about?.cosparId ?? ''], names: [about?.name ?? ''] }
    const { errors, warnings } = await readEphemeris(Readable.from([bytes]), { name, object })
    expect(warnings).toEqual([])
    expect(errors.map(({ message }) => message)).toEqual(
      isGood ? [] : [expect.stringContaining('its position is in m, not in km')],
    )
  }
})

test('ephemerides and messages have the same orbits: the state in a message is on the ephemeris', () => {
  const [first] = texts
  const reading = readOem(first ?? '')
  if (!reading.ok) throw new Error('the file cannot be read')
  const states = reading.message.segments[0]?.states ?? []
  const due = messagesDue(DEMO_SEED, OPENED, { from: OPENED - 86_400_000, to: OPENED })
  let compared = 0
  for (const { bytes } of due) {
    const cdm = readCdm(bytes.toString('utf8'))
    if (!cdm.ok) throw new Error('the message cannot be read')
    const [primary] = cdm.message.objects
    const { tca } = cdm.message.relative
    if (primary.metadata.objectDesignator !== '90001') continue
    const before = states.findLast(({ epoch }) => isResolved(epoch) && epoch.taiS <= tca.taiS)
    if (before === undefined || !isResolved(before.epoch)) continue
    const seconds = tca.taiS - before.epoch.taiS + (tca.taiFs - before.epoch.taiFs) / 1e15
    if (seconds > 60) continue
    const flown = propagateTwoBody(before, seconds, GM_EARTH)
    expect(norm(subtract(primary.state.r, flown.state.r))).toBeLessThan(J2_MINUTE_M)
    compared += 1
  }
  expect(compared).toBeGreaterThan(5)
})

test('only the ephemeris contains the burn: at the last event the satellite is behind by three times Δv times the time since', () => {
  const reading = readOem(texts[0] ?? '')
  if (!reading.ok) throw new Error('the file cannot be read')
  const [before, after, ...more] = reading.message.segments
  expect(more).toEqual([])
  const [last] = before!.states.slice(-1)
  const [first] = after!.states
  expect(first!.r).toEqual(last!.r)
  expect(norm(subtract(first!.v, last!.v))).toBeCloseTo(DEMO_BURN.alongMps, BURN_DIGITS)
  const satellite = DEMO_FLEET.find(({ input }) => input.noradId === DEMO_BURN.noradId)!
  const end = after!.states.at(-1)!
  if (!isResolved(end.epoch) || !isResolved(first!.epoch)) throw new Error('the times cannot be read')
  const seconds = end.epoch.taiS - first!.epoch.taiS
  const unmoved = demoState(satellite, end.epoch)
  const difference = subtract(end.r, unmoved.r)
  const along = dot(difference, unmoved.v) / norm(unmoved.v)
  // Clohessy-Wiltshire: −3Δv·t, plus or minus up to 4Δv/n = 91 m within a revolution.
  expect(Math.abs(along + 3 * DEMO_BURN.alongMps * seconds)).toBeLessThan(100)
  expect(norm(difference)).toBeLessThan(Math.abs(along) + 100)
})
