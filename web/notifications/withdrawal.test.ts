import { expect, test } from 'vitest'
import { withdrawnPlan } from './withdrawal.tsx'

const ID = '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90'
const file = `/api/v1/ca/manoeuvres/${ID}/file?format=withdrawal`

test.each([
  ['of a burn that had gone out', { code: 'plan-withdrawn', values: { plan: 'SAT-1', file } }, ID],
  ['of another notice', { code: 'plan-superseded', values: { plan: 'SAT-1', file } }, undefined],
  ['of another file', { code: 'plan-withdrawn', values: { file: `${file}&x=1` } }, undefined],
  ['where no file is named', { code: 'plan-withdrawn', values: {} }, undefined],
  ['of a notice of the page itself', undefined, undefined],
] as const)('a notice has the withdrawal %s', (_, finding, plan) => {
  expect(withdrawnPlan({ finding })).toBe(plan)
})
