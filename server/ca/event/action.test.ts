import { ACTION_RULE_NAMES } from '@apsis/contract/ca/event/cause.ts'
import { expect, test } from 'vitest'
import { ACTION_RULES, type Situation } from './action.data.ts'

const HOUR = 3_600
const CALM: Situation = {
  state: 'OPEN',
  level: 'LOW',
  isCoOrbiting: false,
  needsData: false,
  isReported: false,
  isUnknown: false,
  isBeyondAccepted: false,
  isDecided: false,
  trend: 'FIRST',
  secondsToDecide: 100 * HOUR,
  secondsToConsider: 40 * HOUR,
}
const CASES: readonly (readonly [rule: string, action: string, situation: Partial<Situation>])[] = [
  ['past', 'NONE', { state: 'PASSED', level: 'CRITICAL' }],
  ['past', 'NONE', { state: 'ARCHIVED' }],
  ['mitigated', 'NONE', { state: 'MITIGATED', level: 'CRITICAL' }],
  ['decided', 'NONE', { isDecided: true, level: 'CRITICAL', secondsToDecide: HOUR }],
  // A report without covariances is no basis for a manoeuvre, however late it is.
  ['reported', 'GET_DATA', { level: 'CRITICAL', isReported: true, secondsToDecide: HOUR }],
  ['reported', 'GET_DATA', { isReported: true }],
  ['decided', 'NONE', { level: 'HIGH', isReported: true, isDecided: true }],
  ['critical-before-commit', 'ACT', { level: 'CRITICAL', secondsToDecide: 23.9 * HOUR }],
  ['critical-before-commit', 'ACT', { level: 'CRITICAL', secondsToDecide: -HOUR }],
  ['critical-with-time', 'PREPARE', { level: 'CRITICAL', secondsToDecide: 24 * HOUR }],
  [
    'diluted-beyond-accepted-before-commit',
    'ACT',
    { level: 'HIGH', needsData: true, isBeyondAccepted: true, secondsToDecide: HOUR },
  ],
  ['diluted', 'GET_DATA', { level: 'HIGH', needsData: true, isBeyondAccepted: true }],
  ['diluted', 'GET_DATA', { needsData: true }],
  ['co-orbiting', 'WATCH', { isCoOrbiting: true, level: 'UNKNOWN' }],
  ['no-probability', 'GET_DATA', { level: 'UNKNOWN' }],
  ['no-probability', 'GET_DATA', { level: 'HIGH', isUnknown: true, needsData: true, secondsToConsider: -1 }],
  ['critical-before-commit', 'ACT', { level: 'CRITICAL', isUnknown: true, needsData: true, secondsToDecide: HOUR }],
  ['high-within-consideration', 'PREPARE', { level: 'HIGH', secondsToConsider: -1 }],
  ['high-early', 'WATCH', { level: 'HIGH' }],
  ['medium', 'WATCH', { level: 'MEDIUM' }],
  ['low', 'IGNORE', {}],
]

test.each(CASES)('the rule %s suggests %s for %j', (rule, action, situation) => {
  const fired = ACTION_RULES.find(({ applies }) => applies({ ...CALM, ...situation }))
  expect([fired?.rule, fired?.action]).toEqual([rule, action])
})

test('the rules are tried in the order in which the contract names them', () => {
  expect(ACTION_RULES.map(({ rule }) => rule)).toEqual([...ACTION_RULE_NAMES])
})

test('every rule of the table has a case here', () => {
  expect([...new Set(CASES.map(([rule]) => rule))].sort()).toEqual(ACTION_RULES.map(({ rule }) => rule).sort())
})
