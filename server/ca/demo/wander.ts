import type { PlaneCovariance } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { type Random, standardNormal } from '@apsis/astro/random.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { type Look, type PlaneMiss, probabilityOf } from './passage.ts'
import type { DemoEvent } from './plan.ts'
import { LEVEL_PROBABILITIES, type Story } from './stories.data.ts'

/** The miss in each message, and the true miss. */
export interface WanderingMiss {
  readonly missesM: readonly PlaneMiss[]
  readonly trueMissM: PlaneMiss
  /** The Mahalanobis distance in the message that sets the level. */
  readonly mahalanobis: number
}

const CORRELATION_OF_ESTIMATES = 0.8
/** The largest error along either axis, in σ: a larger error would make the estimate faulty. */
const MOST_SIGMA = 1.9
const FURTHEST_SIGMA = 40

/** Converts a vector in σ along both axes to a miss: it is multiplied by the lower triangle of the covariance (Cholesky). */
export function spread({ xx, yx, yy }: PlaneCovariance, [a, b]: PlaneMiss): PlaneMiss {
  const sigma = Math.sqrt(xx)
  return [sigma * a, (yx / sigma) * a + Math.sqrt(Math.max(0, yy - (yx / sigma) ** 2)) * b]
}

/** Returns the distance, in σ along a direction, at which the probability has this value; 0 if it is lower everywhere. */
function distanceFor(
  plane: PlaneCovariance,
  direction: PlaneMiss,
  aim: { probability: number; radiusM: number },
): number {
  let [near, far] = [0, FURTHEST_SIGMA]
  for (let step = 0; step < 50; step += 1) {
    const middle = (near + far) / 2
    const miss = spread(plane, [middle * direction[0], middle * direction[1]])
    if (probabilityOf(plane, miss, aim.radiusM) > aim.probability) near = middle
    else far = middle
  }
  return (near + far) / 2
}

/**
 * Places the miss of the message that sets the level at a probability of the wanted level; the truth and the other
 * messages have random errors.
 */
export function wander(
  { level, tuned }: DemoEvent,
  looks: readonly Look[],
  { radiusM, random }: { radiusM: number; random: Random },
): WanderingMiss {
  const look = looks[tuned]
  if (look === undefined) throw new RangeError('an event of the demo has no message')
  const angle = 2 * Math.PI * random()
  const direction: PlaneMiss = [Math.cos(angle), Math.sin(angle)]
  const [least, most] = LEVEL_PROBABILITIES[level === 'UNKNOWN' ? 'LOW' : level]
  const probability = least * (most / least) ** random()
  const mahalanobis = distanceFor(look.plane, direction, { probability, radiusM })
  const normal = standardNormal(random)
  let error: PlaneMiss = [normal(), normal()]
  const step = (value: number) =>
    clamp(CORRELATION_OF_ESTIMATES * value + Math.sqrt(1 - CORRELATION_OF_ESTIMATES ** 2) * normal())
  const errors = looks.map(() => {
    error = [step(error[0]), step(error[1])]
    return error
  })
  const seen = spread(look.plane, [mahalanobis * direction[0], mahalanobis * direction[1]])
  const off = spread(look.plane, errors[tuned] ?? [0, 0])
  const trueMissM: PlaneMiss = [seen[0] - off[0], seen[1] - off[1]]
  const missesM = looks.map(({ plane }, j): PlaneMiss => {
    const [x, y] = spread(plane, errors[j] ?? [0, 0])
    return [trueMissM[0] + x, trueMissM[1] + y]
  })
  return { missesM, trueMissM, mahalanobis }
}

/** Places each message as its story says; the true miss is the miss of the last message. */
export function placeByStory(story: Story, looks: readonly Look[], radiusM: number): WanderingMiss {
  const angle = degToRad(story.directionDeg)
  const missesM = story.messages.map(({ probability, mahalanobis }, j): PlaneMiss => {
    const plane = looks[j]?.plane
    if (plane === undefined) throw new RangeError(`the story ${story.name} has fewer messages than it tells`)
    // The direction differs slightly from the direction in the last message, because no two orbit determinations agree to the metre.
    const turned = angle + 0.06 * Math.sin(2.1 * j)
    const direction: PlaneMiss = [Math.cos(turned), Math.sin(turned)]
    const distance = mahalanobis ?? distanceFor(plane, direction, { probability: probability ?? 0, radiusM })
    return spread(plane, [distance * direction[0], distance * direction[1]])
  })
  return { missesM, trueMissM: missesM.at(-1) ?? [0, 0], mahalanobis: 0 }
}

function clamp(value: number): number {
  return Math.max(-MOST_SIGMA, Math.min(MOST_SIGMA, value))
}
