import { expect, test } from 'vitest'
import { decidingPassesOf, isProposable, type RankedPass, type TrackedObject } from './conjunction.ts'

const NOW = Date.parse('2026-11-27T19:00:00.000Z')
const pass = (crossingChance: number, orderedBy: string | null = null) => ({ crossingChance, orderedBy }) as RankedPass
const object = (passes: RankedPass[], unranked: TrackedObject['unranked'] = null, tasked: string[] = []) => ({
  passes,
  unranked,
  tasked: tasked.map((start) => ({ start }) as TrackedObject['tasked'][number]),
})

test('a pass with a chance of less than 5 % to change the decision is not proposed, and neither is an ordered pass', () => {
  const may = [pass(0), pass(0.002), pass(0.0499), pass(0.05), pass(0.72), pass(0.72, 'request')].map(isProposable)
  expect(may).toEqual([false, false, false, true, true, false])
})

test('the passes of both objects that can decide an event are ranked by their worth, ordered or not', () => {
  const [best, ordered] = [pass(0.72), pass(0.3, 'request')]
  expect(decidingPassesOf([object([pass(0.002)]), object([pass(0.4), ordered, best])], NOW)).toEqual({
    ordered,
    toOrder: best,
  })
  // The best pass is already ordered, so no other one is offered.
  expect(decidingPassesOf([object([pass(0.2)]), object([ordered])], NOW)).toEqual({ ordered, toOrder: undefined })
})

test('decidingPassesOf() states that there is no deciding pass only if this is known', () => {
  const none = { ordered: undefined, toOrder: undefined }
  const worthless = object([pass(0, 'request'), pass(0.002)])
  expect(decidingPassesOf([worthless, object([], 'NO_PASS')], NOW)).toEqual(none)
  expect(decidingPassesOf([worthless, object([], 'AFTER_COMMIT')], NOW)).toEqual(none)
  for (const unknown of ['NO_COVARIANCE', 'NO_ORBIT', 'TOO_COSTLY', 'NO_PROBABILITY'] as const)
    expect(decidingPassesOf([worthless, object([], unknown)], NOW)).toBeUndefined()
  // A track from this pass may still arrive.
  expect(decidingPassesOf([worthless, object([], 'NO_PASS', ['2026-11-27T18:50:00.000Z'])], NOW)).toBeUndefined()
})
