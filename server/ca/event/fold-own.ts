import { CO_ORBITING_MPS } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import {
  DISAGREEMENT_MAHALANOBIS,
  type RelativeEstimate,
  relativeDifference,
} from '@apsis/astro/conjunction/relative-difference.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Comparison, OwnScreening } from '@apsis/contract/ca/event/estimate.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { DerivedCdm } from '../message/record/derive-cdm.ts'
import type { EventMessage } from '../message/record/message-grade.ts'
import { type EventFacts, type EventLevel, heldAt } from './fold-event.ts'
import { isTracked } from './fold-track.ts'
import {
  beforeOf,
  isBeforeBurn,
  judgeEstimate,
  leadOf,
  levelOfEstimate,
  maximumOf,
  neighbourOf,
  type OwnEstimate,
  ownLevels,
  weaknessOf,
} from './own-estimate.ts'
import { trendOf } from './trend.ts'

export type OwnFolding = {
  /** The summary of the messages, and the message that counts; undefined if there are no messages. */
  readonly byMessages: { readonly facts: EventFacts; readonly active: ComparedMessage } | undefined
  /** All estimates of screenings, in any order. */
  readonly estimates: readonly OwnEstimate[]
  readonly satellites: readonly [string | null, string | null]
  readonly thresholds: Thresholds
  /** The designators of both objects, in any order. */
  readonly objects: readonly [string, string]
}

/**
 * Returns an event by its messages and screenings together (docs/decisions/035): its numbers are from the worst credible estimate, or from
 * the message if both are equally bad. Its level is the higher one of messages and screenings. A screening of a path that the satellite has
 * left by a burn has no effect, and the event is marked as waiting for newer data (flight rule F15). As long as there are no data from
 * after the burn, the event keeps the level that it had at ignition: no missing data lower a level (F30).
 */
export function foldOwn(folding: OwnFolding): EventFacts {
  const driving = folding.estimates.filter((one) => !isBeforeBurn(one))
  const isLeft = driving.length < folding.estimates.length
  const hasOther = folding.byMessages !== undefined || driving.length > 0
  const facts = foldDriving(isLeft && hasOther ? { ...folding, estimates: driving } : folding)
  return isLeft && isAwaiting(folding) ? awaiting(facts, folding) : facts
}

/** Returns the ignition of the newest burn that some of the estimates lack. */
const burnMsOf = (estimates: readonly OwnEstimate[]): number =>
  Math.max(...estimates.map(({ beforeBurnAt }) => beforeBurnAt ?? Number.NEGATIVE_INFINITY))

/** True if neither an estimate nor a message includes the newest burn that some estimates lack. */
function isAwaiting({ estimates, byMessages }: OwnFolding): boolean {
  const burnMs = burnMsOf(estimates)
  const isKnown = estimates.some((one) => !isBeforeBurn(one) && one.madeAt > burnMs)
  const drivenAt = byMessages?.facts.lastDrivingDate
  return !isKnown && (drivenAt === undefined || Date.parse(drivenAt) < burnMs)
}

function awaiting(facts: EventFacts, { estimates, thresholds, byMessages }: OwnFolding): EventFacts {
  const { level = 'UNKNOWN', causes = [] } = facts.judged ?? {}
  const all = new Set([...causes, 'awaiting-after-burn' as const])
  const burnMs = burnMsOf(estimates)
  const hasOther = byMessages !== undefined || estimates.some((one) => !isBeforeBurn(one))
  const known = estimates.flatMap((one) => asOf(one, burnMs) ?? [])
  const ownHeld = ownLevels(known, { thresholds, hasMessages: byMessages !== undefined })
  return {
    ...facts,
    judged: { level, causes: [...all] },
    held: keptFrom(facts.held, burnMs),
    // If only screenings that do not contain the burn found the event, such screenings made after the burn also count: they may raise the level.
    ownHeld: [...ownHeld.map((held) => keptFrom(held, burnMs)), ...(hasOther ? [] : facts.ownHeld)],
  }
}

/** Returns an estimate as it was at a time; undefined if it was made later. */
function asOf(one: OwnEstimate, ms: number): OwnEstimate | undefined {
  if (one.madeAt > ms) return undefined
  return one.endedAt !== null && one.endedAt > ms ? { ...one, ended: null, endedAt: null } : one
}

/** Returns a level as it was at a time: a later fall is dropped. */
const keptFrom = (held: EventLevel, ms: number): EventLevel => ({ ...heldAt(held, ms), lower: null })

