import { afterEach, expect, test } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { planProblemInWords } = await import('./refusal-in-words.ts')

afterEach(() => choose('language', 'en'))

const ENGLISH = 'The start would be 2030-01-05T10:00:00Z, in the blackout …'
const problem = (values?: Record<string, string | number>) =>
  new ApiProblem({
    kind: 'unprocessable',
    code: 422,
    status: 422,
    title: 'Unprocessable Content',
    message: ENGLISH,
    details: [{ code: 'manoeuvre.blackout', message: ENGLISH, ...(values === undefined ? {} : { values }) }],
  })
const BLACKOUT = {
  case: 'start',
  kind: 'CONTACT',
  place: 'Kiruna',
  startAt: '2030-01-05T10:00:00Z',
  endAt: '2030-01-05T10:00:00Z',
  fromAt: '2030-01-05T09:00:00Z',
  toAt: '2030-01-05T11:00:00Z',
  days: 14,
  hint: '',
}

test('a refusal of a plan is in the language of the page, with its values', () => {
  choose('language', 'de')
  expect(planProblemInWords(problem(BLACKOUT)).message).toBe(
    'Beginn wäre 2030-01-05 10:00:00 Z, und dann ist ein Kontakt mit Kiruna, in dem der Satellit nicht zündet, von 2030-01-05 09:00:00 Z bis 2030-01-05 11:00:00 Z. Wählen Sie einen anderen Beginn, oder geben Sie `until` an: Dann wird darum herum gesucht.',
  )
  const states = { from: 'DRAFT', to: 'EXPORTED', next: 'SCREENED' }
  const moved = new ApiProblem({
    code: 409,
    title: 'Conflict',
    message: 'A plan that is DRAFT cannot …',
    details: [{ code: 'manoeuvre.transition', message: '', values: states }],
  })
  expect(planProblemInWords(moved).message).toMatch(/^Ein Plan, der Entwurf ist, kann nicht /)
})

test('a refusal without values, and any other problem, stays unchanged', () => {
  choose('language', 'de')
  expect(planProblemInWords(problem()).message).toBe(ENGLISH)
  const other = new ApiProblem({ code: 500, title: 'Internal Server Error', message: 'A fault.' })
  expect(planProblemInWords(other).message).toBe('A fault.')
})
