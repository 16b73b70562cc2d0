import { type Holding, holdingOf } from '@apsis/astro/manoeuvre/held-burn.ts'
import {
  type ChainedBurn,
  epochOf,
  type FrozenOwnBurn,
  inRtn,
  pathEndOf,
  type ToTurn,
} from '@apsis/astro/manoeuvre/own-path.ts'
import { heldBy, type ReferenceOrbit } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import type { AlongObstacle, FlownAlong } from '@apsis/contract/ca/plan/flown-along.ts'
import type { OwnOrbit } from '@apsis/contract/ca/plan/own-burns.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import { toInstant } from '../../message/record/api-value.ts'

/** Another burn of the satellite, besides the plan's burns, in the future or in the past; in the form for a task. */
export type AlongBurn = {
  readonly kind: FlownAlong['kind']
  readonly id: string
  /** The name of the plan, or of the announcer of the burn. */
  readonly name: string
  readonly ignition: string
  readonly durationS: number
  /** Null if it is unknown. */
  readonly deltaV: { readonly frame: string; readonly vector: readonly [number, number, number] } | null
  /** The time at which it became known: an orbit that was made later may contain it. */
  readonly knownAt: string
  /** The reason why it cannot be propagated, whatever the orbit is; null if it can be. */
  readonly obstacle: AlongObstacle | null
}

/** A burn that can be propagated; true if the path includes it, and false if only events include it. */
export type FlownBurn = AlongBurn & { readonly isOnPath: boolean }

/** The burns of a plan with all other burns of its satellite, on one orbit. */
export type JoinedBurns = {
  /** The burns of the path: the burns of the plan, and other burns that the orbit does not contain, in the order of their ignition. */
  readonly burns: readonly ChainedBurn[]
  /** Returns the burns for an event whose message contains all burns that ended by that time. Throws HalfHeld if a burn was under way then. */
  readonly forEvent: (holdsUntil: string) => readonly ChainedBurn[]
  /** The other burns that can be propagated, on the path or to an event. */
  readonly flown: readonly FlownBurn[]
  /** The burns of the plan, each at the place to which the earlier burns have moved the satellite. */
  readonly own: readonly { readonly burn: ChainedBurn; readonly before: CartesianState; readonly deltaV: Vec3 }[]
  /** The burns of the plan that the orbit contains already: if they were added to it, they would count twice. */
  readonly held: readonly { readonly place: number; readonly ignition: string }[]
  /** The first burn of the plan whose axes are undefined at the place of the satellite; undefined if the axes of all burns are defined. */
  readonly withoutAxes: { readonly place: number; readonly why: string } | undefined
  /** Returns the reasons why the path, or the path to some events, differs from the path of the satellite. */
  readonly reasons: (events: readonly OfEvent[]) => ScreeningReason[]
}

type OfEvent = { readonly holdsUntil: string; readonly tca: Epoch }

/** The message of an event uses observations from the middle of a burn: it is unknown how much of the burn the orbit contains. */
export class HalfHeld extends RangeError {}

export type ToJoin = {
  /** The burns of the plan: frozen in R, T, N, or as they were entered. */
  readonly burns: readonly ToTurn['burn'][]
  readonly along: readonly AlongBurn[]
  readonly told: Pick<OwnOrbit, 'source' | 'name' | 'at'>
  /** True if the orbit has arrived since the burns were planned, and may have been made with them. */
  readonly isLater: boolean
}

const MS_PER_S = 1_000
const startOf = ({ ignition }: Pick<AlongBurn, 'ignition'>) => Date.parse(ignition)
const endOf = (burn: Pick<AlongBurn, 'ignition' | 'durationS'>) => startOf(burn) + MS_PER_S * burn.durationS
/** The rounding of the states of a file hides a smaller step (impulses.ts). */
const LEAST_STEP_MPS = 0.01

type WantedBurn = ToTurn & { readonly source: BurnOnPath | null }
type BurnOnPath = AlongBurn & { readonly held: 'held' | 'may-be-held' | 'not-held' }

/**
 * Propagates all known burns of the satellite together with the burns of a plan (docs/domain/plan.md). A burn that cannot be propagated, or that
 * the orbit may or may not contain, is left out with its reason, so that no screening ignores it.
 */
