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

/** A burn as it is designed; whoever keeps it adds the satellite that it was designed for. */
export type DesignedBurn = Omit<Burn, 'satelliteBasis' | 'isEngineAssumed'>

/** What a plan is asked for. */
export type PlanTask = {
  readonly message: MessageToPlan
  readonly request: PlanRequest
  /** The next announced burn of the satellite after the closest approach; null: none. */
  readonly nextBurn: BurnNotice | null
  readonly propulsion: Propulsion
  readonly massKg: number | null
  readonly air: AirGiven
  readonly acceptedProbability: number
  /** That the satellite accepts, m: what is planned of objects that fly along together; 0: none. */
  readonly separationM: number
  readonly nowMs: number
  /** By which the satellite can be commanded; null: no contacts known, the lead alone counts. */
  readonly contacts: readonly KnownCommand[] | null
  /** When the satellite does not burn: what was entered, and contacts. */
  readonly blackouts: readonly Blackout[]
  /** How deep in the shadow of the Earth an engine does not burn; undefined: it may burn there. */
  readonly blackoutInEclipse: EclipseDepth | undefined
}

/** What is known of a satellite in the air beside what its message tells. */
type AirGiven = {
  readonly dragAreaM2: number | null
  readonly dragCoefficient: number
  readonly weather: DragWeather | null
}

/** What forbids a plan, by the name of the limit. */
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

/** What a plan is made for. Throws a Refusal where a probability is asked of objects that have none (flight rule F2). */
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

/** A count is over within the time of a plan; the seed makes two plans for one message the same. */
const [MOST_TRIALS, SEED] = [100_000, 16]
/** Of all counts of a plan: some 20 s of a processor. */
const TRIALS_OF_PLAN = 600_000
export const counting = (): Counting => ({
  random: seededRandom(SEED),
  mostTrials: MOST_TRIALS,
  budget: { trials: TRIALS_OF_PLAN },
})

/** By what a plan was confirmed, where it is not the method that assessed the event (flight rule F2), and whether its event is diluted. */
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

/** A target in the words of the contract. */
export const targetTold = (target: Target): Burn['target'] =>
  target.kind === 'miss'
    ? { kind: 'MISS_DISTANCE', value: target.missM }
    : { kind: 'PROBABILITY', value: target.probability }

/** What commands need before a burn: the lead, and what makes the satellite ready. */
export type Lead = { readonly leadTimeH: number; readonly readyS: number; readonly readying: 'warmUpS' | 'slewS' }

/** The earliest start that a command still reaches, seconds after TCA. Throws Refusal where no contact lies ahead of TCA. */
export function earliestStart({ nowMs, contacts }: PlanTask, lead: Lead, tca: Epoch): number {
  const earliest = earliestCommanded(contacts, { nowMs, needMs: needMsOf(lead) })
  if (earliest === null) throw new Refusal('contact')
  return secondsBetween(tca, parseTime(new Date(earliest.burnMs).toISOString()))
}

/** Added before an instant in whole milliseconds is rounded to a second: the second that is told is no earlier than the instant. */
const UP_TO_SECOND_S = 0.4995

/** To the second, as refusals tell it. */
export const atSecond = (epoch: Epoch) => formatTime(epoch, { digits: 0, zulu: true })

/** Why a start is too early. */
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

/** The blackout that a span meets; undefined: none. */
export function blackoutOver({ blackouts }: Pick<PlanTask, 'blackouts'>, { start, lengthS }: Span) {
  return blackouts.find(({ fromMs, toMs }) => {
    const [fromS, toS] = [fromMs, toMs].map((ms) => secondsBetween(start, atMs(ms))) as [number, number]
    // What ends as a blackout begins is outside of it.
    return toS > 0 && (fromS <= 0 || fromS < lengthS)
  })
}

const atMs = (ms: number) => parseTime(new Date(ms).toISOString())

/** What would leave more time outside of blackouts, as a refusal says it. */
export type BlackoutHint = 'noMass' | 'wideEdges'

