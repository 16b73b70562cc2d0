import { planeAxes } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { covarianceFromRtn, positionCovariance } from '@apsis/astro/conjunction/rtn.ts'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { addMatrices, type Mat3, rotateForm } from '@apsis/astro/mat3.ts'
import { buildMatrix, cholesky, entry, transformRow } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Random, seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { DAYS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import { add, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { type DemoEncounter, type DemoEstimate, drawPassage } from './encounter.ts'
import { DEMO_FLEET } from './fleet.data.ts'
import { type DemoMessage, demoMessage } from './message.ts'
import { demoState, epochOf } from './orbit.ts'
import { lookAt, type PlaneMiss, passingState, probabilityOf } from './passage.ts'
import { type DemoEvent, mixSeed } from './plan.ts'
import { type DemoSecondary, secondaryOf } from './secondary.ts'

/** The satellite that has been in orbit for a year when the demo opens; the others have only the days of data with which the demo opens. */
export const VETERAN = 90_001
/** The first number of the events of the history, far above the numbers that the demo reaches. */
const FIRST_NUMBER = 100_000
const HOURS_PER_YEAR = DAYS_PER_YEAR * 24
/** The history ends this many hours before the opening, earlier than the first events of the demo. */
const LAST_TCA_H = -80

/** Crossings of the conjunction plane per km² and year: the flux of objects above 10 cm in low orbits, to an order of magnitude. */
const FLUX_PER_KM2_YEAR = 15
/** The statistics count the flux up to this distance on each side, m. */
const HALF_WIDTH_M = 10_000
/** A passage nearer than this has about three messages; every other passage has one. */
const FOLLOWED_WITHIN_M = 2_500
const FOLLOWED_H = [62, 30, 9] as const
const ONCE_H = [30] as const
/** The factors by which both objects are less well known in earlier messages than in the final one, because later tracks are still missing. */
const LESS_KNOWN = [1.7, 1.3, 1] as const
/** Most of the objects met in a year are tracked less often than the objects of the stories. */
const UNCERTAINTY = { least: 2, most: 5 } as const
/** The ratio of true to stated errors: operators' ephemerides promise more accuracy than they have, tracked orbits do not. */
const TRUE_OVER_STATED = { PAYLOAD: 1.8, DEBRIS: 1, 'ROCKET BODY': 1 } as const

/** An encounter of the year before the opening; its texts are written on demand. */
export type PastEncounter = {
  readonly tcaMs: number
  /** The probability in the message of the decision, a day before TCA. */
  readonly probability: number
  readonly messages: () => DemoMessage[]
}

/**
 * Draws the year of a satellite before the opening at random: crossings come at random times, each at a random place of the conjunction plane within
 * the screening box, without any tuning. So the rates, intervals and scale factors of the statistics can be compared with the numbers above.
 */
export function* demoHistory(seed: number, openedAt: number): Generator<PastEncounter> {
  const satellite = DEMO_FLEET.find(({ input }) => input.noradId === VETERAN) ?? missing()
  const random = seededRandom(mixSeed(seed, 6))
  const areaKm2 = (2 * satellite.boxM[0] * 2 * HALF_WIDTH_M) / 1e6
  const meanHours = HOURS_PER_YEAR / (FLUX_PER_KM2_YEAR * areaKm2)
  let number = FIRST_NUMBER
  for (let tcaH = -HOURS_PER_YEAR; ; number += 1) {
    // Times between events of a Poisson process are exponential.
    tcaH -= meanHours * Math.log(1 - random())
    if (tcaH > LAST_TCA_H) return
    yield pastEncounter({ satellite, number, seed, openedAt, tcaMs: Math.round(openedAt + tcaH * HOUR_MS) })
  }
}

type Past = Pick<DemoEvent, 'satellite' | 'seed' | 'openedAt' | 'tcaMs'> & { readonly number: number }

function pastEncounter({ number, ...past }: Past): PastEncounter {
  const { satellite, seed, tcaMs } = past
  const random = seededRandom(mixSeed(seed, 7, number))
  const missM: PlaneMiss = [HALF_WIDTH_M * (2 * random() - 1), satellite.boxM[0] * (2 * random() - 1)]
  const hours = Math.hypot(...missM) < FOLLOWED_WITHIN_M ? FOLLOWED_H : ONCE_H
  const createdMs = hours.map((h) => Math.round((tcaMs - (h - random()) * HOUR_MS) / 1000) * 1000)
  const event: DemoEvent = { ...past, index: number, level: 'LOW', story: null, createdMs, tuned: 0 }
  const secondary = secondaryOf(event, random)
  const encounter = encounterOf(event, { secondary, missM, random })
  const decided = encounter.estimates[hours.findLastIndex((h) => h >= 25)] ?? missing()
  return {
    tcaMs,
    probability: decided.probability,
    messages: () => createdMs.map((_, j) => demoMessage(event, encounter, j)),
  }
}

type DrawnPast = { readonly secondary: DemoSecondary; readonly missM: PlaneMiss; readonly random: Random }
type Estimate = DemoEstimate & { readonly probability: number }

/**
 * The last message has the miss that was drawn. Each earlier message differs from the next one by an error drawn from the difference of their
 * covariances, C_early − C_late: this is the uncertainty that the tracks in between removed.
 */
function encounterOf(
  event: DemoEvent,
  { secondary, missM: lastMissM, random }: DrawnPast,
): Omit<DemoEncounter, 'estimates'> & { readonly estimates: readonly Estimate[] } {
  const { satellite, tcaMs, createdMs } = event
  const passage = drawPassage(satellite.regime, random)
  const radiusM = satellite.input.configuration.hardBodyRadius + secondary.radiusM
  const uncertainty = UNCERTAINTY.least * (UNCERTAINTY.most / UNCERTAINTY.least) ** random()
  const normal = standardNormal(random)
  const seenMs = createdMs.map((ms) => ({
    primaryMs: Math.round(ms - (2 + random()) * HOUR_MS),
    secondaryMs: Math.round(ms - (4 + 3 * random()) * HOUR_MS),
  }))
  const primary = demoState(satellite, epochOf(tcaMs))
  const other = passingState(primary, passage, [0, 0])
  const axes = planeAxes(primary, other) ?? missing()
  const looks = seenMs.map(({ primaryMs, secondaryMs }, j) => {
    const less = LESS_KNOWN[LESS_KNOWN.length - createdMs.length + j] ?? 1
    return lookAt(primary, passage, {
      primary: { quality: satellite.quality, ageS: (tcaMs - primaryMs) / 1000, uncertainty: less },
      secondary: { quality: secondary.quality, ageS: (tcaMs - secondaryMs) / 1000, uncertainty: uncertainty * less },
    })
  })
  const stated = looks.map(({ primaryCovariance, secondaryCovariance }) => {
    const [one, two] = [covarianceFromRtn(primary, primaryCovariance), covarianceFromRtn(other, secondaryCovariance)]
    return rotateForm(axes, addMatrices(positionCovariance(one), positionCovariance(two)))
  })
  const speedMps = norm(subtract(other.v, primary.v))
  const ratio = TRUE_OVER_STATED[secondary.objectType]
  const estimates: Estimate[] = []
  let off: Vec3 = [0, 0, 0]
  for (let j = looks.length - 1; j >= 0; j -= 1) {
    const [look, created, seen] = [looks[j], createdMs[j], seenMs[j]]
    if (look === undefined || created === undefined || seen === undefined) missing()
    off = add(off, scale(errorBetween(stated[j], stated[j + 1], normal), ratio))
    const missM: PlaneMiss = [lastMissM[0] + off[0], lastMissM[1] + off[1]]
    estimates.unshift({
      createdMs: created,
      // A shift forwards along the relative velocity makes the approach earlier.
      tcaShiftS: -off[2] / speedMps,
      missM,
      probability: probabilityOf(look.plane, missM, radiusM),
      primaryObservedMs: seen.primaryMs,
      secondaryObservedMs: seen.secondaryMs,
      primaryCovariance: look.primaryCovariance,
      secondaryCovariance: look.secondaryCovariance,
    })
  }
  return { secondary, passage, radiusM, trueMissM: lastMissM, estimates }
}

/** Draws the error of an estimate against the next one; the last estimate has none. */
function errorBetween(early: Mat3 | undefined, late: Mat3 | undefined, normal: () => number): Vec3 {
  if (early === undefined || late === undefined) return [0, 0, 0]
  const lower = cholesky(buildMatrix(3, 3, (i, j) => entry(early, i, j) - entry(late, i, j)))
  if (lower === null) throw new RangeError('a later message of the demo knows less than the one before')
  const [x, y, z] = transformRow(lower, [normal(), normal(), normal()])
  return [x ?? missing(), y ?? missing(), z ?? missing()]
}
