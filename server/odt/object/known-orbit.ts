import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type Ephemeris, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { makeInterpolator } from '@apsis/astro/ephemeris/interpolator.ts'
import type { PositionVelocity } from '@apsis/astro/frames/rotation.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { OrbitDataType } from '@apsis/contract/odt/observation/observation.ts'
import type { OwnEphemeris } from '../../ca/ephemeris/own-orbit.service.ts'
import { statesOfOwn } from '../../ca/ephemeris/own-states.service.ts'
import type { ReadOrbit } from './read-orbit-task.ts'

/** The best known orbit of an object. */
export type KnownOrbit = {
  readonly type: OrbitDataType
  /** The time of its determination; null if it is unknown. */
  readonly epoch: Epoch | null
  /** The elements, if the orbit has them: they can be passed to another process. */
  readonly set?: MeanElements
  /** Returns the state in TEME, m and m/s; null if the orbit has none at that time. */
  readonly at: (epoch: Epoch) => PositionVelocity | null
}

/** An orbit that was determined longer than this before or after a measurement is not compared with it, s. */
const OF_THAT_TIME_S = 30 * SECONDS_PER_DAY

/** Returns true if an orbit was determined near the time of a measurement; always true if its time of determination is unknown. */
export function isOfThatTime({ epoch }: KnownOrbit, at: Epoch): boolean {
  if (epoch === null) return true
  const ageS = secondsBetween(epoch, at)
  return ageS >= -OF_THAT_TIME_S && ageS <= OF_THAT_TIME_S
}

/** An orbit, and the span in which an object is observed with it, ms since 1970. */
export type OrbitLeg = { readonly orbit: KnownOrbit; readonly fromMs: number; readonly toMs: number }

/** A provider gets states for this long before and after a pass (outbox.service.ts), since the object may be late, s. */
export const STATES_BESIDE_S = 140
const BESIDE_MS = STATES_BESIDE_S * 1000
/** Two segments whose ends differ by less than this are continuous; a manoeuvre separates them. */
const SAME_TIME_S = 0.001

/** Returns the spans in which an ephemeris has the states for an observation: its usable spans without the ends. */
export async function legsOfOwn({ packed, madeAt }: Pick<OwnEphemeris, 'packed' | 'madeAt'>): Promise<OrbitLeg[]> {
  const ephemeris = await statesOfOwn({ packed })
  const orbit = orbitOfStates(ephemeris, epochOf(madeAt))
  if (orbit === undefined) return []
  const spans: { start: Epoch; stop: Epoch }[] = []
  for (const { start, stop } of ephemeris.segments) {
    const before = spans.at(-1)
    if (before !== undefined && secondsBetween(before.stop, start) < SAME_TIME_S) before.stop = stop
    else spans.push({ start, stop })
  }
  return spans
    .map(({ start, stop }) => ({ orbit, fromMs: msOf(start) + BESIDE_MS, toMs: msOf(stop) - BESIDE_MS }))
    .filter(({ fromMs, toMs }) => fromMs < toMs)
}

function orbitOfStates(ephemeris: Ephemeris, epoch: Epoch | null): KnownOrbit | undefined {
  const [first] = ephemeris.segments
  if (first === undefined) return undefined
  const state = makeInterpolator(ephemeris, first.origin)
  return {
    type: 'SP_EPHEMERIS',
    epoch,
    at: (at) => {
      const found = state(secondsBetween(first.origin, at))
      return found.ok ? { r: found.r, v: found.v } : null
    },
  }
}

/** Returns the orbit that was read from a message; undefined for elements that the model refuses. */
export const orbitOfRead = (read: ReadOrbit): KnownOrbit | undefined =>
  read.kind === 'set' ? orbitOfSet(read.set, read.type) : orbitOfStates(makeEphemeris(read.segments), null)

/** Converts the time of a row to an epoch. */
export const epochOf = (date: Date): Epoch => parseTime(date.toISOString())

export const msOf = (epoch: Epoch): number => Date.parse(formatTime(epoch, { digits: 3, zulu: true }))

/** Returns the leg that covers a whole span; undefined if none does. */
export const legOver = (legs: readonly OrbitLeg[], fromMs: number, toMs: number): OrbitLeg | undefined =>
  legs.find((leg) => leg.fromMs <= fromMs && toMs <= leg.toMs)

/** Returns the legs in the order of time, with another orbit in the gaps between them. */
export function fillLegs(legs: readonly OrbitLeg[], rest: KnownOrbit | undefined): OrbitLeg[] {
  if (rest === undefined) return [...legs]
  const filled: OrbitLeg[] = []
  let fromMs = Number.NEGATIVE_INFINITY
  for (const leg of legs) {
    filled.push({ orbit: rest, fromMs, toMs: leg.fromMs }, leg)
    fromMs = leg.toMs
  }
  return [...filled, { orbit: rest, fromMs, toMs: Number.POSITIVE_INFINITY }]
}

/** Returns the orbit of elements; undefined if the model refuses them. */
export function orbitOfSet(set: MeanElements, type: OrbitDataType): KnownOrbit | undefined {
  let model: ReturnType<typeof initSgp4>
  try {
    model = initSgp4(set)
  } catch (error) {
    // The model refuses elements such as those of an object that has decayed.
    if (error instanceof RangeError) return undefined
    throw error
  }
  return {
    type,
    epoch: set.epoch,
    set,
    at: (epoch) => {
      const state = propagateSgp4(model, epoch)
      return state.ok ? { r: state.r, v: state.v } : null
    },
  }
}
