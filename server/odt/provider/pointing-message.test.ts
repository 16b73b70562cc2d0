import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { MessageTime } from '@apsis/ccsds/block/block.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { expect, test } from 'vitest'
import type { KnownOrbit } from '../object/known-orbit.ts'
import { pointingMessage } from './pointing-message.ts'

const PASS = parseTime('2026-11-24T10:00:00.000Z')
const PASS_S = 180
/** The Earth's GM in m³/s² and a radius in m, for a circular orbit, which has a state at every time. */
const [GM_M3_S2, RADIUS_M] = [3.986004418e14, 7_000_000]

const circle = (epoch: Epoch) => {
  const rate = Math.sqrt(GM_M3_S2 / RADIUS_M ** 3)
  const angle = rate * secondsBetween(PASS, epoch)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return { r: [RADIUS_M * c, RADIUS_M * s, 0], v: [-RADIUS_M * rate * s, RADIUS_M * rate * c, 0] } as const
}

/** Returns the message to a provider about a pass, from an orbit that has states between two times, s from the start of the pass. */
function told(fromS: number, toS: number) {
  const orbit: KnownOrbit = {
    type: 'SP_EPHEMERIS',
    epoch: null,
    at: (epoch) => {
      const atS = secondsBetween(PASS, epoch)
      return atS < fromS || atS > toS ? null : circle(epoch)
    },
  }
  const startMs = Date.parse(formatTime(PASS, { digits: 3, zulu: true }))
  const times = { startMs, endMs: startMs + PASS_S * 1000, now: new Date(startMs - 3_600_000) }
  return pointingMessage({ orbit, name: 'SAT', noradId: 90_001, ...times })
}

function time(read: MessageTime): string {
  if (!('taiS' in read)) throw new Error('a time of no known system')
  return formatTime(read, { digits: 3 })
}

test('a provider gets the states of an object from two minutes before a pass until two minutes after it', () => {
  const { metadata, states } = parseOem(told(-1000, 1000) ?? '').segments[0]!
  expect(states).toHaveLength(22)
  expect([metadata.startTime, metadata.stopTime].map(time)).toEqual([
    time(addSeconds(PASS, -120)),
    time(addSeconds(PASS, 300)),
  ])
})

test('the times in a message are the times of its states, if the orbit ends within the usual span', () => {
  const { metadata, states } = parseOem(told(-30, 250) ?? '').segments[0]!
  expect([metadata.startTime, metadata.stopTime].map(time)).toEqual([
    time(states.at(0)!.epoch),
    time(states.at(-1)!.epoch),
  ])
  expect(time(metadata.stopTime)).toBe(time(addSeconds(PASS, 240)))
  expect(told(400, 1000)).toBeUndefined()
})
