import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { BLACKOUT_KINDS, type Blackout, MOST_SHADOW_DAYS } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { EclipseDepth } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import { earliestCommanded, needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { Counting, HitCount } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import type { EncounterAfter, PlannedEncounter } from '@apsis/astro/manoeuvre/encounter-model.ts'
import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import { type AssessedPlan, GROWTH_FACTOR, REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { DragWeather } from '@apsis/contract/ca/plan/drag-change.ts'
import type { Burn, PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { PlanRefusal, PlanRefusalCode } from '@apsis/contract/ca/plan/plan-refusal.ts'
import type { PLAN_LIMITS } from '@apsis/contract/ca/plan/request-parts.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { REFUSAL_IN_ENGLISH, sayPlanRefusal } from '@apsis/contract/notice-text/plan-refusal-in-words.ts'
import type { KnownCommand } from '../../contact/known-contacts.ts'
import type { MessageToPlan } from './planned-event.ts'

/** A burn as it is designed; the code that stores it adds the satellite that it was designed for. */
export type DesignedBurn = Omit<Burn, 'satelliteBasis' | 'isEngineAssumed'>

/** The input of a plan. */
export type PlanTask = {
  readonly message: MessageToPlan
  readonly request: PlanRequest
  /** The next announced burn of the satellite after the closest approach; null if there is none. */
  readonly nextBurn: BurnNotice | null
  readonly propulsion: Propulsion
  readonly massKg: number | null
  readonly air: AirGiven
  readonly acceptedProbability: number
  /** The distance that the satellite accepts, m, for plans of co-orbiting objects; 0 if it has not given a distance. */
  readonly separationM: number
  readonly nowMs: number
  /** The contacts that can command the satellite; null if none are known, and only the lead counts. */
  readonly contacts: readonly KnownCommand[] | null
  /** The times in which the satellite does not burn: entered blackouts, and contacts. */
  readonly blackouts: readonly Blackout[]
  /** The depth in the shadow of the Earth at which the engine does not burn; undefined if it may burn there. */
  readonly blackoutInEclipse: EclipseDepth | undefined
}

/** Known drag values of a satellite, in addition to the values in its message. */
type AirGiven = {
  readonly dragAreaM2: number | null
  readonly dragCoefficient: number
  readonly weather: DragWeather | null
}

/** The reason why a plan is impossible, with the name of the limit. */
export class Refusal extends Error {
  readonly refusal: PlanRefusal
  constructor(code: PlanRefusalCode, values: PlanRefusal['values'] = {}) {
    super(sayPlanRefusal(REFUSAL_IN_ENGLISH, { code, values }))
    this.name = 'Refusal'
    this.refusal = { code, values }
  }
}

/** Factors on both sigmas under which a plan shows its probability (flight rule F3). */
export const COVARIANCE_FACTORS = [0.5, 1, 1.5, 2, 3]

/** Returns the target of a plan. Throws a Refusal if a probability is requested for objects that have none (flight rule F2). */
export function targetFor(task: Pick<PlanTask, 'message' | 'request' | 'acceptedProbability' | 'separationM'>): Target {
  const { message, request, separationM } = task
  if (message.isBySeparation !== true) return targetOf(request, task.acceptedProbability)
  const missM = request.target === undefined ? separationM : request.target.value
  if (request.target?.kind === 'PROBABILITY' || missM === 0)
    throw new Refusal('no-probability', { reason: 'co-orbiting' })
  return { kind: 'miss', missM }
}

function targetOf(request: PlanRequest, acceptedProbability: number): Target {
  const { target } = request
  if (target === undefined) return { kind: 'probability', probability: REMEDIATION * acceptedProbability }
  return target.kind === 'PROBABILITY'
    ? { kind: 'probability', probability: target.value }
    : { kind: 'miss', missM: target.value }
}

/** With this number of trials, a count ends within the time limit of a plan; the fixed seed makes two plans for one message equal. */
const [MOST_TRIALS, SEED] = [100_000, 16]
/** The maximum number of trials for the probabilities of one plan: some 20 s of a processor. */
const TRIALS_OF_PLAN = 600_000
export const counting = (): Counting => ({
  random: seededRandom(SEED),
  mostTrials: MOST_TRIALS,
  budget: { trials: TRIALS_OF_PLAN },
})

/** Returns the method that confirmed a plan if it differs from the method of the event (flight rule F2), and whether its event is diluted. */
export function howConfirmed(
  { message: { isBySeparation = false } }: Pick<PlanTask, 'message'>,
  { before, counted }: { readonly before: Burn['before']; readonly counted: HitCount | null },
) {
  return {
    isTrackingFirst: !isBySeparation && isDiluted(before),
    ...(isBySeparation ? { isBySeparation } : {}),
    ...(counted === null ? {} : { counted }),
  } satisfies Partial<Burn>
}

/** Returns a target in the form of the contract. */
export const targetOfPlan = (target: Target): Burn['target'] =>
  target.kind === 'miss'
    ? { kind: 'MISS_DISTANCE', value: target.missM }
    : { kind: 'PROBABILITY', value: target.probability }

/** The time that commands need before a burn: the lead, and the time to make the satellite ready. */
export type Lead = { readonly leadTimeH: number; readonly readyS: number; readonly readying: 'warmUpS' | 'slewS' }

/** Returns the earliest start that a command still reaches, seconds after TCA. Throws Refusal if no contact lies before TCA. */
export function earliestStart({ nowMs, contacts }: PlanTask, lead: Lead, tca: Epoch): number {
  const earliest = earliestCommanded(contacts, { nowMs, needMs: needMsOf(lead) })
  if (earliest === null) throw new Refusal('contact')
  return secondsBetween(tca, parseTime(new Date(earliest.burnMs).toISOString()))
}

/** Added to an instant in whole milliseconds before it is rounded to a second, so that the second is not before the instant. */
const UP_TO_SECOND_S = 0.4995

/** Formats a time to the second, as refusals state it. */
export const atSecond = (epoch: Epoch) => formatTime(epoch, { digits: 0, zulu: true })

/** Returns the reason why a start is too early. */
export function tooEarly(
  { contacts }: PlanTask,
  { leadTimeH, readyS, readying }: Lead,
  [asked, earliest]: [Epoch, Epoch],
) {
  return new Refusal('lead-time', {
    ...(contacts === null ? {} : { case: 'contact' }),
    leadTimeH,
    startAt: atSecond(asked),
    earliestAt: atSecond(addSeconds(earliest, UP_TO_SECOND_S)),
    ...(readyS > 0 ? { [readying]: readyS } : {}),
  })
}

/** A burn, or an attitude that is held, from its start on. */
type Span = { readonly start: Epoch; readonly lengthS: number }

/** Returns the blackout that overlaps a span; undefined if there is none. */
export function blackoutOver({ blackouts }: Pick<PlanTask, 'blackouts'>, { start, lengthS }: Span) {
  return blackouts.find(({ fromMs, toMs }) => {
    const [fromS, toS] = [fromMs, toMs].map((ms) => secondsBetween(start, atMs(ms))) as [number, number]
    // A span that ends as a blackout begins is outside of it.
    return toS > 0 && (fromS <= 0 || fromS < lengthS)
  })
}

const atMs = (ms: number) => parseTime(new Date(ms).toISOString())

/** A change that would leave more time outside of blackouts, as a refusal states it. */
export type BlackoutHint = 'noMass' | 'wideEdges'

/** Throws Refusal with the blackout that a request with a fixed start overlaps: only a search avoids blackouts. */
export function refuseInBlackout(task: PlanTask, span: Span, hints: readonly BlackoutHint[] = []): void {
  const shut = blackoutOver(task, span)
  if (shut === undefined) return
  const isAtStart = shut.fromMs <= Date.parse(formatTime(span.start, { digits: 3, zulu: true }))
  throw new Refusal('blackout', {
    case: isAtStart ? 'start' : 'through',
    kind: shut.kind,
    place: shut.reason,
    hint: hints.join(' '),
    startAt: atSecond(span.start),
    endAt: atSecond(addSeconds(span.start, span.lengthS)),
    fromAt: atSecond(atMs(shut.fromMs)),
    toAt: atSecond(atMs(shut.toMs)),
    days: MOST_SHADOW_DAYS,
  })
}

/** Returns the time that commands of this satellite need before a burn. */
export function leadOf(propulsion: Propulsion): Pick<Lead, 'leadTimeH' | 'readyS'> {
  const readyS = 'warmUpS' in propulsion ? propulsion.warmUpS : 'slewS' in propulsion ? propulsion.slewS : 0
  return { leadTimeH: 'leadTimeH' in propulsion ? propulsion.leadTimeH : 0, readyS }
}

export type Limit = (typeof PLAN_LIMITS)[number]
/** A burn whose next step would exceed the largest burn is at its limit. */
const LIMIT_SHARE = 1 / GROWTH_FACTOR

/** Returns the limit that prevents a plan from reaching its target. */
export function limitOf(
  { meetsTarget, limit, deltaVMps }: AssessedPlan,
  { maxDeltaVMps, name }: { readonly maxDeltaVMps: number; readonly name: Limit },
): Limit | null {
  if (meetsTarget) return null
  if (limit === 'time') return 'TIME'
  if (limit === 'method') return 'METHOD'
  if (limit === 'execution-error') return 'EXECUTION_ERROR'
  if (limit === 'passage') return 'PASSAGE'
  if (limit === 'direction') return 'DIRECTION'
  // A burn below its limit that is still not enough fails because of the weak burn, which leaves too high a probability.
  return deltaVMps >= LIMIT_SHARE * maxDeltaVMps ? name : 'EXECUTION_ERROR'
}

/** True if the event is diluted: nearer than √2 sigmas, more data would first raise the probability (domain.md part 3; flight rule F3). */
export const isDiluted = ({ mahalanobis }: { readonly mahalanobis: number | null }) =>
  mahalanobis !== null && mahalanobis < Math.SQRT2

const LARGER_FOR = {
  'weak-burn': 'WEAK_BURN',
  'smallest-burn': 'SMALLEST_BURN',
  'engine-steps': 'ENGINE_STEPS',
  'other-passage': 'OTHER_PASSAGE',
  'accepted-distance': 'ACCEPTED_DISTANCE',
  'accepted-probability': 'ACCEPTED_PROBABILITY',
} as const

/** Returns how a plan compares with its target, and the reason if it leaves more or less risk. */
export const judgementOf = (
  { meetsTarget, largerFor }: AssessedPlan,
  limit: Limit | null,
): Pick<Burn, 'meetsTarget' | 'limit' | 'largerFor'> => ({
  meetsTarget,
  limit,
  largerFor: largerFor && LARGER_FOR[largerFor],
})

/** Returns the probability of an encounter with both sigmas multiplied by a factor (flight rule F3). */
export function withFactor({ planar }: EncounterAfter, radiusM: number, factor: number): number | null {
  if (planar === null) return null
  const { miss } = planar
  return circle2d({ ...miss, sigmaXM: miss.sigmaXM * factor, sigmaYM: miss.sigmaYM * factor }, radiusM)
}

type StateAtEpoch = { readonly epoch: Epoch; readonly r: Vec3; readonly v: Vec3 }

/** Returns the states at the beginning and at the end, in the requested frame. */
export function statesOf(name: Burn['referenceFrame'], before: StateAtEpoch, after: StateAtEpoch) {
  const frame = name === 'ECEF' ? 'ITRF' : name === 'ECI' ? 'GCRF' : 'EME2000'
  const place = ({ epoch, r, v }: StateAtEpoch) => {
    const there = transformState({ frame: 'GCRF', epoch, r, v }, frame, { outside: 'hold' })
    return { r: [...there.r] as [number, number, number], v: [...there.v] as [number, number, number] }
  }
  const [first, last] = [place(before), place(after)]
  return { positionBefore: first.r, velocityBefore: first.v, positionAfter: last.r, velocityAfter: last.v }
}

/** Returns how the covariances of a message are propagated, and the object whose velocity was left out as not credible. */
export function conventionOf({ primary, secondary }: PlannedEncounter): string {
  const carried =
    primary.covariance.length === 6
      ? 'Covariances of position and velocity, by the two-body transition matrix from the TCA of the message'
      : 'Covariances of position alone, constant in R, T, N of their object'
  const leftOut = [primary, secondary].flatMap((one, k) => (one.isVelocityLeftOut === true ? [`object ${k + 1}`] : []))
  if (leftOut.length === 0) return carried
  return `${carried}. The velocity covariance of ${leftOut.join(' and ')} is not credible: position alone is used of it`
}

/** Returns the refusal of a search without a possible start, with the kinds of blackouts that leave it none. */
export function noWindow({ blackouts }: Pick<PlanTask, 'blackouts'>, hints: readonly BlackoutHint[] = []): Refusal {
  const kinds = BLACKOUT_KINDS.filter((kind) => blackouts.some((one) => one.kind === kind))
  return new Refusal('window', { kinds: kinds.join(' '), hint: hints.join(' ') })
}

/** The drag fields of a plan with a burn. */
export const NO_DRAG = {
  drag: null,
  dragCrossSection: null,
  totalTimeInDifferentialDragConfiguration: null,
  totalTimeInNominalConfiguration: null,
} satisfies Partial<Burn>
