import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { ExecutionCovariance } from '@apsis/contract/ca/plan/execution-covariance.ts'
import { type PlanRequest, STATE_FRAMES } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { DURATION_UNITS, type PlanLine } from '@apsis/contract/ca/plan/request-parts.ts'
import { DELTA_V_FRAMES } from '@apsis/contract/ca/satellite/propulsion.ts'
import { typedInstant } from '../../../clock/typed-instant.ts'
import { readNumber } from '../../../ui/format/number.ts'
import type { BurnSettings, Candidate, DesignCase } from './design.ts'
import { settingsOfPlanned } from './planned-burn.ts'
import type { SEARCH_NAMES } from './search-names.ts'

export type DesignSearch = { readonly [K in (typeof SEARCH_NAMES)[number]]?: string | undefined }

export const DIRECTIONS = ['any', 'along', 'radial', 'cross', 'xyz', 'azel', 'planned'] as const
export type DirectionName = (typeof DIRECTIONS)[number]
export const GOALS = ['PROBABILITY', 'MISS_DISTANCE'] as const
/** The goals for objects that fly along together and have no probability. */
const BY_SEPARATION = ['MISS_DISTANCE'] as const
/** The quantities of the map; the result of a burn for the other objects is shown only if they count. */
export const SHOWN = ['pc', 'miss', 'mass', 'others'] as const
/** The events of the map. */
export const EVENTS = ['one', 'all'] as const
/** The source of the error of the burn: the engine, a typed covariance, or none. */
export const ERRORS = ['yes', 'matrix', 'no'] as const

const AXES = { along: [0, 1, 0], radial: [1, 0, 0], cross: [0, 0, 1] } as const
const [MOST_PROBABILITY, MOST_MISS_M, USUAL_MISS_M] = [0.1, 1_000_000, 1_000]
/** A target has at most twelve decimals, as a person would type it. */
const STEPS_PER_UNIT = 1e12
/** Burns a half-integer number of orbits before TCA cost least, and 1.5 orbits leave time for a decision. */
const USUAL_START = { unit: 'PERIODS', value: 1.5 } as const

/** The frame of the states of a plan, the default of the API. */
const USUAL_STATES = 'ECI'

type Event = Partial<Pick<DesignCase, 'isBySeparation' | 'isPlaneOff' | 'acceptedDistanceM' | 'nextBurn'>>

/** Returns the state of the designer for an event from its address; invalid values are ignored. */
export function designOf(
  search: DesignSearch,
  acceptedProbability: number,
  { isBySeparation = false, isPlaneOff = false, acceptedDistanceM = 0, nextBurn }: Event = {},
) {
  const goals = isBySeparation ? BY_SEPARATION : GOALS
  const goal = goals.find((one) => one === search.goal) ?? goals[0]
  const typed = readNumber(search.target ?? '')
  const limit = goal === 'PROBABILITY' ? MOST_PROBABILITY : MOST_MISS_M
  const usual =
    goal === 'PROBABILITY'
      ? Math.round(REMEDIATION * acceptedProbability * STEPS_PER_UNIT) / STEPS_PER_UNIT
      : isBySeparation && acceptedDistanceM > 0
        ? acceptedDistanceM
        : USUAL_MISS_M
  const target = typed > 0 && typed <= limit ? typed : usual
  const directions = DIRECTIONS.filter((one) => one !== 'planned' || nextBurn !== undefined)
  const direction = directions.find((one) => one === search.direction) ?? 'any'
  const arcS = readNumber(search.arc ?? '')
  const settings: BurnSettings = {
    target: goal === 'PROBABILITY' ? { kind: 'probability', probability: target } : { kind: 'miss', missM: target },
    direction: lineOf(direction, search),
    dynamics: search.dynamics === 'two-body' ? 'two-body' : 'j2',
    hasExecutionError: search.error !== 'no',
    ...(search.error === 'matrix' ? covarianceOf(search.matrix ?? '') : {}),
    arcS: arcS > 0 ? arcS : null,
    ...(direction === 'planned' ? settingsOfPlanned(nextBurn) : {}),
  }
  const unit = DURATION_UNITS.find((one) => one === search.unit) ?? USUAL_START.unit
  const referenceFrame = STATE_FRAMES.find((one) => one === search.states) ?? USUAL_STATES
  const events = EVENTS.find((one) => one === search.events) ?? 'one'
  const asked = SHOWN.find((one) => one === search.show) ?? 'pc'
  const known = asked === 'others' && events === 'one' ? 'pc' : asked
  // If no plane applies, there is no map of a probability.
  const show = isPlaneOff && known === 'pc' ? 'miss' : known
  return { settings, goal, goals, target, direction, directions, unit, referenceFrame, show, events }
}
export type Design = ReturnType<typeof designOf>

