import { expect, test } from 'vitest'
import { countedText } from './counted-text.ts'

const target = { kind: 'PROBABILITY', value: 3e-6 } as const
const none = { hits: 0, trials: 100_000, upper: 3.69e-5 }

test('a count has its upper bound and, for an unproven target, the number of pairs that the target needs (F2)', () => {
  const short = countedText({ meetsTarget: false, target }, none)
  expect(short).toContain('upper bound of 95')
  expect(short.replaceAll(/\s/g, '')).toContain('takes1200000')
  expect(countedText({ meetsTarget: true, target: { ...target, value: 1e-4 } }, none)).not.toContain('takes')
  // With hits the number of pairs is not the limit.
  expect(countedText({ meetsTarget: false, target }, { hits: 9, trials: 5_000, upper: 3.4e-3 })).not.toContain('takes')
})
