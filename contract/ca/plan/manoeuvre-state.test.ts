import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasBurn,
  isChangeable,
  isOpen,
  MANOEUVRE_STATES,
  type Mover,
  mayMove,
  nextStates,
  type PlanState,
} from './manoeuvre-state.ts'

/** The transitions as the issue about manoeuvres describes them, one in each line: from, to, by whom. */
const TOLD = `DRAFT SCREENED person
DRAFT REJECTED person
DRAFT SUPERSEDED platform
DRAFT EXPIRED platform
SCREENED APPROVED person
SCREENED DRAFT person
SCREENED REJECTED person
SCREENED SUPERSEDED platform
SCREENED EXPIRED platform
APPROVED EXPORTED person
APPROVED DRAFT person
APPROVED REJECTED person
APPROVED SUPERSEDED platform
APPROVED EXPIRED platform
EXPORTED EXECUTED person
EXPORTED PARTIAL person
EXPORTED ABORTED person
EXPORTED EXECUTED platform
EXPORTED PARTIAL platform
EXPORTED ABORTED platform
EXPORTED SUPERSEDED platform
EXECUTED VERIFIED person
EXECUTED PARTIAL person
EXECUTED VERIFIED platform
EXECUTED PARTIAL platform
EXECUTED ABORTED platform`.split('\n')

test('mayMove() allows the described transitions, and none of the other 242', () => {
  const found = MANOEUVRE_STATES.flatMap((from) =>
    MANOEUVRE_STATES.flatMap((to) =>
      (['person', 'platform'] as const).filter((by) => mayMove(from, to, by)).map((by) => `${from} ${to} ${by}`),
    ),
  )
  expect(found.toSorted()).toEqual(TOLD.toSorted())
})

/** SEEDED: every run has the same sequences; the campaign draws 100,000. */
const RUNS = { numRuns: Number(process.env.APSIS_CAMPAIGN_RUNS ?? 2_000), seed: 16 }
const wish = fc.tuple(fc.constantFrom(...MANOEUVRE_STATES), fc.constantFrom<Mover>('person', 'platform'))

test('no sequence of requests exports an unapproved plan, verifies a plan that was not executed, or leaves an end state', () => {
  const ends: readonly PlanState[] = ['VERIFIED', 'REJECTED', 'SUPERSEDED', 'EXPIRED', 'ABORTED', 'PARTIAL']
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 40 }), (wishes) => {
      const path: PlanState[] = ['DRAFT']
      for (const [to, by] of wishes) {
        const from = path.at(-1)!
        if (mayMove(from, to, by)) path.push(to)
      }
      for (const [place, state] of path.entries()) {
        const before = path[place - 1]
        if (state === 'EXPORTED') expect(before).toBe('APPROVED')
        if (state === 'APPROVED') expect(before).toBe('SCREENED')
        if (state === 'SCREENED') expect(before).toBe('DRAFT')
        if (state === 'VERIFIED') expect(before).toBe('EXECUTED')
        if (state === 'EXECUTED') expect(before).toBe('EXPORTED')
        if (state === 'ABORTED') expect(['EXPORTED', 'EXECUTED']).toContain(before)
        if (before !== undefined) expect(ends).not.toContain(before)
      }
    }),
    RUNS,
  )
})

test('the other properties of a state follow from the table', () => {
  expect(MANOEUVRE_STATES.filter(isChangeable)).toEqual(['DRAFT', 'SCREENED', 'APPROVED'])
  expect(MANOEUVRE_STATES.filter(isOpen)).toEqual(['DRAFT', 'SCREENED', 'APPROVED', 'EXPORTED'])
  expect(MANOEUVRE_STATES.filter((state) => !hasBurn(state))).toEqual(['REJECTED', 'SUPERSEDED', 'EXPIRED', 'ABORTED'])
  expect(nextStates('SCREENED')).toEqual(['DRAFT', 'APPROVED', 'REJECTED'])
  expect(nextStates('VERIFIED')).toEqual([])
})
