import { missing } from '@apsis/astro/missing.ts'
import { covarianceRealism, type StatedPosition, updateDistance } from '@apsis/astro/statistics/covariance-realism.ts'
import { add, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import type { CovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import { vectorOf } from './history.ts'
import type { MessageFacts } from './statistics.repository.ts'

/**
 * Computes scale factors by originator and kind of secondary, from successive messages of one originator about one event. The miss vector
 * of the newer message is moved to the older one's TCA along the relative velocity; the covariance of its change is the difference of the
 * combined covariances (updateDistance). Runs in the worker pool.
 */
export function computeRealism(messages: readonly MessageFacts[]): CovarianceRealism[] {
  const groups = new Map<string, { originator: string; kind: string; distances: number[]; skipped: number }>()
  const sequences = Map.groupBy(messages, ({ conjunctionId, originator }) => `${conjunctionId} ${originator}`)
  for (const sequence of sequences.values()) {
    sequence.slice(1).forEach((late, index) => {
      const early = sequence[index]
      if (early === undefined) return
      const kind = late.otherType ?? 'UNKNOWN'
      const key = JSON.stringify([late.originator, kind])
      const group = groups.get(key) ?? { originator: late.originator, kind, distances: [], skipped: 0 }
      groups.set(key, group)
      const distance = distanceBetween(early, late)
      if (distance === null) group.skipped += 1
      else group.distances.push(distance)
    })
  }
  return [...groups.values()].map(({ originator, kind, distances, skipped }) => {
    const found = covarianceRealism(distances)
    return {
      originator,
      kind,
      count: distances.length,
      scale: found?.scale ?? null,
      low: found?.ranked.low ?? null,
      median: found?.ranked.median ?? null,
      high: found?.ranked.high ?? null,
      isRealistic: found?.isRealistic ?? null,
      skipped,
    }
  })
}

const MS_PER_S = 1000

function distanceBetween(early: MessageFacts, late: MessageFacts): number | null {
  const [before, after] = [covarianceOf(early), covarianceOf(late)]
  if (before === null || after === null) return null
  const seconds = (early.tca.getTime() - late.tca.getTime()) / MS_PER_S
  const carried: Vec3 = add(vectorOf(late.missRtn), scale(vectorOf(late.velocityRtn), seconds))
  return updateDistance(
    { positionM: vectorOf(early.missRtn), covarianceM2: before },
    { positionM: carried, covarianceM2: after },
  )
}

/** Returns the sum of both objects' position covariances, in the axes of object 1. */
function covarianceOf({ primaryM2, secondaryM2 }: MessageFacts): StatedPosition['covarianceM2'] {
  const [rr = 0, rt = 0, rn = 0, tt = 0, tn = 0, nn = 0] = primaryM2.map(
    (value, i) => value + (secondaryM2[i] ?? missing()),
  )
  return [
    [rr, rt, rn],
    [rt, tt, tn],
    [rn, tn, nn],
  ]
}
