import { MANOEUVRE_STATES, nextStates } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { expect, test } from 'vitest'
import { canTakeBack, isAtOnce } from './step-at-once.tsx'

test('isAtOnce: a step that exports, ends, withdraws an approval or records a burn always has a dialog', () => {
  const atOnce = MANOEUVRE_STATES.flatMap((from) =>
    nextStates(from)
      .filter((to) => isAtOnce(from, to))
      .map((to) => `${from} ${to}`),
  )
  expect(atOnce).toEqual(['DRAFT SCREENED', 'SCREENED DRAFT'])
})

test('canTakeBack: a step without a dialog can be undone by hand', () => {
  for (const from of MANOEUVRE_STATES)
    for (const to of nextStates(from).filter((to) => isAtOnce(from, to))) expect(canTakeBack(from, to)).toBe(true)
  expect(canTakeBack('EXPORTED', 'EXECUTED')).toBe(false)
})