export function joinAlong(reference: ReferenceOrbit, { burns, along, told, isLater }: ToJoin): JoinedBurns {
  const endMs = Date.parse(toInstant(pathEndOf(reference, burns)))
  const placed = along.map((burn): BurnOnPath => ({ ...burn, held: heldIn(reference, told, burn) }))
  const others = placed.filter(({ deltaV, obstacle }) => deltaV !== null && obstacle === null)
  const overlapping = new Set(
    others.filter((one) => [...burns, ...others].some((other) => other !== one && doOverlap(one, other))),
  )
  const known = others.filter((one) => !overlapping.has(one))
  const isOnPath = ({ held, ...burn }: BurnOnPath) => held === 'not-held' && startOf(burn) < endMs
  const wanted = [
    ...burns.map((burn): WantedBurn => ({ burn, isAlong: false, isOnPath: true, source: null })),
    ...known.flatMap((one): WantedBurn[] => {
      const { ignition, durationS, deltaV } = one
      if (deltaV === null) return []
      return [{ burn: { ignition, durationS, ...deltaV }, isAlong: true, isOnPath: isOnPath(one), source: one }]
    }),
  ]
  const { burns: turned, unknown } = inRtn(reference, wanted)
  const mine = turned.filter(({ of }) => !of.isAlong)
  const holding =
    told.source === 'ELEMENT_SET'
      ? []
      : mine.map(({ burn }) => ({ ignition: burn.ignition, how: holdingOf(reference, soughtOf(burn)) }))
  const untold = new Set([...unknown.keys()].map(({ source }) => source))
  const because = (one: BurnOnPath): AlongObstacle | null =>
    one.obstacle ??
    (one.deltaV === null ? 'no-delta-v' : overlapping.has(one) ? 'overlap' : untold.has(one) ? 'axes' : null)
  return {
    burns: turned.filter(({ of }) => of.isOnPath).map(({ burn }) => burn),
    flown: turned.flatMap(({ of: { source, isOnPath: onPath } }) =>
      source === null ? [] : [{ ...source, isOnPath: onPath }],
    ),
    own: mine,
    held: holding.flatMap(({ ignition, how }) =>
      how === 'held' ? [{ ignition, place: burns.findIndex((one) => one.ignition === ignition) }] : [],
    ),
    withoutAxes: burns.flatMap((burn, place) => {
      const why = unknown.get(wanted.find((one) => one.burn === burn) ?? missing())
      return why === undefined ? [] : [{ place, why }]
    })[0],
    forEvent(holdsUntil) {
      const untilMs = Date.parse(holdsUntil)
      const after = turned.filter(({ of: { source } }) => source === null || endOf(source) > untilMs)
      const half = after.find(({ of: { source } }) => source !== null && startOf(source) < untilMs)
      if (half !== undefined) throw new HalfHeld('a burn was going on at the last observation')
      return after.map(({ burn }) => burn)
    },
    reasons: (events) => [
      ...holding.flatMap(({ ignition, how }): ScreeningReason[] => {
        const values = { object: told.name, fromAt: ignition }
        if (how === 'held') return [{ code: 'burn-held', values }]
        return how === 'moved' || (how === 'not-seen' && isLater) ? [{ code: 'burn-may-be-held', values }] : []
      }),
      ...placed.flatMap((one): ScreeningReason[] => {
        const why = because(one)
        const isInPath = one.held !== 'held' && startOf(one) < endMs
        const isInEvent = events.some(
          ({ holdsUntil, tca }) =>
            endOf(one) > Date.parse(holdsUntil) && secondsBetween(epochOf(one.ignition), tca) > 0,
        )
        if (why !== null) return isInPath || isInEvent ? [reasonOf(one, why)] : []
        return isInPath && one.held === 'may-be-held' ? [reasonOf(one, 'may-be-held')] : []
      }),
    ],
  }
}

const reasonOf = ({ kind, name, ignition }: AlongBurn, obstacle: AlongObstacle): ScreeningReason => ({
  code: kind === 'PLAN' ? 'other-plan-not-flown' : 'announced-not-flown',
  values: { object: name, fromAt: ignition, obstacle },
})

/** Returns how an ephemeris shows another burn; without a Δv in known axes only a step of its velocity shows it. */
function lookFor(reference: ReferenceOrbit, { ignition, durationS, deltaV }: AlongBurn): Holding {
  const at = epochOf(ignition)
  const bare = () => (heldBy(reference, { at, durationS }) === undefined ? 'not-seen' : 'held')
  const { span } = reference
  const isOutside = span !== null && (secondsBetween(span.start, at) < 0 || secondsBetween(at, span.stop) < 0)
  if (deltaV === null || isOutside) return bare()
  const wanted = { burn: { ignition, durationS, ...deltaV }, isAlong: true, isOnPath: true }
  // The burn is propagated alone, so that its axes are those of the orbit itself.
  try {
    const [turned] = inRtn(reference, [wanted]).burns
    return turned === undefined ? bare() : holdingOf(reference, soughtOf(turned.burn))
  } catch (error) {
    // The burn lies in a gap of the states.
    if (error instanceof RangeError) return bare()
    throw error
  }
}

type BurnSpan = Pick<AlongBurn, 'ignition' | 'durationS'>

/** True if two burns overlap; one can begin at the moment when another ends. */
const doOverlap = (one: BurnSpan, other: BurnSpan) =>
  startOf(one) === startOf(other) || (startOf(one) < endOf(other) && startOf(other) < endOf(one))

const soughtOf = ({ ignition, durationS, deltaVRtn }: FrozenOwnBurn) => ({
  at: epochOf(ignition),
  durationS,
  deltaVRtn: deltaVRtn as Vec3,
})

/** Returns whether an orbit contains a burn. It contains burns that ended before its data. For other burns the states or the age decide. */
function heldIn(reference: ReferenceOrbit, { source, at }: ToJoin['told'], burn: AlongBurn): BurnOnPath['held'] {
  const { ignition, durationS, deltaV, knownAt } = burn
  const timed = { at: epochOf(ignition), durationS }
  const begin = source === 'ELEMENT_SET' ? epochOf(at) : reference.span?.start
  if (begin !== undefined) {
    const beginS = secondsBetween(timed.at, begin)
    if (beginS >= durationS) return 'held'
    if (beginS > 0) return 'may-be-held'
  }
  if (source === 'ELEMENT_SET') return 'not-held'
  const found = lookFor(reference, burn)
  if (found === 'held') return 'held'
  const madeMs = Date.parse(at)
  // For a file that was made after the burn, the time of its data is unknown.
  if (madeMs > Date.parse(ignition)) return 'may-be-held'
  if (found !== 'not-seen') return found === 'moved' ? 'may-be-held' : found
  const isSeen = durationS === 0 && deltaV !== null && norm(deltaV.vector as Vec3) >= LEAST_STEP_MPS
  return isSeen || madeMs <= Date.parse(knownAt) ? 'not-held' : 'may-be-held'
}
