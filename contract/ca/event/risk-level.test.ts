import { expect, test } from 'vitest'
import { Thresholds } from '../satellite/thresholds.ts'
import { capWithoutCovariance, judgeRisk, riskLevelOf } from './risk-level.ts'

const STANDARD = Thresholds.parse({})
const of = (probability: number | null, risk: { missM?: number; radialM?: number; isDiluted?: boolean } = {}) =>
  riskLevelOf({ probability, missM: 1_000, radialM: 500, isDiluted: false, ...risk }, STANDARD)

test.each([
  ['CRITICAL', 1e-4],
  ['HIGH', 9.9e-5],
  ['HIGH', 1e-5],
  ['MEDIUM', 9.9e-6],
  ['MEDIUM', 1e-7],
  ['LOW', 9.9e-8],
  ['LOW', 0],
  ['UNKNOWN', null],
] as const)('riskLevelOf() is %s at a probability of %s (domain.md C7)', (level, probability) => {
  expect(of(probability)).toBe(level)
})

test('riskLevelOf() is CRITICAL if the objects come closer than accepted, and HIGH if they come radially closer than a limit, if there is one', () => {
  expect(of(1e-9, { missM: 99 })).toBe('CRITICAL')
  expect(of(1e-9, { missM: 100 })).toBe('LOW')
  expect(of(null, { missM: 10 })).toBe('UNKNOWN')
  const radial = { ...STANDARD, acceptedRadialDistanceM: 200 }
  expect(riskLevelOf({ probability: 1e-9, missM: 1_000, radialM: 199, isDiluted: false }, radial)).toBe('HIGH')
})

test('riskLevelOf() gives no diluted event the level CRITICAL, unless the probability is above one per cent', () => {
  expect(of(2e-4, { isDiluted: true })).toBe('HIGH')
  expect(of(1e-9, { isDiluted: true, missM: 50 })).toBe('HIGH')
  // If the probability is above one per cent, dilution does not matter (docs/guide/ca/messages.md).
  expect(of(0.0101, { isDiluted: true })).toBe('CRITICAL')
  expect(of(0.0099, { isDiluted: true })).toBe('HIGH')
  expect(of(2e-6, { isDiluted: true })).toBe('MEDIUM')
})

test.each([
  [{ probability: null }, 'UNKNOWN', ['no-probability']],
  [{ probability: 2e-4 }, 'CRITICAL', ['probability-accepted']],
  [{ probability: 2e-4, missM: 50 }, 'CRITICAL', ['probability-accepted', 'miss-accepted']],
  [{ probability: 2e-4, isDiluted: true }, 'HIGH', ['probability-accepted', 'capped-by-dilution']],
  [{ probability: 1e-9, missM: 50, isDiluted: true }, 'HIGH', ['miss-accepted', 'capped-by-dilution']],
  [{ probability: 0.02, isDiluted: true }, 'CRITICAL', ['probability-accepted']],
  [{ probability: 2e-5 }, 'HIGH', ['probability-high']],
  [{ probability: 2e-5, isDiluted: true }, 'HIGH', ['probability-high']],
  [{ probability: 2e-6 }, 'MEDIUM', ['probability-medium']],
  [{ probability: 1e-9 }, 'LOW', ['below-all']],
] as const)(
  'judgeRisk() of %j is %s because of %j: the cap by dilution is named only where it caps',
  (risk, level, causes) => {
    expect(judgeRisk({ missM: 1_000, radialM: 500, isDiluted: false, ...risk }, STANDARD)).toEqual({ level, causes })
  },
)

test('capWithoutCovariance() names the cap only if it changes the level', () => {
  const judged = judgeRisk({ probability: 2e-4, missM: 1_000, radialM: 500, isDiluted: false }, STANDARD)
  const capped = { level: 'MEDIUM', causes: ['probability-accepted', 'capped-without-covariance'] }
  expect(capWithoutCovariance(judged, 'MEDIUM')).toEqual(capped)
  expect(capWithoutCovariance(judged, 'CRITICAL')).toEqual(judged)
  const low = judgeRisk({ probability: 1e-9, missM: 1_000, radialM: 500, isDiluted: false }, STANDARD)
  expect(capWithoutCovariance(low, 'MEDIUM')).toEqual(low)
})
