import { type BurnEvidence, detectBurns } from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import { type JudgedBurn, judgeBurn } from '@apsis/astro/manoeuvre/measure-burn.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import type { ExecutionCheck } from '@apsis/contract/ca/plan/execution-check.ts'

/** Accuracy of the burn finder against the lists of operators: 20 % or 2 mm/s, taken as two sigmas (flight rule F17). */
const [SET_SIGMA_SHARE, SET_SIGMA_MPS] = [0.1, 0.001]
/**
 * Element sets show a burn along one axis. They can represent a burn if this share of its size lies along that axis: the components that they do
 * not show then change its size by less than the 10 % that are allowed for a σ (flight rule F17).
 */
const LEAST_SHARE_ALONG = 0.9

type SetVerdict = Pick<ExecutionCheck, 'deltaVRtn' | 'sigmaRtn' | 'deltaVMps' | 'sigmaMps' | 'verdict'>

/** The planned burn: the interval in which the sets show a burn must contain `ignition`, and must begin before `shownBy`. */
export type AskedOfSets = {
  readonly plannedRtn: Vec3
  /** The execution error that the plan allowed for; null if it allowed for none. */
  readonly executionError: JudgedBurn['executionError']
  readonly ignition: Epoch
  readonly shownBy: Epoch
}

/**
 * Returns the burn that element sets show; null if they show none, which proves nothing. They do not show a radial burn, and of the other two
 * components they show only the larger one. A component along the orbit is compared with the planned component. For a component across the orbit
 * the sets do not show the side, so the check decides nothing. Sets never prove that a burn was missed.
 */
export function judgeSets(
  sets: readonly BurnEvidence[],
  { plannedRtn, executionError, ignition, shownBy }: AskedOfSets,
): SetVerdict | null {
  const found = detectBurns(sets).find(
    ({ from, to }) =>
      compareEpochs(from, shownBy) < 0 && compareEpochs(to, ignition) > 0 && compareEpochs(from, ignition) <= 0,
  )
  if (found === undefined) return null
  const { deltaVMps, direction, score } = found
  const isAcross = direction === 'cross-track'
  const plannedMps = plannedRtn[isAcross ? 2 : 1]
  const sigmaMps = Math.max(SET_SIGMA_SHARE * Math.abs(plannedMps), SET_SIGMA_MPS, deltaVMps / score)
  const along = direction === 'against-track' ? -deltaVMps : deltaVMps
  const known: Omit<SetVerdict, 'verdict'> = {
    // For a burn across the orbit, the side is taken from the planned burn.
    deltaVRtn: isAcross ? [0, 0, Math.sign(plannedMps) * deltaVMps] : [0, along, 0],
    sigmaRtn: [sigmaMps, sigmaMps, sigmaMps],
    deltaVMps,
    sigmaMps,
  }
  if (isAcross || Math.abs(plannedMps) < LEAST_SHARE_ALONG * norm(plannedRtn)) return { ...known, verdict: 'NOT_YET' }
  const { verdict } = judgeBurn({
    plannedRtn: [0, plannedMps, 0],
    foundRtn: [0, along, 0],
    executionError,
    lateS: null,
    lateSigmaS: null,
    covarianceRtn: [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? sigmaMps ** 2 : 0))),
  })
  return { ...known, verdict: verdict === 'MISSED' ? 'NOT_YET' : verdict }
}