function foldDriving({ byMessages, estimates, satellites, thresholds, objects }: OwnFolding): EventFacts {
  const lead = leadOf(estimates, thresholds)
  if (lead === undefined) {
    if (byMessages === undefined) throw new TypeError('an event has a message or an estimate')
    return byMessages.facts
  }
  const comparison = byMessages === undefined ? null : comparisonOf(estimates, lead, byMessages.active)
  const summary = summaryOf(lead, thresholds)
  const ownHeld = ownLevels(estimates, { thresholds, hasMessages: byMessages !== undefined })
  const own = { ownHeld, ownScreening: summary, comparison }
  if (byMessages === undefined) {
    const base = baseOf({ estimates, lead, satellites, thresholds, objects })
    return { ...base, ...numbersOf(lead, { estimates, thresholds }), ...own, levelFrom: 'OWN_SCREENING' }
  }
  const isCredible = lead.ended === null && weaknessOf(lead) === null
  const ofMessage = rankOf(byMessages.active.derived.conjunctionData.riskLevel)
  const isWorse = isCredible && rankOf(levelOfEstimate(lead, thresholds)) > ofMessage
  // An event that a screening of real orbits finds is real, even if its messages are simulated.
  const isSimulated = byMessages.facts.isSimulated && estimates.every(isSimulatedOrEnded)
  if (!isWorse) return { ...byMessages.facts, ...own, isSimulated }
  const numbers = numbersOf(lead, { estimates, thresholds })
  return { ...byMessages.facts, ...numbers, ...own, isSimulated, levelFrom: 'OWN_SCREENING' }
}

const isSimulatedOrEnded = ({ facts, ended }: OwnEstimate) => facts.isSimulated || ended !== null

/** Compares the message with the valid estimates; if there are several, with the estimate that contradicts it most. */
function comparisonOf(estimates: readonly OwnEstimate[], lead: OwnEstimate, active: ComparedMessage) {
  const valid = estimates.filter(({ ended }) => ended === null)
  const compared = valid.flatMap((one) => compareWithMessage(one, active) ?? [])
  const [worst] = compared.toSorted((a, b) => b.mahalanobis - a.mahalanobis)
  return worst?.isDisagreement === true
    ? worst
    : (compared.find(({ estimateId }) => estimateId === lead.id) ?? worst ?? null)
}

/** Returns the state of an estimate: that it counts, or how it ended. */
export function stateOfOwn(own: OwnEstimate): OwnScreening['state'] {
  if (own.ended !== null) return own.ended
  if (isBeforeBurn(own)) return 'BEFORE_BURN'
  return weaknessOf(own) === null ? 'COUNTS' : 'WEAK'
}

export function summaryOf(own: OwnEstimate, thresholds: Thresholds): OwnScreening {
  const weakness = weaknessOf(own)
  return {
    estimateId: own.id,
    screeningId: own.screeningId,
    madeAt: new Date(own.madeAt).toISOString(),
    tca: new Date(own.tca).toISOString(),
    missM: own.facts.missM,
    probability: own.facts.probability,
    maximumProbability: maximumOf(own),
    isEnvelope: neighbourOf(own)?.isEnvelope === true,
    riskLevel: levelOfEstimate(own, thresholds),
    state: stateOfOwn(own),
    weakness,
    endedAt: own.endedAt === null ? null : new Date(own.endedAt).toISOString(),
    isSimulated: own.facts.isSimulated,
  }
}

type Numbers = Pick<
  EventFacts,
  | 'conjunctionData'
  | 'maximumProbability'
  | 'reportedProbability'
  | 'method'
  | 'isReliable'
  | 'isDiluted'
  | 'needsData'
  | 'isBeyondAccepted'
  | 'mahalanobis'
  | 'previousProbability'
  | 'judged'
>

/** Returns the figures in the list for an event whose figures come from an own screening. */
function numbersOf(
  lead: OwnEstimate,
  { estimates, thresholds }: { readonly estimates: readonly OwnEstimate[]; readonly thresholds: Thresholds },
): Numbers {
  const { missM, missRtnM, velocityRtnMps, relativeSpeedMps, probability, assessed } = lead.facts
  const accepted = thresholds.acceptedCollisionProbability
  const maximum = maximumOf(lead)
  const isDiluted = assessed?.isDiluted ?? false
  const isUnknown = probability === null && relativeSpeedMps >= CO_ORBITING_MPS
  return {
    conjunctionData: {
      tca: new Date(lead.tca).toISOString(),
      probabilityOfCollision: probability,
      totalMissDistance: missM,
      radialSeparation: Math.abs(missRtnM[0]),
      relativePosition: { r: missRtnM[0], t: missRtnM[1], n: missRtnM[2] },
      relativeVelocity: { r: velocityRtnMps[0], t: velocityRtnMps[1], n: velocityRtnMps[2] },
      relativeSpeed: relativeSpeedMps,
      sigmaRtn: sigmaOf(lead),
    },
    maximumProbability: maximum,
    reportedProbability: null,
    method: assessed?.method ?? null,
    isReliable: assessed?.isReliable ?? false,
    isDiluted,
    needsData: assessed === null || isUnknown || (isDiluted && maximum !== null && maximum >= accepted),
    isBeyondAccepted: assessed !== null && probability !== null && probability >= accepted,
    mahalanobis: assessed?.mahalanobis ?? null,
    ...(lead.ended === null ? { judged: judgeEstimate(lead, thresholds) } : {}),
    previousProbability: beforeOf(estimates, lead)?.facts.probability ?? null,
  }
}

