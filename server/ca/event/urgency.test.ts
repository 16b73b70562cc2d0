/** No notice of an event is less urgent than its page, for any level, action, deadline and decision. */

import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { NOTIFICATION_LEVELS, type NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inEnglish } from '../../delivery/content/manner.service.ts'
import type { ConjunctionRow } from './event.repository.ts'
import { isOpenUrgent } from './event.service.ts'
import type { EventFacts } from './fold-event.ts'
import { presentConjunction } from './present-event.ts'
import { type LevelNews, noticesOf } from './tell-level.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2026-11-27T20:00:00.000Z')
const CAME = '2026-11-27T19:00:00.000Z'
const COMMIT_HOURS = 24

type Sort = {
  readonly rank: number
  readonly needsData: boolean
  readonly isBeyondAccepted: boolean
  readonly decideInHours: number
  readonly decidedRank: number | null
  readonly isMitigated: boolean
  readonly isDisagreement: boolean
  readonly isGone: boolean
}

function rowOf(sort: Sort): ConjunctionRow {
  const { rank, needsData, isBeyondAccepted, decideInHours, decidedRank, isMitigated, isDisagreement, isGone } = sort
  const tca = new Date(NOW.getTime() + (decideInHours + COMMIT_HOURS) * HOUR_MS).toISOString()
  const facts = {
    conjunctionData: { tca, probabilityOfCollision: 2e-4, totalMissDistance: 14 },
    object1: { name: 'SAT-3', designator: '1' },
    object2: { name: 'DEB', designator: '2' },
    held: { level: RISK_LEVELS[rank], lower: null },
    ownHeld: [],
    isCoOrbiting: false,
    trend: 'FIRST',
    needsData,
    isBeyondAccepted,
    lastCreationDate: CAME,
    commitHours: COMMIT_HOURS,
    considerHours: 48,
    comparison: { isDisagreement, distanceM: 900, mahalanobis: 5 },
    ownScreening: { state: isGone ? 'WITHDRAWN' : 'COUNTS', madeAt: CAME },
  } as unknown as EventFacts
  const decision = { state: decidedRank === null ? 'NEW' : 'DECIDED', owner: null, decision: 'MONITOR', by: 'ada' }
  return {
    id: 'event',
    satellite_id: 'sat',
    facts,
    decision,
    risk_level: rank,
    decided_level: decidedRank,
    mitigated_until: isMitigated ? NOW : null,
    reopen_above: null,
  } as unknown as ConjunctionRow
}

/** Returns the urgency that the page of an event shows: by the word of its level, its suggestion, and "Mitigated". */
function shownUrgency(row: ConjunctionRow): NotificationLevel {
  const { conjunctionData, action, state } = presentConjunction(row, NOW.getTime())
  if (conjunctionData.riskLevel === 'CRITICAL' || action === 'ACT') return 'critical'
  if (state === 'MITIGATED') return 'ok'
  return ({ HIGH: 'serious', MEDIUM: 'caution', LOW: 'ok', UNKNOWN: 'caution' } as const)[conjunctionData.riskLevel]
}

const rankOfLevel = (level: NotificationLevel) => NOTIFICATION_LEVELS.indexOf(level)
const sorts = (decidedRank: fc.Arbitrary<number | null>): fc.Arbitrary<Sort> =>
  fc.record({
    rank: fc.integer({ min: 0, max: RISK_LEVELS.length - 1 }),
    needsData: fc.boolean(),
    isBeyondAccepted: fc.boolean(),
    decideInHours: fc.constantFrom(-20, -1, -0.01, 0, 0.01, 5.9, 23.99, 24, 24.01, 60),
    decidedRank,
    isMitigated: fc.boolean(),
    isDisagreement: fc.boolean(),
    isGone: fc.boolean(),
  })
const RANKS = fc.option(fc.integer({ min: 0, max: RISK_LEVELS.length - 1 }))

function toldOf(
  before: ConjunctionRow | undefined,
  after: ConjunctionRow,
  reopenedBy: LevelNews['reopenedBy'],
): LevelNews {
  return {
    tenantId: 'organisation:a',
    conjunctionId: 'event',
    now: NOW,
    before,
    stood: before?.risk_level ?? rankOf('UNKNOWN'),
    facts: after.facts,
    level: RISK_LEVELS[after.risk_level]!,
    satellite: { id: 'sat', name: 'SAT-3' },
    reopenedBy,
  }
}

