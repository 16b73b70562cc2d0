import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { expect, test } from 'vitest'
import type { EventMessage } from '../message/record/message-grade.ts'
import { heldAt, LOWER_AFTER_MS } from './fold-event.ts'
import { foldWithReports, judgeReport, type ReportedApproach, stateOfReport } from './reported-approach.ts'

const thresholds = Thresholds.parse({})
const HOUR = 3_600_000
const TCA = 48 * HOUR
const { acceptedCollisionProbability, acceptedMinimumDistanceM } = thresholds
const RADIAL_M = 200
/** Probabilities below and above all thresholds, and a distance above all thresholds. */
const [HARMLESS_PC, GRAVE_PC, FAR_M] = [1e-9, 2 * acceptedCollisionProbability, 5_000]

const report = (given: Partial<ReportedApproach> = {}): ReportedApproach => ({
  id: `report-${given.reportId ?? given.createdAt ?? 0}`,
  conjunctionId: 'event',
  reportId: String(given.createdAt ?? 0),
  createdAt: 0,
  receivedAt: 0,
  tca: TCA,
  missM: FAR_M,
  probability: GRAVE_PC,
  isEmergencyReportable: true,
  objects: [
    { designator: '43617', name: 'OWN', objectType: 'PAYLOAD' },
    { designator: '90001', name: 'OTHER DEB', objectType: 'DEBRIS' },
  ],
  isSimulated: false,
  ...given,
})

const COVARIANCE = [1, 0, 0, 1, 0, 1] as const
const message = (given: Partial<EventMessage>): EventMessage => ({
  id: `message-${given.createdAt}`,
  messageId: `message-${given.createdAt}`,
  originator: 'TESTER',
  createdAt: 0,
  grade: 'SPECIAL_PERTURBATIONS',
  level: 'LOW',
  probability: HARMLESS_PC,
  known: {
    primaryM2: COVARIANCE,
    secondaryM2: COVARIANCE,
    isDiluted: false,
    isChecked: true,
    isSizeKnown: true,
  },
  isSimulated: false,
  missM: 8_000,
  ...given,
})

const fold = (reports: readonly ReportedApproach[], messages: readonly EventMessage[] = []) =>
  foldWithReports(undefined, { reports, messages, thresholds, satellites: ['own', null], now: new Date(0) })

test.each([
  { probability: GRAVE_PC, missM: FAR_M, level: 'CRITICAL' },
  { probability: thresholds.highCollisionProbability, missM: FAR_M, level: 'HIGH' },
  { probability: thresholds.mediumCollisionProbability, missM: FAR_M, level: 'MEDIUM' },
  { probability: HARMLESS_PC, missM: FAR_M, level: 'LOW' },
  { probability: HARMLESS_PC, missM: acceptedMinimumDistanceM - 1, level: 'CRITICAL' },
  // The radial distance is at most the distance.
  { probability: HARMLESS_PC, missM: RADIAL_M - 1, level: 'HIGH' },
  // A missing probability is not 0: the distance alone can raise the level, but cannot make it LOW.
  { probability: null, missM: acceptedMinimumDistanceM - 1, level: 'CRITICAL' },
  { probability: null, missM: FAR_M, level: 'UNKNOWN' },
])('a report of $probability at $missM m is $level by the thresholds of the satellite', ({ level, ...said }) => {
  const judged = judgeReport(said, { ...thresholds, acceptedRadialDistanceM: RADIAL_M })
  expect(judged.level).toBe(level)
  expect(judged.causes.includes('no-probability')).toBe(said.probability === null)
})

