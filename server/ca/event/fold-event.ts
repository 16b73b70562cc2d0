import { CO_ORBITING_MPS } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { LevelBy } from '@apsis/contract/ca/event/level-by.ts'
import { type JudgedRisk, judgeRisk, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { compareText } from '@apsis/contract/compare-text.ts'
import type { DerivedCdm } from '../message/record/derive-cdm.ts'
import { type KnownOfEvent, knowsLess } from '../message/record/known.ts'
import { countedIn, type EventMessage } from '../message/record/message-grade.ts'
import type { EventCommit } from './commit.ts'
import { type ScreenedAnew, sinceTrack, type TrackFacts, trackIn } from './fold-track.ts'
import { trendOf } from './trend.ts'

/** The summary of the messages of an event, as it is stored. Everything else depends on the time of the request. */
export type EventFacts = Pick<
  Conjunction,
  | 'object1'
  | 'object2'
  | 'maximumProbability'
  | 'reportedProbability'
  | 'method'
  | 'isReliable'
  | 'isDiluted'
  | 'needsData'
  | 'mahalanobis'
  | 'previousProbability'
  | 'trend'
  | 'messages'
  | 'firstCreationDate'
  | 'lastCreationDate'
  | 'originators'
  | 'isCoOrbiting'
  | 'isSimulated'
> & {
  /** The newest message of the best grade, which counts; null if only screenings found the event. */
  readonly newestCdmId: string | null
  readonly conjunctionData: Omit<Conjunction['conjunctionData'], 'timeToTca' | 'riskLevel'>
  /** The level that follows from the messages. */
  readonly held: EventLevel
  /** The level of the estimate that counts, with its causes; undefined if there is no message, and its screenings have ended. */
  readonly judged?: JudgedRisk
  /** The levels from screenings of own orbits, one for each satellite and kind. */
  readonly ownHeld: readonly EventLevel[]
  readonly levelFrom: Conjunction['levelFrom']
  readonly ownScreening: Conjunction['ownScreening']
  /** The level from reports without covariances, and the newest of them; undefined if there is none. */
  readonly reportedHeld?: EventLevel
  readonly reported?: NonNullable<Conjunction['reported']>
  readonly comparison: Conjunction['comparison']
  /** The newest track in the messages that count. */
  readonly track?: TrackFacts
  readonly isBeyondAccepted: boolean
  /** The largest difference between the TCA of a message or estimate and the TCA of the event, s; undefined: the value of CARA applies. */
  readonly toleranceS?: number
  /** Creation of the newest message that affects the level; undefined if only screenings found the event. */
  readonly lastDrivingDate?: string
  readonly commitHours: number
  /** The deadline by the contacts of its satellite; undefined if only commitHours count. foldEvent() does not set it: writeEvents() adds it. */
  readonly commit?: EventCommit | undefined
  readonly considerHours: number
}

export type Folding = {
  /** All messages of the event, in any order. */
  readonly messages: readonly EventMessage[]
  /** The derived values of the message that counts. */
  readonly active: DerivedCdm
  readonly satellites: readonly [string | null, string | null]
  readonly thresholds: Thresholds
  /** The results of the screenings of own satellites against orbits that tracks changed. */
  readonly anew?: readonly ScreenedAnew[]
}

/**
 * Returns an event that follows from its messages. The result depends on which messages there are, not on their order of arrival. The
 * newest message of the best grade counts; level, trend and the earlier value follow from the messages that counted, in the order of their
 * creation. A message from after a burn that does not include the burn has no effect: the event keeps its level, with a note (flight rule
 * F15). The same holds for a message whose track was withdrawn. Once the own orbits are screened against the orbit after a track, no
 * message from before the track keeps up the level.
 */
export function foldEvent({ messages, active, satellites, thresholds, anew = [] }: Folding): EventFacts {
  const ordered = inOrder(messages)
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (first === undefined || last === undefined) throw new TypeError('an event has a message')
  const driving = ordered.filter(isDriving)
  const counted = countedMessages(messages)
  const track = trackIn(counted, { anew, satellites })
  const { assessment, conjunctionData, object1, object2 } = active
  const { tca, totalMissDistance, radialSeparation, relativePosition, relativeVelocity } = conjunctionData
  const { relativeSpeed, sigmaRtn } = conjunctionData
  const { probability, maximumProbability } = assessment
  const accepted = thresholds.acceptedCollisionProbability
  const isJudged = counted.length > 0
  const { held, isLess } = followLevel(sinceTrack(counted, track).map(gradedOf))
  const judged = judgeRisk(
    { probability, missM: totalMissDistance, radialM: radialSeparation, isDiluted: assessment.isDiluted },
    thresholds,
  )
  return {
    newestCdmId: (counted.at(-1) ?? activeOf(messages)).id,
    conjunctionData: {
      tca,
      probabilityOfCollision: probability,
      totalMissDistance,
      radialSeparation,
      relativePosition,
      relativeVelocity,
      relativeSpeed,
      sigmaRtn,
    },
    object1: participant(object1, satellites[0]),
    object2: participant(object2, satellites[1]),
    maximumProbability,
    reportedProbability: assessment.reported?.probability ?? null,
    method: assessment.method,
    isReliable: assessment.isReliable,
    isDiluted: assessment.isDiluted,
    needsData: isJudged && asksForData(active, { thresholds, held: held.level, isLess }),
    isBeyondAccepted: isJudged && probability !== null && probability >= accepted,
    mahalanobis: assessment.mahalanobis,
    previousProbability: counted.at(-2)?.probability ?? null,
    trend: trendOf(counted.map((message) => message.probability)),
    messages: ordered.length,
    firstCreationDate: new Date(first.createdAt).toISOString(),
    lastCreationDate: new Date(last.createdAt).toISOString(),
    originators: [...new Set(ordered.map(({ originator }) => originator))].sort(),
    isCoOrbiting: relativeSpeed < CO_ORBITING_MPS,
    isSimulated: ordered.every((message) => message.isSimulated),
    toleranceS: active.eventToleranceS,
    ...(track === undefined ? {} : { track }),
    held,
    ownHeld: [],
    levelFrom: 'MESSAGE',
    ownScreening: null,
    comparison: null,
    judged: {
      level: isJudged ? judged.level : 'UNKNOWN',
      causes: [
        ...(isJudged ? judged.causes : []),
        ...(isLess ? (['held-less-known'] as const) : []),
        ...(isAwaiting(ordered) ? (['awaiting-after-burn'] as const) : []),
      ],
    },
    lastDrivingDate: new Date((driving.at(-1) ?? last).createdAt).toISOString(),
    commitHours: thresholds.commitHours,
    considerHours: thresholds.considerHours,
  }
}

/**
 * True if data are needed: a diluted probability has a maximum that is not accepted, or the estimate knows less than the previous one, or
 * the probability is unknown and another value shows that it matters. These values are the present level, the maximum, the value of the
 * originator, and the miss distance. Objects that fly along together never have a probability.
 */
function asksForData(
  { assessment: { probability, maximumProbability, reported, isDiluted }, conjunctionData }: DerivedCdm,
  { thresholds, held, isLess }: { readonly thresholds: Thresholds; readonly held: RiskLevel; readonly isLess: boolean },
): boolean {
  const accepted = thresholds.acceptedCollisionProbability
  const isMaximumBeyond = maximumProbability !== null && maximumProbability >= accepted
  if (isLess || (isDiluted && isMaximumBeyond)) return true
  if (probability !== null || conjunctionData.relativeSpeed < CO_ORBITING_MPS) return false
  const isReportedBeyond = reported !== null && reported.probability >= accepted
  const isClose = conjunctionData.totalMissDistance < thresholds.acceptedMinimumDistanceM
  return rankOf(held) >= rankOf('HIGH') || isMaximumBeyond || isReportedBeyond || isClose
}

const isNotWithdrawn = ({ isWithdrawn }: EventMessage) => isWithdrawn !== true
const isDriving = (message: EventMessage) => message.beforeBurnAt === undefined && isNotWithdrawn(message)

/** Returns the messages that counted one after the other, in the order of their creation. */
export const countedMessages = (messages: readonly EventMessage[]): EventMessage[] =>
  countedIn(inOrder(messages).filter(isDriving))

/** True if no message includes the newest burn that some messages lack. */
function isAwaiting(ordered: readonly EventMessage[]): boolean {
  const burnMs = Math.max(
    ...ordered.filter(isNotWithdrawn).map(({ beforeBurnAt }) => beforeBurnAt ?? Number.NEGATIVE_INFINITY),
  )
  const newest = ordered.findLast(isDriving)
  return newest === undefined || newest.createdAt < burnMs
}

/** Returns the message that counts; if none affects the level, the figures of this message are still shown. */
export function activeOf(messages: readonly EventMessage[]): EventMessage {
  const ordered = inOrder(messages)
  const driving = ordered.filter(isDriving)
  const valid = ordered.filter(isNotWithdrawn)
  const shown = [driving, valid, ordered].find((some) => some.length > 0) ?? []
  const active = countedIn(shown).at(-1)
  if (active === undefined) throw new TypeError('an event has a message')
  return active
}

/** Returns messages in the order of creation, and of their ids at the same moment, so that the order of arrival has no effect. */
function inOrder(messages: readonly EventMessage[]): EventMessage[] {
  return [...messages].sort(
    (a, b) =>
      a.createdAt - b.createdAt || compareText(a.messageId, b.messageId) || compareText(a.originator, b.originator),
  )
}

export type ParticipantFacts = Conjunction['object1']

function participant(object: DerivedCdm['object1'], satelliteId: string | null): ParticipantFacts {
  const { designator, name, objectType, manoeuvrable, operatorOrganization, lastObservationAt } = object
  return { designator, name, objectType, manoeuvrable, operatorOrganization, lastObservationAt, satelliteId }
}

/** Returns a message as input of a level, with its number. */
export function gradedOf(message: EventMessage): GradedMessage {
  const { id, createdAt, level, probability, missM, known, isSimulated } = message
  return { createdAt, level, known, by: { source: 'MESSAGE', id, at: createdAt, probability, missM, isSimulated } }
}

/** A lower level counts after this time without a message that contradicts it. */
export const LOWER_AFTER_MS = 12 * HOUR_MS

/** An estimate that sets a level. `at` is the creation of the message or report, or the time of the orbits, ms since 1970. */
export type By = {
  readonly source: Conjunction['levelFrom']
  readonly id: string
  readonly at: number
  readonly probability: number | null
  readonly missM: number | null
  /** True if it is simulated, or came from a connection for tests. */
  readonly isSimulated: boolean
}

/** The level of one estimate, its time, its values, and its knowledge; undefined if an object has no covariance of its own. */
export type GradedMessage = {
  readonly createdAt: number
  readonly level: RiskLevel
  readonly by: By
  readonly known?: KnownOfEvent | undefined
}

/** The level of an event; `lower` is the level to which it falls at a given time, unless a message contradicts this. */
export type EventLevel = {
  readonly level: RiskLevel
  readonly lower: { readonly level: RiskLevel; readonly at: number; readonly by: By } | null
  /** The estimate that set the level; undefined if none is known. */
  readonly by?: By | undefined
}

type Following = {
  readonly held: EventLevel
  /** The knowledge in the newest message that affected the level. */
  readonly known: KnownOfEvent | undefined
  /** True if the newest message was lower, and knew too little to affect the level. */
  readonly isLess: boolean
}

const START: Following = { held: { level: 'UNKNOWN', lower: null }, known: undefined, isLess: false }

/**
 * Returns the level of an event after its messages, in the order of their creation. It rises at once. It falls after two lower messages in
 * a row, to the higher level of the two, or 12 h after a single one (domain.md C7). A message without a level has no effect. A message that
 * knows less than the previous one does not lower the level: missing data never lower it.
 */
export const levelAfter = (messages: readonly GradedMessage[]): EventLevel => followLevel(messages).held

export const followLevel = (messages: readonly GradedMessage[]): Following => messages.reduce(followNext, START)

/** Returns the level of the event at a later time. */
export function heldAt(held: EventLevel, now: number): EventLevel {
  return held.lower !== null && now >= held.lower.at
    ? { level: held.lower.level, lower: null, by: held.lower.by }
    : held
}

/** Returns the highest of several levels at a time. */
export function highestAt(all: readonly EventLevel[], now: number): RiskLevel {
  return all
    .map((held) => heldAt(held, now).level)
    .reduce((highest, level) => (rankOf(level) > rankOf(highest) ? level : highest), 'UNKNOWN')
}

/** The levels of an event from its messages, from the screenings of each satellite of the organisation, and from reports without covariances. */
export type HeldLevels = Pick<EventFacts, 'held' | 'ownHeld' | 'reportedHeld'>

export const heldIn = ({ held, ownHeld, reportedHeld }: HeldLevels): readonly EventLevel[] => [
  ...[held, ...ownHeld],
  ...(reportedHeld === undefined ? [] : [reportedHeld]),
]

/** True if a report without covariances sets the level of an event: the levels of its messages and screenings are lower. */
export function isByReport({ held, ownHeld, reportedHeld }: HeldLevels, now: number): boolean {
  if (reportedHeld === undefined) return false
  return rankOf(heldAt(reportedHeld, now).level) > rankOf(highestAt([held, ...ownHeld], now))
}

/** Returns the message or estimate whose figures an event has. */
export const shownIdOf = ({ levelFrom, ownScreening, newestCdmId }: EventFacts): string | null =>
  levelFrom === 'OWN_SCREENING' ? (ownScreening?.estimateId ?? null) : newestCdmId

/**
 * Returns the estimate that sets a level. If several estimates have that level, the shown one comes first, then estimates that can be
 * recomputed, then the newest.
 */
export function byOf(levels: HeldLevels, level: RiskLevel, shownId: string | null): By | undefined {
  const setting = heldIn(levels)
    .flatMap((held) => [held, ...(held.lower === null ? [] : [held.lower])])
    .flatMap(({ level: one, by }) => (one === level && by !== undefined ? [by] : []))
  const isReport = ({ source }: By) => Number(source === 'REPORTED')
  return (
    setting.find(({ id }) => id === shownId) ?? setting.toSorted((a, b) => isReport(a) - isReport(b) || b.at - a.at)[0]
  )
}

/** Returns the level of an event at a time: the highest that a credible estimate gives. */
export const levelAt = (levels: HeldLevels, now: number): RiskLevel => highestAt(heldIn(levels), now)

function followNext({ held, known }: Following, next: GradedMessage): Following {
  const isLower = next.level !== 'UNKNOWN' && rankOf(next.level) < rankOf(heldAt(held, next.createdAt).level)
  const isLess = isLower && known !== undefined && next.known !== undefined && knowsLess(next.known, known)
  if (isLess) return { held: heldAt(held, next.createdAt), known, isLess }
  return { held: levelAfterNext(held, next), known: next.level === 'UNKNOWN' ? known : (next.known ?? known), isLess }
}

function levelAfterNext(before: EventLevel, { createdAt, level, by }: GradedMessage): EventLevel {
  const held = heldAt(before, createdAt)
  if (level === 'UNKNOWN') return held
  if (rankOf(level) >= rankOf(held.level)) return { level, lower: null, by }
  const waiting = { level, at: createdAt + LOWER_AFTER_MS, by }
  if (held.lower === null) return { ...held, lower: waiting }
  const higher = rankOf(level) >= rankOf(held.lower.level) ? { level, by } : held.lower
  return { level: higher.level, by: higher.by, lower: rankOf(level) < rankOf(higher.level) ? waiting : null }
}

/** Returns an estimate that sets the level in the form of the API. */
export function presentBy(
  by: By,
  { shownId, track }: { readonly shownId: string | null; readonly track: TrackFacts | undefined },
): LevelBy {
  const { source, id, at, probability, missM, isSimulated } = by
  const isOld = source === 'MESSAGE' ? at < (track?.fromMs ?? at) : track?.replaced?.includes(id) === true
  return {
    source,
    id,
    at: new Date(at).toISOString(),
    probability,
    missM,
    // The probability that a report states is not among the figures of an event.
    isShown: id === shownId && missM !== null && source !== 'REPORTED',
    isBeforeTrack: isOld,
    isSimulated,
  }
}
