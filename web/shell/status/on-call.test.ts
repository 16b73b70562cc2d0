import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { expect, test } from 'vitest'
import { onCallOf } from './on-call.ts'

const UNTIL = '2026-11-20T18:00:00.000Z'
type Now = DutyPlan['now'][number]
const step = (person: string | null, until: string | null = UNTIL): Now => ({ person, until }) as Now
const member = (name: string, proven: number) => ({ name, channels: 2, proven }) as DutyPlan['members'][number]
const demo = (...now: readonly Now[]) => ({ now }) as unknown as NonNullable<DutyPlan['demo']>

test("the person on call is the first of the organisation's chain, with a mark if a channel outside the pages can reach them", () => {
  const members = [member('ann', 0), member('ben', 2)]
  const untilMs = Date.parse(UNTIL)
  expect(onCallOf({ now: [step('ben'), step('ann')], demo: null, members })).toEqual({
    kind: 'person',
    name: 'ben',
    untilMs,
    hasProvenChannel: true,
  })
  expect(onCallOf({ now: [step('ann', null)], demo: null, members })).toEqual({
    kind: 'person',
    name: 'ann',
    untilMs: undefined,
    hasProvenChannel: false,
  })
  // A person who has left the organisation is still in the plan, but cannot be reached.
  expect(onCallOf({ now: [step('cem')], demo: null, members })).toMatchObject({ name: 'cem', hasProvenChannel: false })
})

test('a step without a person, a missing chain, and the chain of the demo are distinct', () => {
  const untilMs = Date.parse(UNTIL)
  expect(onCallOf({ now: [step(null)], demo: null, members: [] })).toEqual({ kind: 'nobody', untilMs })
  expect(onCallOf({ now: [], demo: null, members: [] })).toEqual({ kind: 'no-chain' })
  expect(onCallOf({ now: [], demo: demo(), members: [] })).toEqual({ kind: 'no-chain' })
  expect(onCallOf({ now: [], demo: demo(step('kim')), members: [] })).toEqual({
    kind: 'simulated',
    name: 'kim',
    untilMs,
  })
  // The organisation's chain counts, whatever the demo shows.
  expect(onCallOf({ now: [step(null)], demo: demo(step('kim')), members: [] })).toMatchObject({ kind: 'nobody' })
})
