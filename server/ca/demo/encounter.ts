import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Random, seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { demoState, epochOf } from './orbit.ts'
import { lookAt, type Passage, type PlaneMiss, probabilityOf } from './passage.ts'
import { type DemoEvent, mixSeed } from './plan.ts'
import { type DemoSecondary, secondaryOf } from './secondary.ts'
import { placeByStory, wander } from './wander.ts'

/** The estimate of an encounter in one message. */
export interface DemoEstimate {
  readonly createdMs: number
  /** The time from the TCA of the event to the TCA of the message, s. */
  readonly tcaShiftS: number
  /** The miss in the conjunction plane (domain.md C4), m. */
  readonly missM: PlaneMiss
  readonly primaryObservedMs: number
  readonly secondaryObservedMs: number
  /** In the RTN axes of each object, m and m/s. */
  readonly primaryCovariance: Matrix
  readonly secondaryCovariance: Matrix
}

/** The true encounter, and its estimate in each message. */
export interface DemoEncounter {
  readonly secondary: DemoSecondary
  readonly passage: Passage
  readonly radiusM: number
  /** The true miss, m. */
  readonly trueMissM: PlaneMiss
  readonly estimates: readonly DemoEstimate[]
}

const LEAST_MISS_M = 130
const MOST_DRAWS = 150
/** The correlation of an estimate with the previous one. */
const CORRELATION_OF_ESTIMATES = 0.8
const LEAST_MISS_SIGMAS = 1.6
/** The upper limits of the probabilities of each level. */
const ENDS = { LOW: 1e-7, MEDIUM: 1e-5, HIGH: 1e-4, CRITICAL: 1 } as const

/**
 * Makes the encounter of an event: the secondary crosses the orbit of the primary, the true miss is fixed, and each message has an error drawn
 * from its own covariance, which shrinks towards TCA. Encounters are drawn until one has a history with the wanted level.
 */
export function demoEncounter(event: DemoEvent): DemoEncounter {
  let found = drawEncounter(event, 0)
  for (let attempt = 1; attempt < MOST_DRAWS && !isFit(event, found); attempt += 1)
    found = drawEncounter(event, attempt)
  return found.encounter
}

interface DrawnEncounter {
  readonly encounter: DemoEncounter
  readonly probabilities: readonly number[]
  readonly mahalanobis: number
}

/**
 * Returns true if the three messages up to the one that sets the level are within that level, and no other message
 * raises a false alarm.
 */
function isFit({ story, level, tuned }: DemoEvent, { encounter, probabilities, mahalanobis }: DrawnEncounter): boolean {
  if (story !== null) return true
  const misses = [encounter.trueMissM, ...encounter.estimates.map(({ missM }) => missM)].map((one) =>
    Math.hypot(...one),
  )
  if (misses.some((miss) => miss < LEAST_MISS_M)) return false
  if (level === 'UNKNOWN') return misses.every((miss) => miss > 600)
  if (mahalanobis < LEAST_MISS_SIGMAS) return false
  const limit = (j: number) => (j > tuned - 3 && j <= tuned ? ENDS[level] : Math.max(ENDS.HIGH, ENDS[level]))
  return probabilities.every((one, j) => one < limit(j))
}

function drawEncounter(event: DemoEvent, attempt: number): DrawnEncounter {
  const { seed, index, satellite, story, createdMs, tcaMs } = event
  const random = seededRandom(mixSeed(seed, 5, index, attempt))
  const secondary = secondaryOf(event, random)
  const passage = drawPassage(satellite.regime, random)
  const radiusM = satellite.input.configuration.hardBodyRadius + secondary.radiusM
  // Each attempt draws from a wider range: some levels need more or less uncertainty than the first draw has.
  const uncertainty = story?.uncertainty ?? Math.exp((random() - 0.5) * (0.8 + attempt / 40))
  const primary = demoState(satellite, epochOf(tcaMs))
  const observed = createdMs.map((created, j) => observationTimes(event, { created, j, random }))
  const looks = observed.map(({ primaryMs, secondaryMs }) =>
    lookAt(primary, passage, {
      primary: { quality: satellite.quality, ageS: (tcaMs - primaryMs) / 1000, uncertainty: 1 },
      secondary: { quality: secondary.quality, ageS: (tcaMs - secondaryMs) / 1000, uncertainty },
    }),
  )
  const placed = story === null ? wander(event, looks, { radiusM, random }) : placeByStory(story, looks, radiusM)
  const drift = shifts(looks.length, random)
  const estimates = looks.map((look, j): DemoEstimate => {
    const { primaryMs = 0, secondaryMs = 0 } = observed[j] ?? {}
    return {
      createdMs: createdMs[j] ?? missing(),
      tcaShiftS: (drift[j] ?? missing()) * look.sigmaTimeS,
      missM: placed.missesM[j] ?? [0, 0],
      primaryObservedMs: primaryMs,
      secondaryObservedMs: secondaryMs,
      primaryCovariance: look.primaryCovariance,
      secondaryCovariance: look.secondaryCovariance,
    }
  })
  const probabilities = looks.map((look, j) => probabilityOf(look.plane, placed.missesM[j] ?? [0, 0], radiusM))
  const encounter = { secondary, passage, radiusM, trueMissM: placed.trueMissM, estimates }
  return { encounter, probabilities, mahalanobis: placed.mahalanobis }
}

const CROSSINGS = {
  LEO: { least: 28, most: 168, spread: 0.008 },
  MEO: { least: 8, most: 55, spread: 0.004 },
  GEO: { least: 2.5, most: 13, spread: 0.002 },
} as const

export function drawPassage(regime: keyof typeof CROSSINGS, random: Random): Passage {
  const { least, most, spread } = CROSSINGS[regime]
  const crossingRad = degToRad(least + (most - least) * random()) * (random() < 0.5 ? -1 : 1)
  return { crossingRad, climb: spread * (2 * random() - 1), speedRatio: 1 + spread * (2 * random() - 1) }
}

/** Returns the times of the last observations of both objects before a message; a lost secondary was last observed long before the first message. */
function observationTimes(event: DemoEvent, message: { created: number; j: number; random: Random }) {
  const { created, random } = message
  const [recent, latest] = [2 + 3 * random(), 3 + 15 * random()]
  const lost = (event.createdMs[0] ?? created) - 31 * HOUR_MS
  const secondaryMs = event.story?.isLost === true ? lost : created - latest * HOUR_MS
  return { primaryMs: Math.round(created - recent * HOUR_MS), secondaryMs: Math.round(secondaryMs) }
}

/** Returns errors along the third axis, in σ, each correlated with the previous error. */
function shifts(count: number, random: Random): number[] {
  const normal = standardNormal(random)
  let last = normal()
  return Array.from({ length: count }, () => {
    last = CORRELATION_OF_ESTIMATES * last + Math.sqrt(1 - CORRELATION_OF_ESTIMATES ** 2) * normal()
    return Math.max(-2, Math.min(2, last))
  })
}
