import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Random, seededRandom } from '@apsis/astro/random.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { DEMO_FLEET, type DemoSatellite } from './fleet.data.ts'
import {
  DEMO_STORIES,
  FUTURE_LEVELS,
  FUTURE_SATELLITES,
  HIGH_EVENT,
  PAST_LEVELS,
  STREAM_LEVELS,
  type Story,
} from './stories.data.ts'

/** The number of events whose TCA has passed when the demo is opened. */
export const PAST_EVENTS = 11
const FUTURE_EVENTS = 49
/** The number of events at the opening of the demo; later events are added as time passes. */
export const FIRST_EVENTS = PAST_EVENTS + FUTURE_EVENTS
const FUTURE_H = 168
/** The hours from the opening to the first future TCA, and between one TCA and the next. */
const FIRST_TCA_H = 2.3
const SPACING_H = (FUTURE_H - FIRST_TCA_H) / FUTURE_EVENTS
const LONGEST_LEAD_H = 182
/** The message that gives a later event its level: about a day before TCA, at the time of the decision. */
const TUNED_H = 30

/** One close approach of the demo: its satellite, its time, its level, and the times of its messages. */
export interface DemoEvent {
  readonly index: number
  readonly seed: number
  readonly openedAt: number
  readonly satellite: DemoSatellite
  readonly tcaMs: number
  readonly level: RiskLevel
  readonly story: Story | null
  /** The creation times of its messages, ms since 1970, ascending. */
  readonly createdMs: readonly number[]
  /** The index of the message whose probability gives the event its level. */
  readonly tuned: number
}

/** Derives a seed for each purpose from the seed of the demo. */
export function mixSeed(...parts: readonly number[]): number {
  return parts.reduce((mixed, part) => Math.imul((mixed ^ part) >>> 0, 0x9e3779b1) ^ (mixed >>> 15), 0x243f6a88) >>> 0
}

/** Returns the event with a number: 0 to 59 exist at the opening, and later ones follow without end. */
export function demoEvent(seed: number, openedAt: number, index: number): DemoEvent {
  const random = seededRandom(mixSeed(seed, 1, index))
  const { satellite, tcaH, level, story } = placeOf(seed, index, random)
  const tcaMs = Math.round(openedAt + tcaH * HOUR_MS)
  const hours = story === null ? hoursBefore(tcaH, index, random) : story.messages.map((one) => one.hoursBefore)
  const createdMs = hours.map((h) => Math.round((tcaMs - h * HOUR_MS) / 1000) * 1000)
  const last = createdMs.findLastIndex((ms) => ms <= openedAt)
  const nearest = hours.findIndex((h) => h <= TUNED_H)
  const tuned = index >= PAST_EVENTS && index < FIRST_EVENTS ? last : nearest
  return { index, seed, openedAt, satellite, tcaMs, level, story, createdMs, tuned: Math.max(0, tuned) }
}

/** Returns the numbers of all events that may have a message between two times. */
export function eventsBetween(openedAt: number, from: number, to: number): number[] {
  const lastTcaH = (to - openedAt) / HOUR_MS + LONGEST_LEAD_H
  const firstTcaH = (from - openedAt) / HOUR_MS - SPACING_H
  const count = Math.max(FIRST_EVENTS, PAST_EVENTS + Math.ceil((lastTcaH - FIRST_TCA_H) / SPACING_H) + 1)
  const first = Math.max(0, PAST_EVENTS + Math.floor((firstTcaH - FIRST_TCA_H) / SPACING_H) - 1)
  return Array.from({ length: Math.max(0, count - first) }, (_, place) => first + place)
}

interface Place {
  readonly satellite: DemoSatellite
  readonly tcaH: number
  readonly level: RiskLevel
  readonly story: Story | null
}

function placeOf(seed: number, index: number, random: Random): Place {
  if (index < PAST_EVENTS) {
    const level = dealt(PAST_LEVELS, seededRandom(mixSeed(seed, 2)))[index] ?? 'LOW'
    const satellite = pick(FUTURE_SATELLITES, random)
    return { satellite: satelliteOf(satellite), tcaH: -1.2 - (index + 0.6 * random()) * 4.6, level, story: null }
  }
  const slot = index - PAST_EVENTS
  const tcaH = FIRST_TCA_H + (slot + 0.15 + 0.7 * random()) * SPACING_H
  if (slot >= FUTURE_EVENTS) {
    const level = pick(STREAM_LEVELS, random)
    return { satellite: satelliteOf(pick(FUTURE_SATELLITES, random)), tcaH, level, story: null }
  }
  const fixed = [...DEMO_STORIES, HIGH_EVENT]
  const taken = fixed.map((one) => slotOf(one.hoursToTca))
  const at = taken.indexOf(slot)
  const one = fixed[at]
  if (one !== undefined) {
    const story = 'name' in one ? one : null
    return { satellite: satelliteOf(one.noradId), tcaH: one.hoursToTca, level: 'HIGH', story }
  }
  const place = slot - taken.filter((other) => other < slot).length
  return {
    satellite: satelliteOf(dealt(FUTURE_SATELLITES, seededRandom(mixSeed(seed, 3)))[place] ?? missing()),
    tcaH,
    level: dealt(FUTURE_LEVELS, seededRandom(mixSeed(seed, 4)))[place] ?? 'LOW',
    story: null,
  }
}

function slotOf(hoursToTca: number): number {
  return Math.floor((hoursToTca - FIRST_TCA_H) / SPACING_H)
}

function satelliteOf(noradId: number): DemoSatellite {
  const found = DEMO_FLEET.find(({ input }) => input.noradId === noradId)
  if (found === undefined) throw new RangeError(`${noradId} is no satellite of the demo`)
  return found
}

/** Returns the times of the messages, in hours before TCA: every eight hours, every four within three days of TCA, and none in the last 1.5 hours. */
function hoursBefore(tcaH: number, index: number, random: Random): number[] {
  const least = index < FIRST_EVENTS ? Math.max(0, tcaH) + 2 + 8 * random() : 130
  let h = Math.max(least, index < FIRST_EVENTS ? 62 + 90 * random() : 130 + 38 * random())
  const hours: number[] = []
  while (h > 1.5) {
    hours.push(h)
    h -= (h > 76 ? 8 : 4) * (0.85 + 0.3 * random())
  }
  return hours
}

/** Returns the values of a list, each repeated `count` times, in a random order from the seed (Fisher-Yates shuffle). */
function dealt<T>(list: readonly (readonly [value: T, count: number])[], random: Random): T[] {
  const values = list.flatMap(([value, count]) => new Array<T>(count).fill(value))
  for (let i = values.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    const [a, b] = [values[i] as T, values[j] as T]
    values[i] = b
    values[j] = a
  }
  return values
}

/** Draws one value; its share is its probability. */
function pick<T>(list: readonly (readonly [value: T, share: number])[], random: Random): T {
  let left = random() * list.reduce((sum, [, share]) => sum + share, 0)
  for (const [value, share] of list) {
    left -= share
    if (left < 0) return value
  }
  return (list[0] as readonly [T, number])[0]
}