/** Throws Refusal, naming the blackout, where what was asked for from a start on meets one: only a search goes around them. */
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

/** What commands of this satellite need before a burn. */
export function leadOf(propulsion: Propulsion): Pick<Lead, 'leadTimeH' | 'readyS'> {
  const readyS = 'warmUpS' in propulsion ? propulsion.warmUpS : 'slewS' in propulsion ? propulsion.slewS : 0
  return { leadTimeH: 'leadTimeH' in propulsion ? propulsion.leadTimeH : 0, readyS }
}

export type Limit = (typeof PLAN_LIMITS)[number]
/** A burn that would be above the largest one by its next step is at its limit. */
const LIMIT_SHARE = 1 / GROWTH_FACTOR

/** What keeps a plan from its target. */
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
  // A burn that is not at its limit, and yet not enough, fails by what it leaves when it comes out too weak.
  return deltaVMps >= LIMIT_SHARE * maxDeltaVMps ? name : 'EXECUTION_ERROR'
}

/** Diluted: nearer than √2 sigmas, more data would first raise the probability (domain.md part 3; flight rule F3). */
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

/** How a plan stands to its target, and why where it leaves more or less. */
export const judgementOf = (
  { meetsTarget, largerFor }: AssessedPlan,
  limit: Limit | null,
): Pick<Burn, 'meetsTarget' | 'limit' | 'largerFor'> => ({
  meetsTarget,
  limit,
  largerFor: largerFor && LARGER_FOR[largerFor],
})

/** The probability of an encounter if both sigmas were so many times as large (flight rule F3). */
export function withFactor({ planar }: EncounterAfter, radiusM: number, factor: number): number | null {
  if (planar === null) return null
  const { miss } = planar
  return circle2d({ ...miss, sigmaXM: miss.sigmaXM * factor, sigmaYM: miss.sigmaYM * factor }, radiusM)
}

type StateAtEpoch = { readonly epoch: Epoch; readonly r: Vec3; readonly v: Vec3 }

/** The states at the beginning and at the end, in the frame that is asked for. */
export function statesOf(name: Burn['referenceFrame'], before: StateAtEpoch, after: StateAtEpoch) {
  const frame = name === 'ECEF' ? 'ITRF' : name === 'ECI' ? 'GCRF' : 'EME2000'
  const place = ({ epoch, r, v }: StateAtEpoch) => {
    const there = transformState({ frame: 'GCRF', epoch, r, v }, frame, { outside: 'hold' })
    return { r: [...there.r] as [number, number, number], v: [...there.v] as [number, number, number] }
  }
  const [first, last] = [place(before), place(after)]
  return { positionBefore: first.r, velocityBefore: first.v, positionAfter: last.r, velocityAfter: last.v }
}

/** How the covariances of a message are carried, and of which object the velocity was left out as not credible. */
export function conventionOf({ primary, secondary }: PlannedEncounter): string {
  const carried =
    primary.covariance.length === 6
      ? 'Covariances of position and velocity, by the two-body transition matrix from the TCA of the message'
      : 'Covariances of position alone, constant in R, T, N of their object'
  const leftOut = [primary, secondary].flatMap((one, k) => (one.isVelocityLeftOut === true ? [`object ${k + 1}`] : []))
  if (leftOut.length === 0) return carried
  return `${carried}. The velocity covariance of ${leftOut.join(' and ')} is not credible: position alone is used of it`
}

/** That a search finds no start, and which kinds of blackouts leave it none. */
export function noWindow({ blackouts }: Pick<PlanTask, 'blackouts'>, hints: readonly BlackoutHint[] = []): Refusal {
  const kinds = BLACKOUT_KINDS.filter((kind) => blackouts.some((one) => one.kind === kind))
  return new Refusal('window', { kinds: kinds.join(' '), hint: hints.join(' ') })
}

/** What a plan has of drag where the satellite burns. */
export const NO_DRAG = {
  drag: null,
  dragCrossSection: null,
  totalTimeInDifferentialDragConfiguration: null,
  totalTimeInNominalConfiguration: null,
} satisfies Partial<Burn>