test('an event of which only a report is known has its distance and time, no geometry, and no probability of ours', () => {
  const facts = fold([report()])
  expect(facts).toMatchObject({
    levelFrom: 'REPORTED',
    messages: 0,
    reportedProbability: GRAVE_PC,
    needsData: true,
    isBeyondAccepted: false,
    newestCdmId: null,
    reported: { reporter: 'Space-Track', state: 'COUNTS', isEmergencyReportable: true, riskLevel: 'CRITICAL' },
    object1: { designator: '43617', satelliteId: 'own' },
    object2: { designator: '90001', name: 'OTHER DEB', objectType: 'DEBRIS', satelliteId: null },
  })
  expect(facts.conjunctionData).toEqual({
    tca: new Date(TCA).toISOString(),
    probabilityOfCollision: null,
    totalMissDistance: FAR_M,
    radialSeparation: null,
    relativePosition: null,
    relativeVelocity: null,
    relativeSpeed: null,
    sigmaRtn: null,
  })
})

test('a reported level rises at once, and falls when a second report agrees, or 12 h after the first', () => {
  const chain = [report(), report({ createdAt: HOUR, probability: HARMLESS_PC })]
  const held = fold(chain).reportedHeld!
  expect(heldAt(held, HOUR + LOWER_AFTER_MS - 1).level).toBe('CRITICAL')
  expect(heldAt(held, HOUR + LOWER_AFTER_MS).level).toBe('LOW')
  const agreed = fold([...chain, report({ createdAt: 2 * HOUR, probability: HARMLESS_PC })])
  expect(agreed.reportedHeld?.level).toBe('LOW')
})

test('a report without a probability at a great distance takes no level back', () => {
  const facts = fold([
    report(),
    report({ createdAt: HOUR, probability: null }),
    report({ createdAt: 2 * HOUR, probability: null }),
  ])
  expect(facts.reportedHeld).toMatchObject({ level: 'CRITICAL', lower: null })
  expect(facts.reportedProbability).toBeNull()
})

test('newer messages take a reported level back as they take back one of their own: the second, or 12 h', () => {
  const computed = fold([report()])
  const event = { reports: [report()], thresholds, satellites: ['own', null] as const, now: new Date(2 * HOUR) }
  const first = message({ createdAt: HOUR })
  const one = foldWithReports(computed, { ...event, messages: [first] })
  expect(one.reported?.state).toBe('SUPERSEDED')
  expect(heldAt(one.reportedHeld!, HOUR + LOWER_AFTER_MS - 1).level).toBe('CRITICAL')
  expect(heldAt(one.reportedHeld!, HOUR + LOWER_AFTER_MS).level).toBe('LOW')
  const two = foldWithReports(computed, { ...event, messages: [first, message({ createdAt: 2 * HOUR })] })
  expect(two.reportedHeld?.level).toBe('LOW')
})

test('a message without a level supersedes no report, and neither does an older one of another solution', () => {
  const [unknown, older] = [message({ createdAt: HOUR, level: 'UNKNOWN' }), message({ createdAt: -HOUR })]
  const reports = [report()]
  expect(stateOfReport(report(), { reports, messages: [unknown, older] })).toBe('COUNTS')
})

test('the message of the same solution, which was created before its report, supersedes it at once', () => {
  const same = message({ createdAt: -HOUR, missM: FAR_M + 0.4 })
  expect(stateOfReport(report(), { reports: [report()], messages: [same] })).toBe('SUPERSEDED')
  const computed = fold([report()])
  const event = { reports: [report()], messages: [same], thresholds, satellites: ['own', null] as const }
  expect(foldWithReports(computed, { ...event, now: new Date(0) }).reportedHeld?.level).toBe('UNKNOWN')
})

test('of several reports the newest counts, and one that lacks a burn never does', () => {
  const [older, newer] = [report(), report({ createdAt: HOUR })]
  const lacking = report({ createdAt: 2 * HOUR, beforeBurnAt: HOUR, probability: 1 })
  const reports = [newer, lacking, older]
  expect([older, newer, lacking].map((one) => stateOfReport(one, { reports, messages: [] }))).toEqual([
    'SUPERSEDED',
    'COUNTS',
    'BEFORE_BURN',
  ])
  expect(fold(reports).reportedProbability).toBe(GRAVE_PC)
})
