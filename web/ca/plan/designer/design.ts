import type { Method } from '@apsis/astro/conjunction/probability/assess.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import { allowedBy } from '@apsis/astro/manoeuvre/allowed-directions.ts'
import { type Blackout, eclipseBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { EclipseDepth } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import { type CraftDrag, cdAreaOverMass } from '@apsis/astro/manoeuvre/blackout/timing-error.ts'
import {
  type CommandContact,
  earliestCommanded,
  lastCommand,
  needMsOf,
} from '@apsis/astro/manoeuvre/command-contact.ts'
import { smaChangeM } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import { type Dynamics, J2, TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { type EncounterModel, makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { errorOfEngine } from '@apsis/astro/manoeuvre/engine-limits.ts'
import { startAtStep } from '@apsis/astro/manoeuvre/engine-steps.ts'
import type { ExecutionError } from '@apsis/astro/manoeuvre/execution-error.ts'
import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import { type AssessedOptions, type AssessedPlan, confirm, planAssessed } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { planReturn } from '@apsis/astro/manoeuvre/plan-return.ts'
import { acceptedDistance, passagesOf, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { missing } from '@apsis/astro/missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { PlanLine } from '@apsis/contract/ca/plan/request-parts.ts'
import type { Strategy } from '@apsis/contract/ca/satellite/configuration.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { blackoutOver } from './blackouts.ts'
import {
  arcOf,
  type DistanceOfEvent,
  type FlyablePlan,
  ImpossibleBurn,
  lastsOf,
  leadOf,
  mostDeltaV,
  planBurnAt,
  propellantOf,
} from './burn-size.ts'
import { lineAt, mapLineOf, sizesOf, unitLineAt } from './map-line.ts'
import { type BurnShift, flyPlanned, movedBy, type NextBurn, plannedIn } from './planned-burn.ts'

/** The inputs of a plan: the message that counts, the satellite, and the current time. */
export type DesignCase = CraftDrag &
  DistanceOfEvent & {
    readonly text: string
    /** The catalogue number of the satellite that moves. */
    readonly designator: string
    readonly radiusM: number
    /** The pair of objects of the event; undefined if no other event has the same pair. */
    readonly pair?: string
    /** The method by which a plan is confirmed (`confirmationOf`). */
    readonly method: Method
    /** True if the conjunction plane does not describe the event: there is no map of a probability. */
    readonly isPlaneOff?: boolean
    /** True if the objects fly along together and have no probability: the plan is by distance. */
    readonly isBySeparation?: boolean
    readonly propulsion: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>
    readonly acceptedProbability: number
    /** The kind of suggestions that the satellite prefers; undefined if no preference is set. */
    readonly strategy?: Strategy
    /** The next planned burn of the satellite after closest approach, which may be moved forward; undefined if none is announced. */
    readonly nextBurn?: NextBurn | undefined
    readonly blackouts: readonly Blackout[]
    /** The depth in the shadow of the Earth from which the engine does not burn; undefined if it may burn there. */
    readonly blackoutInEclipse: EclipseDepth | undefined
    /** The contacts for commands; null if none are known, so that only the lead counts. */
    readonly contacts: readonly Commanding[] | null
    readonly nowMs: number
  }

/** A contact by which commands can be sent. */
export type Commanding = CommandContact & { readonly station: string }

/** The settings for the burn. */
export type BurnSettings = {
  readonly target: Target
  readonly direction: PlanLine | null
  readonly dynamics: 'j2' | 'two-body'
  readonly hasExecutionError: boolean
  /** The length of an arc of thrust, s; null stands for the length that its Δv needs. It applies to continuous thrust alone. */
  readonly arcS: number | null
  /** True if the next planned burn is used, with its own Δv, instead of a burn whose size is computed. */
  readonly isPlannedBurn?: boolean
  /** The covariance that replaces the errors of the engine, (m/s)², R, T, N at ignition. */
  readonly executionCovarianceRtn?: NonNullable<PlanRequest['executionCovarianceRtn']>
}

/** The map: the result of a burn at each time and of each size, along the line of the settings, or along the track. */
export type TradeSpace = Pick<BurnSettings, 'dynamics'> & {
  /** The number of events of the map. */
  readonly eventCount: number
  readonly periodS: number
  readonly tcaMs: number
  /** The times of the map in revolutions before TCA, from early to late. */
  readonly leads: readonly number[]
  /** The line at each of these times, of length 1 in R, T, N; a negative size is the opposite direction. */
  readonly lines: readonly Vec3[]
  readonly deltaVs: readonly number[]
  /** The values by size and then by time; null if the objects do not pass each other. */
  readonly pc: readonly (readonly (number | null)[])[]
  readonly missM: readonly (readonly number[])[]
  /** The earliest start that a command still reaches, in revolutions before TCA. */
  readonly earliestLead: number
  readonly blackouts: readonly (Pick<Blackout, 'kind' | 'reason'> & { readonly from: number; readonly to: number })[]
  /** The contacts for commands, in revolutions before TCA; null if none are known. */
  readonly contacts: readonly { readonly from: number; readonly to: number; readonly station: string }[] | null
  readonly minDeltaVMps: number
  /** True if the thrusters cannot push along the line of the settings in either direction. */
  readonly isLineShut: boolean
  /** True if the eclipses are widened, because the drag of the satellite is not known. */
  readonly hasWideEclipses: boolean
}

export const CANDIDATES = ['own', 'cheapest', 'along', 'late', 'margin', 'short', 'long', 'keeping'] as const
export type CandidateName = (typeof CANDIDATES)[number]

/** A burn that was propagated with the dynamics of the settings, and its result. */
export type Candidate = {
  readonly name: CandidateName
  readonly ignition: string
  readonly ignitionMs: number
  readonly commitMs: number
  /** The contact that ends at `commitMs`; null if none is known, or if none reaches the burn. */
  readonly contact: Commanding | null
  readonly lead: number
  readonly deltaVRtn: Vec3
  readonly deltaVMps: number
  readonly smaChangeM: number
  readonly pcBefore: number | null
  readonly pc: number | null
  readonly cold: number | null
  readonly missBeforeM: number
  readonly missM: number
  /**
   * The distances of a plan by distance: the smallest distance of the objects, and the time until which every passage is checked; undefined
   * for a plan by probability.
   */
  readonly separation: CandidateSeparation | undefined
  readonly meetsTarget: boolean
  readonly limit: AssessedPlan['limit'] | 'planned-burn'
  readonly largerFor: AssessedPlan['largerFor']
  readonly propellantKg: number | null
  /** The time for which the engine is on, s; null if the mass is not known. */
  readonly thrustS: number | null
  /** The length of an arc, s; 0 stands for an impulse. */
  readonly arcS: number
  /** The blackout that the burn starts in or crosses; undefined if there is none. */
  readonly blackout: Blackout | undefined
  /**
   * The Δv of all burns if the satellite also returns to its orbit; null if no return was found, undefined if none is planned: for an arc,
   * for objects that meet again, or for thrusters that cannot push in every direction.
   */
  readonly returnMps: number | null | undefined
  readonly target: Target
  readonly direction: PlanLine | null
  /** The shift of the next planned burn; undefined for another burn. */
  readonly moved: BurnShift | undefined
}

export const DYNAMICS: Readonly<Record<BurnSettings['dynamics'], Dynamics>> = { j2: J2, 'two-body': TWO_BODY }
/** The map covers five revolutions in steps of a fifteenth, with one start for each step. */
export const MOST_LEAD = 5
const [COLUMNS, ROWS] = [75, 33]
/** The map ends this long before closest approach, in revolutions: a later burn has no effect. */
export const LEAST_LEAD_REVOLUTIONS = 0.05
/** The map extends to this multiple of the size that the target needs along the line 1.5 revolutions before TCA. */
const ROOM_FACTOR = 3
const LEAST_ROOM_MPS = 0.004
/** Along a line on which a burn has hardly any effect, the map would extend to sizes that no satellite can make. */
const MOST_ROOM_MPS = 10
const SENSIBLE_LEAD_REVOLUTIONS = 1.5
/** The event and the satellite, opened once for all queries. */
export type OpenDesign = {
  readonly designCase: DesignCase
  readonly tca: Epoch
  readonly tcaMs: number
  readonly encounter: EncounterModel['encounter']
  readonly earliestS: number
  readonly isDragKnown: boolean
}

/** Opens the event and the satellite. Throws RangeError if the orbits of the message cannot be propagated. */
export function openDesign(designCase: DesignCase): OpenDesign {
  const reading = readCdm(designCase.text, { strict: false })
  if (!reading.ok) throw new RangeError('The message cannot be read.')
  const { objects, relative } = reading.message
  const isTurned = bare(objects[0].metadata.objectDesignator) !== designCase.designator
  const [first, second] = encounterOfCdm(reading.message)
  const [primary, secondary] = isTurned ? [second, first] : [first, second]
  const { tca } = relative
  const tcaMs = Date.parse(`${formatTime(tca, { digits: 3 })}Z`)
  const { nowMs, radiusM, contacts } = designCase
  const burnMs = earliestCommanded(contacts, { nowMs, needMs: needMsOf(leadOf(designCase)) })?.burnMs
  // If no contact reaches a burn, the whole time before TCA is too early.
  const earliestS = burnMs === undefined ? 0 : (burnMs - tcaMs) / 1_000
  const m2PerKg = cdAreaOverMass(objects[isTurned ? 1 : 0].additional?.cdAreaOverMassM2PerKg, designCase)
  const dark = eclipseBlackouts({ tca, state: primary, m2PerKg }, nowMs, designCase)
  return {
    designCase: { ...designCase, blackouts: [...designCase.blackouts, ...dark] },
    tca,
    tcaMs,
    encounter: { primary, secondary, radiusM },
    earliestS,
    isDragKnown: m2PerKg !== undefined,
  }
}

/** Returns the last time to command a burn, and its contact; null if no known contact reaches it. */
export function commandOf(
  designCase: DesignCase,
  ignitionMs: number,
): { commitMs: number | null; contact: Commanding | null } {
  const needMs = needMsOf(leadOf(designCase))
  const { contacts, nowMs } = designCase
  if (contacts === null) return { commitMs: ignitionMs - needMs, contact: null }
  const last = lastCommand(contacts, { nowMs, needMs, burnMs: ignitionMs })
  return { commitMs: last?.untilMs ?? null, contact: last?.contact ?? null }
}

/** Messages write both `000043617` and `43617`. */
const bare = (designator: string) => (/^\d+$/.test(designator) ? String(Number(designator)) : designator)

/**
 * Returns the result of a burn at each time and of each size along a line. Every cell is propagated with the dynamics of the settings,
 * continuous thrust as an arc, and its closest approach is searched, execution error included; no cell is a linear estimate (flight rule
 * F9). The map is for orientation: a chosen burn is planned anew.
 */
export function tradeSpace(open: OpenDesign, settings: BurnSettings): TradeSpace {
  const { designCase, tcaMs, encounter, earliestS } = open
  const model = makeEncounterModel(encounter, DYNAMICS[settings.dynamics])
  const { periodS } = model
  const error = errorOf(designCase, settings)
  const most = mostDeltaV(designCase)
  const sensibleS = -SENSIBLE_LEAD_REVOLUTIONS * periodS
  const shown = mapLineOf(open, model, settings.direction, sensibleS)
  const isLineShut = shown.senses.length === 0
  const { allowed, ...free } = optionsAt(open, model, { ...settings, direction: shown.line }, sensibleS)
  const options = isLineShut || allowed === undefined ? free : { ...free, allowed }
  const needed = planAssessed(model, options).deltaVMps
  const room = Math.min(most, MOST_ROOM_MPS, Math.max(LEAST_ROOM_MPS, ROOM_FACTOR * needed))
  const leads = steps(COLUMNS).map((share) => MOST_LEAD + share * (LEAST_LEAD_REVOLUTIONS - MOST_LEAD))
  const { least, turned } = sizesOf(shown)
  const deltaVs = steps(ROWS).map((share) => room * (least + (1 - least) * share))
  const lines = leads.map((lead) => scale(unitLineAt(open, model, shown.line, -lead * periodS), turned))
  const columns = leads.map((lead, place) => {
    const along = lines[place] ?? missing()
    const options = { burnS: -lead * periodS, ...(error === null ? {} : { executionError: error }) }
    const impulse = trialOf(model, options)
    const toInertial = transpose(impulse.rtn)
    return deltaVs.map((deltaV) => {
      const arcS = arcOf(designCase, settings, deltaV)
      // An arc that does not end before the closest approach is left out: the event stays as it is.
      const flown = options.burnS + arcS < 0 ? deltaV : 0
      const trial = arcS > 0 && flown !== 0 ? trialOf(model, { ...options, arcS }) : impulse
      const { planar, missDistanceM } = trial.attempt(transform(toInertial, scale(along, flown))).after
      const hasPc = planar !== null && designCase.isPlaneOff !== true
      return { pc: hasPc ? circle2d(planar.miss, encounter.radiusM) : null, missM: missDistanceM }
    })
  })
  const toLead = (ms: number) => (tcaMs - ms) / 1_000 / periodS
  return {
    dynamics: settings.dynamics,
    eventCount: 1,
    periodS,
    tcaMs,
    leads,
    lines,
    deltaVs,
    earliestLead: -earliestS / periodS,
    pc: deltaVs.map((_, row) => columns.map((column) => column[row]?.pc ?? null)),
    missM: deltaVs.map((_, row) => columns.map((column) => column[row]?.missM ?? missing())),
    blackouts: designCase.blackouts.map(({ fromMs, toMs, ...one }) => ({
      ...one,
      from: toLead(fromMs),
      to: toLead(toMs),
    })),
    contacts:
      designCase.contacts?.map(({ fromMs, toMs, station }) => ({ from: toLead(fromMs), to: toLead(toMs), station })) ??
      null,
    minDeltaVMps: designCase.propulsion.type === 'IMPULSIVE' ? designCase.propulsion.minDeltaVMps : 0,
    isLineShut,
    hasWideEclipses: designCase.blackoutInEclipse !== undefined && !open.isDragKnown,
  }
}

const steps = (count: number) => Array.from({ length: count }, (_, place) => place / (count - 1))

/**
 * Returns the smallest burn at a chosen time. Throws RangeError if the orbit cannot be propagated, and ImpossibleBurn if the engine cannot
 * make any.
 */
export function planOwn(open: OpenDesign, settings: BurnSettings, ignitionMs: number): Candidate {
  const model = makeEncounterModel(open.encounter, DYNAMICS[settings.dynamics])
  return describe(open, model, settings, { name: 'own', burnS: burnAt(open, ignitionMs) })
}

export const burnAt = ({ tca }: OpenDesign, ignitionMs: number) =>
  secondsBetween(tca, parseTime(new Date(ignitionMs).toISOString()))

export function errorOf(
  { propulsion }: DesignCase,
  { hasExecutionError, executionCovarianceRtn }: BurnSettings,
): ExecutionError | null {
  if (!hasExecutionError) return null
  if (executionCovarianceRtn !== undefined) return { covarianceRtn: executionCovarianceRtn }
  return errorOfEngine(propulsion)
}

export function optionsAt(
  open: OpenDesign,
  model: EncounterModel,
  settings: BurnSettings,
  burnS: number,
): AssessedOptions {
  const { designCase } = open
  const error = errorOf(designCase, settings)
  const { propulsion } = designCase
  return {
    burnS,
    target: settings.target,
    method: designCase.method,
    maxDeltaVMps: mostDeltaV(designCase),
    ...(propulsion.type === 'IMPULSIVE' ? { minDeltaVMps: propulsion.minDeltaVMps } : {}),
    ...(error === null ? {} : { executionError: error }),
    ...(error === null || settings.target.kind === 'miss'
      ? {}
      : { acceptedProbability: designCase.acceptedProbability }),
    ...allowedBy(propulsion.thrustDirections),
    ...(settings.direction === null ? {} : { directionRtn: lineAt(open, model, settings.direction, burnS) }),
  }
}

/** Returns the burn at the next start of the engine. Throws ImpossibleBurn if the engine cannot make any. */
export function planAt(open: OpenDesign, model: EncounterModel, settings: BurnSettings, burnS: number): FlyablePlan {
  const startS = startAtStep(open.tca, burnS, open.designCase.propulsion.startStepS)
  if (!(startS < 0)) throw new ImpossibleBurn({ code: 'after-tca', values: {} })
  const options = optionsAt(open, model, settings, startS)
  const planned = settings.isPlannedBurn === true ? plannedIn(open, model) : undefined
  if (planned !== undefined) return flyPlanned(open, model, options, { ...planned, arcS: settings.arcS })
  return planBurnAt(model, options, { craft: open.designCase, arcS: settings.arcS })
}

type NamedBurnTime = { readonly name: CandidateName; readonly burnS: number }

export function describe(
  open: OpenDesign,
  model: EncounterModel,
  settings: BurnSettings,
  { name, burnS: askedS }: NamedBurnTime,
): Candidate {
  const { designCase, tca, tcaMs } = open
  const { propulsion } = designCase
  const made = planAt(open, model, settings, askedS)
  const { plan, arcS } = made
  const { burnS } = plan
  const before = trialOf(model, { burnS }).attempt([0, 0, 0]).after
  const exhaustMps = propulsion.ispS * STANDARD_GRAVITY
  const propellantKg = propellantOf(designCase, plan.deltaVMps)
  const ignition = `${formatTime(addSeconds(tca, burnS), { digits: 3 })}Z`
  const ignitionMs = Date.parse(ignition)
  const onS = propellantKg === null ? null : (propellantKg * exhaustMps) / propulsion.thrustN
  const planned = settings.isPlannedBurn === true ? plannedIn(open, model) : undefined
  const { commitMs, contact } = commandOf(designCase, ignitionMs)
  return {
    name,
    ignition,
    ignitionMs,
    // A burn that no contact reaches would have needed a command before now.
    commitMs: commitMs ?? designCase.nowMs,
    contact,
    lead: -burnS / model.periodS,
    deltaVRtn: plan.deltaVRtnMps,
    deltaVMps: plan.deltaVMps,
    smaChangeM: smaChangeM(plan.state, plan.deltaV, GM_EARTH),
    pcBefore: confirm(before, model, designCase.method),
    pc: plan.confirmedProbability,
    cold: plan.coldProbability,
    missBeforeM: before.missDistanceM,
    missM: plan.after.missDistanceM,
    separation: separationFor(plan, designCase, { tcaMs, arcS: lastsOf(designCase, made), target: settings.target }),
    meetsTarget: plan.meetsTarget,
    largerFor: plan.largerFor,
    limit: planned !== undefined && plan.limit === 'delta-v' ? 'planned-burn' : plan.limit,
    propellantKg,
    thrustS: propulsion.type === 'CONTINUOUS' && arcS > 0 ? arcS * propulsion.dutyCycle : onS,
    arcS,
    blackout: blackoutOver(designCase, ignitionMs, lastsOf(designCase, made)),
    returnMps: returnOf(open, model, settings, burnS),
    target: settings.target,
    direction: settings.direction,
    moved: planned && movedBy(open, planned, burnS, model.periodS),
  }
}

/** Returns the Δv of all burns with a return; undefined if no return is planned, null if none is found. */
function returnOf(
  open: OpenDesign,
  model: EncounterModel,
  settings: BurnSettings,
  burnS: number,
): number | null | undefined {
  const { propulsion, meetsAgain } = open.designCase
  // If the objects meet again, a return would undo the effect on their next passage. It also needs an engine that burns in every direction.
  const isFree = propulsion.type === 'IMPULSIVE' && propulsion.thrustDirections === undefined
  if (!isFree || meetsAgain === true || settings.isPlannedBurn === true) return undefined
  try {
    const { totalDeltaVMps, isBack } = planReturn(model, optionsAt(open, model, settings, burnS))
    return isBack ? totalDeltaVMps : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The distances of the objects, in the form of a plan. */
type CandidateSeparation = Omit<Separation, 'targetM'>

type SeparationTarget = { readonly tcaMs: number; readonly arcS: number; readonly target: Target }

/** Returns the distances of a plan; undefined for a plan by probability. */
function separationFor(
  { separation, burnS }: TargetPlan,
  { acceptedDistanceM = 0, meetsAgain = false }: DistanceOfEvent,
  { tcaMs, arcS, target }: SeparationTarget,
): CandidateSeparation | undefined {
  if (separation === undefined || target.kind !== 'miss') return undefined
  const instant = (seconds: number) => new Date(tcaMs + 1_000 * seconds).toISOString()
  const at = ({ atS, distanceM }: (typeof separation)['nominal']) => ({ missM: distanceM, at: instant(atS) })
  const passages = passagesOf({ meetsAgain }, { burnS, arcS })
  const { before, nominal, hot, cold, sigmaM } = separation
  return {
    acceptedM: acceptedDistance(acceptedDistanceM, target.missM),
    until: passages === null ? null : instant(passages.toS),
    sigmaM,
    before: at(before),
    nominal: at(nominal),
    hot: hot && at(hot),
    cold: cold && at(cold),
  }
}

/** True if the target is met without a burn, so that there is nothing to command. */
export const needsNoBurn = ({ deltaVMps, meetsTarget }: Pick<Candidate, 'deltaVMps' | 'meetsTarget'>): boolean =>
  meetsTarget && deltaVMps === 0
