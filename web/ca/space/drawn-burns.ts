import { DAY_MS } from '@apsis/astro/constants.ts'
import { isForEvent, type Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { hasBurn } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { formatInstant } from '../../clock/format.ts'
import type { DrawnModel } from '../../space/model-of.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { groupStanding, isWithdrawnFor } from '../plan/group-state.ts'
import type { spaceWords } from './words.data.ts'

/** A burn of a plan that is drawn at the place of its ignition. */
export type DrawnBurn = {
  readonly id: string
  readonly atMs: number
  /** The name of the satellite. */
  readonly name: string
  readonly planName: string
  readonly model: DrawnModel
  readonly satelliteId: string
  /** Null for a change of drag, which has none. */
  readonly deltaVMps: number | null
  /** The place among the candidates of its group, from 1 on; undefined for the plan that was chosen, or that stands alone. */
  readonly candidate: number | undefined
}

/** An own satellite that the catalogue has. */
type BurnSatellite = Pick<DrawnBurn, 'satelliteId' | 'name' | 'model'>

/** Burns that are further ahead have no place on the map. */
const AHEAD_MS = 2 * DAY_MS

/**
 * Returns the burns of the next two days: those of plans that stand alone or were chosen, and the candidates of their groups, also those that
 * the chosen one has replaced.
 */
export function drawnBurns(plans: readonly Plan[], own: readonly BurnSatellite[], nowMs: number): readonly DrawnBurn[] {
  const forEvents = plans.filter(isForEvent)
  const nominals = new Map(
    [...new Set(forEvents.flatMap(({ groupId }) => groupId ?? []))].map((groupId) => [
      groupId,
      groupStanding(forEvents, groupId).nominal,
    ]),
  )
  return plans.flatMap((plan): DrawnBurn[] => {
    const { manoeuvreId: id, name: planName, satelliteId, groupId, groupRank, deltaVMagnitude, ignitionEpoch } = plan
    const of = own.find((one) => one.satelliteId === satelliteId)
    const atMs = Date.parse(ignitionEpoch)
    const nominal = groupId === null ? undefined : nominals.get(groupId)
    const isReplaced = nominal !== undefined && isForEvent(plan) && isWithdrawnFor(plan, nominal)
    if (!of || !(hasBurn(plan.state) || isReplaced) || atMs < nowMs || atMs > nowMs + AHEAD_MS) return []
    const candidate = groupId === null || nominal?.manoeuvreId === id ? undefined : (groupRank ?? undefined)
    const deltaVMps = plan.drag === null ? deltaVMagnitude : null
    return [{ id, atMs, name: of.name, planName, model: of.model, satelliteId, deltaVMps, candidate }]
  })
}

/** Returns the Δv of a burn as its plan has it, or that it changes the drag. */
export const sizeText = ({ deltaVMps }: Pick<DrawnBurn, 'deltaVMps'>, say: typeof spaceWords): string =>
  deltaVMps === null ? say('dragChange') : `${formatNumber(deltaVMps, { decimals: 4 })} m/s`

/** Returns the lines of the label of a burn: of whom, when, and how large it is. */
export const burnLines = (
  { name, candidate, atMs, deltaVMps }: DrawnBurn,
  say: typeof spaceWords,
): readonly string[] => [
  candidate !== undefined
    ? say('candidateOf', { name, rank: candidate })
    : deltaVMps === null
      ? name
      : say('burnOf', { name }),
  `${formatInstant(atMs).slice(5, 16)}, ${sizeText({ deltaVMps }, say)}`,
]