/** Returns 1σ of the relative position along R, T and N, m; null without covariances. */
export function sigmaOf({
  facts: { assessed },
}: Pick<OwnEstimate, 'facts'>): { r: number; t: number; n: number } | null {
  if (assessed === null) return null
  const along = (place: 0 | 3 | 5) => Math.sqrt(assessed.primaryRtnM2[place] + assessed.secondaryRtnM2[place])
  return { r: along(0), t: along(3), n: along(5) }
}

type FromOwn = 'ownHeld' | 'levelFrom' | 'ownScreening' | 'comparison'
type Base = Omit<OwnFolding, 'byMessages'> & { readonly lead: OwnEstimate }

/** Returns the fields of an event without any message, except for its figures in the list. */
function baseOf({ estimates, lead, satellites, thresholds, objects }: Base): Omit<EventFacts, keyof Numbers | FromOwn> {
  const times = estimates.map(({ madeAt }) => madeAt)
  const other = lead.objectId
  const designators = [objects.find((one) => one !== other) ?? other, other] as const
  const nobody = { objectType: null, operatorOrganization: null, lastObservationAt: null }
  const participant = (place: 0 | 1): Conjunction['object1'] => ({
    designator: designators[place],
    name: place === 0 ? lead.facts.ownName : lead.facts.otherName,
    ...nobody,
    manoeuvrable: 'UNKNOWN',
    satelliteId: satellites[place],
  })
  return {
    newestCdmId: null,
    object1: participant(0),
    object2: participant(1),
    trend: trendOf(estimates.toSorted((a, b) => a.madeAt - b.madeAt).map(({ facts }) => facts.probability)),
    messages: 0,
    firstCreationDate: new Date(Math.min(...times)).toISOString(),
    lastCreationDate: new Date(Math.max(...times)).toISOString(),
    originators: [],
    isCoOrbiting: lead.facts.relativeSpeedMps < CO_ORBITING_MPS,
    isSimulated: estimates.every(({ facts }) => facts.isSimulated),
    held: { level: 'UNKNOWN', lower: null },
    commitHours: thresholds.commitHours,
    considerHours: thresholds.considerHours,
  }
}

/**
 * True if an estimate uses an orbit of the other object that a track among these messages has replaced: its state is from an older message, or its
 * element set is from before the track. Only another ephemeris replaces an ephemeris of the operator.
 */
export function isReplaced(
  { line, objectId, madeAt, facts: { cdmId, otherEpochMs } }: OwnEstimate,
  messages: readonly EventMessage[],
): boolean {
  if (line === 'OPS') return false
  const tracked = messages
    .filter(isTracked)
    .filter((one) => one.track.objectId === objectId && one.isWithdrawn !== true)
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .at(-1)
  if (tracked === undefined) return false
  if (line === 'CAT' && otherEpochMs !== undefined) return otherEpochMs <= tracked.track.at
  const made = messages.find(({ id }) => id === cdmId)?.createdAt ?? madeAt
  return made < tracked.createdAt
}

/** The message that an estimate is compared with. */
type ComparedMessage = { readonly id: string; readonly derived: DerivedCdm }

/**
 * Returns the difference between a screening of the own ephemeris and a message, relative to their covariances; null if either has no
 * covariance. An estimate that took the other object from this message differs from the message only in the own orbit.
 */
function compareWithMessage(own: OwnEstimate, { id, derived }: ComparedMessage): Comparison | null {
  const { assessed, missRtnM, velocityRtnMps, cdmId } = own.facts
  const { comparison, conjunctionData } = derived
  if (assessed === null || weaknessOf(own) !== null) return null
  const { relativePosition, relativeVelocity, tca } = conjunctionData
  // Times are relative to one TCA: in double precision, seconds since 1970 are rounded to 0.2 µs, which is millimetres at kilometres per second.
  const messageTca = Date.parse(tca)
  const ofMessage: RelativeEstimate = {
    tcaS: 0,
    positionM: [relativePosition.r, relativePosition.t, relativePosition.n],
    velocityMps: [relativeVelocity.r, relativeVelocity.t, relativeVelocity.n],
    ...comparison,
  }
  const ofOwn: RelativeEstimate = {
    tcaS: (own.tca - messageTca) / 1000,
    positionM: missRtnM,
    velocityMps: velocityRtnMps,
    primaryM2: assessed.primaryRtnM2,
    secondaryM2: assessed.secondaryRtnM2,
  }
  const shared = cdmId === id ? 'secondary' : 'nothing'
  const { positionM, mahalanobis } = relativeDifference(ofMessage, ofOwn, shared)
  if (mahalanobis === null) return null
  const [r, t, n] = positionM
  return {
    cdmId: id,
    estimateId: own.id,
    difference: { r, t, n },
    distanceM: norm(positionM),
    mahalanobis,
    threshold: DISAGREEMENT_MAHALANOBIS,
    isDisagreement: mahalanobis > DISAGREEMENT_MAHALANOBIS,
    isSameSecondary: shared === 'secondary',
  }
}
