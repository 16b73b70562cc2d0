import type { NextBest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { expect, test } from 'vitest'
import { type Candidate, firstConfirmed } from './next-best-task.ts'

const REQUEST = {} as NextBest['request']
const nextOf = (deltaVMagnitude: number): NextBest => ({
  request: REQUEST,
  verdict: 'NOT_ASSESSED',
  ignitionEpoch: '2030-01-05T11:11:25.803421Z',
  deltaVMagnitude,
  probability: null,
})
const open = (deltaVMagnitude: number): Candidate => ({ next: nextOf(deltaVMagnitude), isOpen: true })
/** Returns a count for each burn, and the list of counted sizes. */
function counts(hitsOf: (next: NextBest) => number, isProven: boolean) {
  const sizes: number[] = []
  const countedOf = (next: NextBest, { budget }: { readonly budget?: { trials: number } }): Candidate => {
    sizes.push(next.deltaVMagnitude)
    const [hits, trials] = [hitsOf(next), 100_000]
    if (budget !== undefined) budget.trials -= trials
    const upper = hits === 0 ? 3.69e-5 : 1e-3
    return { next: { ...next, probability: upper, counted: { hits, trials, upper } }, isOpen: !isProven || hits > 0 }
  }
  return { sizes, countedOf }
}

test('the smallest of the burns that only a count confirms is counted, and is offered with its bound (F2)', () => {
  const { sizes, countedOf } = counts(() => 0, true)
  const best = firstConfirmed([open(1), open(2)], 'FAIL', countedOf)
  expect(best).toMatchObject({ deltaVMagnitude: 1, probability: 3.69e-5, counted: { hits: 0 } })
  expect(sizes).toEqual([1])
})

test('a burn that a count refutes is not offered: the next one is counted, as long as pairs remain', () => {
  const { sizes, countedOf } = counts(({ deltaVMagnitude }) => (deltaVMagnitude < 2 ? 40 : 0), true)
  expect(firstConfirmed([open(1), open(2), open(3)], 'FAIL', countedOf)?.deltaVMagnitude).toBe(2)
  expect(sizes).toEqual([1, 2])
  const all = counts(() => 40, true)
  expect(firstConfirmed([open(1), open(2), open(3)], 'FAIL', all.countedOf)).toBeUndefined()
  expect(all.sizes).toEqual([1, 2])
})

test('a probability that the allowed pairs cannot prove is counted once; then a burn that needs no count is offered', () => {
  const { sizes, countedOf } = counts(() => 0, false)
  expect(firstConfirmed([open(1), open(2)], 'FAIL', countedOf)).toMatchObject({
    deltaVMagnitude: 1,
    counted: { hits: 0 },
  })
  expect(sizes).toEqual([1])
  const stands = { next: { ...nextOf(3), probability: 1e-7 }, isOpen: false }
  expect(firstConfirmed([open(1), open(2), stands], 'FAIL', countedOf)).toEqual(stands.next)
})