/** Returns the start of the burn, ms since 1970; undefined if the typed text is not a time before closest approach. */
export function ignitionOf(
  search: DesignSearch,
  { unit }: Pick<Design, 'unit'>,
  { tcaMs, periodS }: { readonly tcaMs: number; readonly periodS: number },
): number | undefined {
  const typed = search.start ?? ''
  const value = typed === '' && unit === 'PERIODS' ? USUAL_START.value : readNumber(typed)
  const ms =
    unit === 'DATE' ? Date.parse(typedInstant(typed) ?? '') : tcaMs - 1_000 * value * (unit === 'PERIODS' ? periodS : 1)
  return ms < tcaMs ? Math.round(ms) : undefined
}

const M2_PER_MM2 = 1e-6

/** Returns the lower triangle of a covariance, in mm²/s²; empty if the typed text is not a covariance. */
function covarianceOf(text: string): Pick<BurnSettings, 'executionCovarianceRtn'> {
  const numbers = text
    .trim()
    .split(/[\s;]+/)
    .map((part) => M2_PER_MM2 * readNumber(part))
  const [rr, tr, tt, nr, nt, nn] = numbers
  const whole = [
    [rr, tr, nr],
    [tr, tt, nt],
    [nr, nt, nn],
  ]
  const { data } = numbers.length === 6 ? ExecutionCovariance.safeParse(whole) : {}
  return data === undefined ? {} : { executionCovarianceRtn: data }
}

/** Returns a line in either direction; null stands for any direction. Numbers without a direction count as any direction. */
function lineOf(direction: DirectionName, { frame, vector }: DesignSearch): PlanLine | null {
  if (direction === 'any' || direction === 'planned') return null
  if (direction !== 'xyz' && direction !== 'azel')
    return { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [...AXES[direction]] }
  const deltaVReferenceFrame = DELTA_V_FRAMES.find((one) => one === frame) ?? 'RTN'
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = (vector ?? '').split(/[\s;]+/).map(readNumber)
  if (direction === 'azel')
    return Math.abs(x) <= 360 && Math.abs(y) <= 90
      ? { deltaVReferenceFrame, deltaVDirection: 'AZIMUTH_ELEVATION', azimuthDeg: x, elevationDeg: y }
      : null
  return Math.hypot(x, y, z) > 0 ? { deltaVReferenceFrame, deltaVDirection: 'XYZ', vector: [x, y, z] } : null
}

/** Returns the request to the server with the burn as it was designed; the server plans it anew and confirms it. */
export function requestOf(
  {
    target,
    direction,
    ignitionMs,
    moved,
  }: Pick<Candidate, 'target' | 'direction' | 'ignitionMs'> & Partial<Pick<Candidate, 'moved'>>,
  { dynamics, hasExecutionError, executionCovarianceRtn, arcS }: BurnSettings,
  {
    isArc,
    leftOut,
    referenceFrame,
  }: Pick<Design, 'referenceFrame'> & {
    readonly isArc: boolean
    readonly leftOut: PlanRequest['leftOut']
  },
): Partial<PlanRequest> {
  return {
    start: { unit: 'DATE', value: new Date(ignitionMs).toISOString() },
    target:
      target.kind === 'miss'
        ? { kind: 'MISS_DISTANCE', value: target.missM }
        : { kind: 'PROBABILITY', value: target.probability },
    ...(direction === null ? {} : { direction }),
    ...(moved === undefined ? {} : { plannedBurn: 'NEXT' as const }),
    ...(isArc && arcS !== null && moved === undefined ? { manoeuvreDuration: { unit: 'SECONDS', value: arcS } } : {}),
    dynamics,
    referenceFrame,
    hasExecutionError,
    ...(executionCovarianceRtn === undefined ? {} : { executionCovarianceRtn }),
    ...(leftOut === undefined ? {} : { leftOut }),
  }
}
