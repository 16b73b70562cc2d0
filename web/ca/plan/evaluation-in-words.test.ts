import type { Evaluation } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { evaluationInWords } from './evaluation-in-words.ts'

const near = (missM: number) => ({ missM, at: '2030-01-05T11:58:32.000Z' })
const separation: NonNullable<Evaluation['separation']> = {
  targetM: 1000,
  acceptedM: 100,
  until: null,
  sigmaM: 122,
  before: near(199.9),
  nominal: near(1000.4),
  hot: null,
  cold: null,
}
const GO = {
  verdict: 'GO',
  reason: 'as the server says it',
  probabilityWithout: 2.5e-4,
  probabilityWith: 3.2e-7,
} as Evaluation

test('a burn that may be performed shows both its distance and its probability if its event has both (F14)', () => {
  const both = evaluationInWords({ ...GO, separation })
  for (const part of ['199', '1σ 122', '2.5', '3.2']) expect(both).toContain(part)
  const byDistance = evaluationInWords({ ...GO, separation, probabilityWithout: null, probabilityWith: null })
  expect(byDistance).toContain('199')
  expect(byDistance).not.toContain('Pc')
  expect(evaluationInWords(GO)).toContain('Pc')
  expect(evaluationInWords({ ...GO, probabilityWith: null })).toBe('as the server says it')
})

test('a counted bound is called a bound, without a probability beside it (F2)', () => {
  const counted = { hits: 0, trials: 72_300, upper: 5.1e-5 }
  const text = evaluationInWords({ ...GO, probabilityWithout: null, probabilityWith: null, counted })
  expect(text).toContain('at most 5.10')
  expect(text).toContain('72\u202f300')
})