test('no notice of a changed event is less urgent than its page, and a call for action is reported as such', () => {
  fc.assert(
    fc.property(fc.option(sorts(RANKS)), sorts(RANKS), fc.boolean(), (first, second, isReopened) => {
      const before = first === null ? undefined : rowOf(first)
      const wasDecided = before !== undefined && before.decided_level !== null
      const reopenedBy = isReopened && wasDecided ? ('level' as const) : null
      // Decisions and mitigations stay until a person or a message changes them.
      const after = {
        ...rowOf(second),
        decided_level: reopenedBy === null ? (before?.decided_level ?? null) : null,
        mitigated_until: before?.mitigated_until ?? null,
      }
      const page = presentConjunction(after, NOW.getTime())
      const shown = shownUrgency(after)
      const notices = noticesOf(toldOf(before, after, reopenedBy), {})
      for (const { level, finding } of notices) {
        expect(rankOfLevel(level)).toBeGreaterThanOrEqual(rankOfLevel(shown))
        const { title, message } = inEnglish(finding)
        const isFault = finding.code === 'estimates-contradict' || finding.code === 'not-found-again'
        if (page.action === 'ACT' && isFault) expect(message).toMatch(/^Act now\. /)
        if (page.action === 'ACT' && !isFault)
          expect(title).toMatch(/^Act: SAT-3 × DEB, .*20\d\d-\d\d-\d\d \d\d:\d\d Z$/)
      }
      // Nobody was notified so far: a call for action is reported now.
      if (page.action === 'ACT') expect(notices.length).toBeGreaterThan(0)
      if (page.state === 'OPEN' && shown === 'critical') expect(isOpenUrgent(page)).toBe(true)
    }),
  )
})

const HIGH: Sort = {
  rank: rankOf('HIGH'),
  needsData: true,
  isBeyondAccepted: false,
  decideInHours: 6,
  decidedRank: null,
  isMitigated: false,
  isDisagreement: false,
  isGone: false,
}

test('a diluted probability above the accepted one, near its deadline, is reported as critical, with a line on data', () => {
  const [notice] = noticesOf(toldOf(undefined, rowOf({ ...HIGH, isBeyondAccepted: true }), null), {})
  expect(notice).toMatchObject({ level: 'critical', finding: { code: 'risk-raised', values: { level: 'HIGH' } } })
  const { title, message } = inEnglish(notice!.finding)
  expect(title).toBe('Act: SAT-3 × DEB, decide before 2026-11-28 02:00 Z')
  expect(message).toMatch(
    /^Risk raised to HIGH\. SAT-3 × DEB \(2\), HIGH, Pc 2\.00e-4, miss 14 m.*do not wait for it\.$/,
  )
})

test('an event that begins to call for action while its level stays the same is reported, and only once', () => {
  const [before, after] = [rowOf(HIGH), rowOf({ ...HIGH, isBeyondAccepted: true })]
  const last: Finding['values'] = {
    level: 'HIGH',
    action: 'GET_DATA',
    probability: 2e-4,
    tcaAt: after.facts.conjunctionData.tca,
  }
  const [notice, ...more] = noticesOf(toldOf(before, after, null), { last })
  expect([notice?.level, notice?.finding.code, more]).toEqual(['critical', 'act-before', []])
  expect(noticesOf(toldOf(after, after, null), { last: { ...last, action: 'ACT' } })).toEqual([])
  // The event calls for action only because time passed, and the work that checks the clock has not run yet.
  expect(noticesOf(toldOf(after, after, null), { last }).map(({ finding }) => finding.code)).toEqual(['act-before'])
})

test('an event that rises while it needs data is reported as a rise, and a fall to HIGH is reported with the urgency of HIGH', () => {
  const codes = (before: Sort | undefined, after: Sort) =>
    noticesOf(toldOf(before && rowOf(before), rowOf(after), null), {}).map(({ level, finding }) => [
      finding.code,
      level,
    ])
  const far = { ...HIGH, decideInHours: 60 }
  expect(codes(undefined, far)).toEqual([['risk-raised', 'serious']])
  expect(codes({ ...far, needsData: false }, far)).toEqual([['data-needed', 'serious']])
  expect(codes({ ...far, rank: rankOf('CRITICAL') }, far)).toEqual([['risk-lowered', 'serious']])
  expect(codes({ ...far, rank: rankOf('CRITICAL') }, { ...far, rank: rankOf('LOW'), needsData: false })).toEqual([
    ['risk-lowered', 'ok'],
  ])
})
