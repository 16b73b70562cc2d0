import { expect, test } from 'vitest'
import { NoticeRule } from './rule.ts'
import { type NoticeOccasion, ruleOf } from './rule-choice.ts'

const notice: NoticeOccasion = { type: 'risk', level: 'serious', satelliteId: 'sat-1', status: undefined }
const never = (more: object) => NoticeRule.parse({ way: 'never', ...more })

test.each([
  ['no satellite: any', [], 'sat-1', true],
  ['no satellite: also what is of none', [], undefined, true],
  ['that of the notice', ['sat-2', 'sat-1'], 'sat-1', true],
  ['another', ['sat-2'], 'sat-1', false],
  ['one, and the notice is of none', ['sat-1'], undefined, false],
] as const)('a rule that names satellites fits notices of those alone: %s', (_, satellites, satelliteId, fits) => {
  expect(ruleOf({ ...notice, satelliteId }, [never({ satellites })]) !== undefined).toBe(fits)
})

test.each([
  ['ok', true],
  ['serious', true],
  ['critical', false],
] as const)('a rule from %s on and a notice that is serious', (leastLevel, fits) => {
  expect(ruleOf(notice, [never({ leastLevel })]) !== undefined).toBe(fits)
})

test('no rule suppresses a CRITICAL notice, and the first rule that sends it decides', () => {
  const now = NoticeRule.parse({ way: 'now', channels: ['email'] })
  expect(ruleOf({ ...notice, level: 'critical' }, [never({}), now])).toEqual(now)
})
