import { expect, test } from 'vitest'
import { titleOf } from './delivery-title.ts'

const values = { satellite: 'SAT-3', secondary: 'COSMOS 2251 DEB', level: 'CRITICAL', probability: 2e-4, missM: 182 }

test('a line of the delivery log names its event', () => {
  const notice = { kind: 'notice', title: 'Risk raised to CRITICAL' } as const
  expect(titleOf({ ...notice, finding: { code: 'risk-raised', values } })).toBe(
    'Risk raised to Critical: SAT-3 × COSMOS 2251 DEB',
  )
  expect(titleOf({ ...notice, finding: null })).toBe('Risk raised to CRITICAL')
  expect(titleOf({ kind: 'test', title: 'x', finding: null })).toBe('Test')
})
