import { DAY_MS } from '@apsis/astro/constants.ts'
import type { NewestReport } from '@apsis/contract/ca/event/estimate.ts'
import { type JudgedRisk, judgeRisk, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { compareText } from '@apsis/contract/compare-text.ts'
import type { EventMessage } from '../message/record/message-grade.ts'
import {
  countedMessages,
  type EventFacts,
  type EventLevel,
  type GradedMessage,
  gradedOf,
  isByReport,
  levelAfter,
  type ParticipantFacts,
} from './fold-event.ts'
import type { TrackFacts } from './fold-track.ts'
import { trendOf } from './trend.ts'

/** The service whose reports are read. */
export const REPORTER = 'Space-Track'

/** One of the two objects of a report; its name is from the fleet or the catalogue, else from the report. */
export type ReportedObject = {
  readonly designator: string
  readonly name: string
  readonly objectType: string | null
}

/** A close approach that a service reports without covariances: it can be shown and compared, but not recomputed (record 204). */
export type ReportedApproach = {
  readonly id: string
  readonly conjunctionId: string
  /** Its number at the service. */
  readonly reportId: string
  /** Creation, arrival and TCA, ms since 1970. */
  readonly createdAt: number
  readonly receivedAt: number
  readonly tca: number
  readonly missM: number
  /** Null if the report does not state it. */
  readonly probability: number | null
  readonly isEmergencyReportable: boolean | null
  /** The satellite of the organisation is first; if both are its satellites, the one with the lower number. */
  readonly objects: readonly [ReportedObject, ReportedObject]
  readonly isSimulated: boolean
  /** Ignition of a burn that the report does not include, ms since 1970. */
  readonly beforeBurnAt?: number
}

/** The service writes whole metres. */
const SAME_MISS_M = 1
/** A report, and the message from the same orbit solution, are published within a day. */
const SAME_SOLUTION_MS = DAY_MS

/**
 * Returns the level of a report by the thresholds of the satellite. The radial distance is not reported; it is at most the whole distance.
 * Without a probability only the distance counts: a level below HIGH becomes UNKNOWN, because a missing probability is not 0.
 */
export function judgeReport(
  { probability, missM }: Pick<ReportedApproach, 'probability' | 'missM'>,
  thresholds: Thresholds,
): JudgedRisk {
  const judged = judgeRisk({ probability: probability ?? 0, missM, radialM: missM, isDiluted: false }, thresholds)
  if (probability !== null) return judged
  return rankOf(judged.level) >= rankOf('HIGH')
    ? { level: judged.level, causes: [...judged.causes, 'no-probability'] }
    : { level: 'UNKNOWN', causes: ['no-probability'] }
}

/** Returns reports in the order of their creation; reports of the same moment are in the order of their numbers. */
const inOrder = (reports: readonly ReportedApproach[]): ReportedApproach[] =>
  reports.toSorted((a, b) => a.createdAt - b.createdAt || compareText(a.reportId, b.reportId))

/**
 * True if a message with covariances and a report are from the same orbit solution: the message was created first, and both have the same
 * distance.
 */
const isSameSolution = (message: EventMessage, { createdAt, missM }: ReportedApproach) =>
  message.createdAt <= createdAt &&
  createdAt - message.createdAt <= SAME_SOLUTION_MS &&
  Math.abs(message.missM - missM) <= SAME_MISS_M

/** Returns the messages of an event that have a level. */
const speakingIn = (messages: readonly EventMessage[]) =>
  countedMessages(messages).filter(({ level }) => level !== 'UNKNOWN')

/**
 * Returns the state of a report: it counts, it lacks a burn, or it is superseded. A newer report supersedes it; so does a newer message, or
 * the message of the same orbit solution, because messages have covariances.
 */
export function stateOfReport(
  report: ReportedApproach,
  { reports, messages }: { readonly reports: readonly ReportedApproach[]; readonly messages: readonly EventMessage[] },
): NewestReport['state'] {
  if (report.beforeBurnAt !== undefined) return 'BEFORE_BURN'
  const newest = inOrder(reports.filter(({ beforeBurnAt }) => beforeBurnAt === undefined)).at(-1)
  const isSpokenFor = speakingIn(messages).some(
    (message) => message.createdAt > report.createdAt || isSameSolution(message, report),
  )
  return newest?.id === report.id && !isSpokenFor ? 'COUNTS' : 'SUPERSEDED'
}

type Reporting = {
  /** All reports of the event, in any order; at least one. */
  readonly reports: readonly ReportedApproach[]
  /** All messages of the event, in any order. */
  readonly messages: readonly EventMessage[]
  readonly thresholds: Thresholds
  readonly track: TrackFacts | undefined
}

/**
 * Returns the level that follows from the reports of an event, and the report that is shown. The level rises at once, and falls as with
 * messages: after two lower ones in a row, or after 12 h. Newer messages also count, and lower a reported level in the same way. Once the
 * own orbits are screened against the orbit after a track, no report from before the track counts.
 */
function foldReports({ reports, messages, thresholds, track }: Reporting): {
  readonly reportedHeld: EventLevel
  readonly reported: NewestReport
} {
  const ordered = inOrder(reports)
  const shown = ordered.findLast(({ beforeBurnAt }) => beforeBurnAt === undefined) ?? ordered.at(-1)
  if (shown === undefined) throw new TypeError('an event has a report')
  const fromMs = track?.screening === 'DONE' ? track.fromMs : Number.NEGATIVE_INFINITY
  const speaking = speakingIn(messages)
  const counted = ordered.filter(
    (report) =>
      report.beforeBurnAt === undefined &&
      report.createdAt >= fromMs &&
      !speaking.some((message) => isSameSolution(message, report)),
  )
  const [first] = counted
  const newer = first === undefined ? [] : speaking.filter(({ createdAt }) => createdAt > first.createdAt)
  const chain = [...counted.map((report) => gradedReport(report, thresholds)), ...newer.map(gradedOf)]
  const level = judgeReport(shown, thresholds).level
  return {
    reportedHeld: levelAfter(chain.toSorted((a, b) => a.createdAt - b.createdAt)),
    reported: {
      estimateId: shown.id,
      reporter: REPORTER,
      reportId: shown.reportId,
      createdAt: new Date(shown.createdAt).toISOString(),
      tca: new Date(shown.tca).toISOString(),
      missM: shown.missM,
      probability: shown.probability,
      riskLevel: level,
      state: stateOfReport(shown, { reports, messages }),
      isEmergencyReportable: shown.isEmergencyReportable,
      isSimulated: shown.isSimulated,
    },
  }
}

function gradedReport(report: ReportedApproach, thresholds: Thresholds): GradedMessage {
  const { id, createdAt, probability, missM, isSimulated } = report
  const by = { source: 'REPORTED', id, at: createdAt, probability, missM, isSimulated } as const
  return { createdAt, level: judgeReport(report, thresholds).level, by }
}

type ReportedEvent = Pick<Reporting, 'reports' | 'messages' | 'thresholds'> & {
  readonly satellites: readonly [string | null, string | null]
  readonly now: Date
}

/**
 * Adds the reports of an event to the result of its messages and screenings, which is undefined if there are none. The figures stay: a
 * report has its own figures and its own level. If this level is the highest and at least HIGH, data are needed, because no computed
 * estimate has this level.
 */
export function foldWithReports(computed: EventFacts | undefined, event: ReportedEvent): EventFacts {
  const { reports, messages, thresholds, now } = event
  if (reports.length === 0 && computed === undefined)
    throw new TypeError('an event has a message, an estimate or a report')
  if (computed === undefined) return foldReportedOnly(event)
  if (reports.length === 0) return computed
  const facts = { ...computed, ...foldReports({ reports, messages, thresholds, track: computed.track }) }
  const isGrave = isByReport(facts, now.getTime()) && rankOf(facts.reportedHeld.level) >= rankOf('HIGH')
  // An event with a real report is a real event.
  const isSimulated = facts.isSimulated && reports.every((one) => one.isSimulated)
  return { ...facts, isSimulated, needsData: facts.needsData || isGrave }
}

/**
 * Returns an event of which only reports are known. It has the reported TCA and distance, no geometry, and no computed probability. The
 * reported probability is a separate value, as for a message that cannot be computed.
 */
function foldReportedOnly({ reports, thresholds, satellites }: Omit<ReportedEvent, 'messages' | 'now'>): EventFacts {
  const ordered = inOrder(reports)
  const folded = foldReports({ reports, messages: [], thresholds, track: undefined })
  const shown = ordered.find(({ id }) => id === folded.reported.estimateId)
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (shown === undefined || first === undefined || last === undefined) throw new TypeError('an event has a report')
  const driving = ordered.findLast(({ beforeBurnAt }) => beforeBurnAt === undefined) ?? last
  return {
    newestCdmId: null,
    conjunctionData: {
      tca: folded.reported.tca,
      probabilityOfCollision: null,
      totalMissDistance: shown.missM,
      radialSeparation: null,
      relativePosition: null,
      relativeVelocity: null,
      relativeSpeed: null,
      sigmaRtn: null,
    },
    object1: participantOf(shown.objects[0], satellites[0]),
    object2: participantOf(shown.objects[1], satellites[1]),
    maximumProbability: null,
    reportedProbability: shown.probability,
    method: null,
    isReliable: false,
    isDiluted: false,
    needsData: rankOf(folded.reportedHeld.level) >= rankOf('HIGH'),
    isBeyondAccepted: false,
    mahalanobis: null,
    previousProbability: null,
    trend: trendOf(ordered.map(({ probability }) => probability)),
    messages: 0,
    firstCreationDate: new Date(first.createdAt).toISOString(),
    lastCreationDate: new Date(last.createdAt).toISOString(),
    lastDrivingDate: new Date(driving.createdAt).toISOString(),
    originators: [],
    // The relative speed is not reported; a message that joins the event gives it.
    isCoOrbiting: false,
    isSimulated: reports.every(({ isSimulated }) => isSimulated),
    held: { level: 'UNKNOWN', lower: null },
    ownHeld: [],
    ...folded,
    levelFrom: 'REPORTED',
    ownScreening: null,
    comparison: null,
    judged: judgeReport(shown, thresholds),
    commitHours: thresholds.commitHours,
    considerHours: thresholds.considerHours,
  }
}

const participantOf = (object: ReportedObject, satelliteId: string | null): ParticipantFacts => ({
  ...object,
  manoeuvrable: 'UNKNOWN',
  operatorOrganization: null,
  lastObservationAt: null,
  satelliteId,
})
