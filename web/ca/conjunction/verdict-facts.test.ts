import { expect, test } from 'vitest'
import { inOrder } from '../plots/messages.ts'
import { cdmWith, conjunctionWith } from '../plots/testing/event.ts'
import { aboveMaximumWords, doubtsOf, reportedWords, staleLevel, trendWords, validityOf } from './verdict-facts.ts'

const created = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const chain = (...values: readonly (number | null)[]) =>
  inOrder(
    values.map((probability, place) =>
      cdmWith({ number: place + 1, created: created(place), assessment: { probability } }),
    ),
  )
const words = (messages: ReturnType<typeof chain>, number: number, trend: 'RISING' | 'FLIPPING' = 'RISING') => {
  const selected = messages[number - 1]
  if (!selected) throw new Error('There is no such message.')
  return trendWords(messages, selected, conjunctionWith({ trend }))
}

test('trendWords compares with the third message back, of those that have a value', () => {
  const messages = chain(1e-6, 4.8e-5, 1.02e-4, 2.12e-4)
  expect(words(messages, 4)).toBe('↑ ×4.4 in 3 messages')
  expect(words(messages, 2)).toBe('↑ ×48.0 in 2 messages')
  expect(words(messages, 1)).toBe('first message')
  expect(words(chain(null, null), 2)).toBe('no values to compare')
})

test('trendWords says that it flips only of the newest message, whose trend it is', () => {
  const messages = chain(1e-5, 1e-6, 1e-5)
  expect(words(messages, 3, 'FLIPPING')).toBe('flips, = in 3 messages')
  expect(words(messages, 2, 'FLIPPING')).toBe('↓ ÷10.0 in 2 messages')
})

test('validityOf tells apart what holds, what is doubtful and what there is not', () => {
  const of = (assessment: Parameters<typeof cdmWith>[0]['assessment']) =>
    validityOf(cdmWith({ number: 1, created: created(1), ...(assessment ? { assessment } : {}) }))
  expect(of({})).toEqual({ level: 'ok', text: 'Recomputed, 2D; assumptions hold' })
  expect(of({ isReliable: false, reason: 'unchecked-without-velocity-covariance' })).toEqual({
    level: 'caution',
    text: 'Recomputed, 2D; assumptions unchecked: no velocity covariance',
  })
  expect(of({ probability: null, method: null, reason: 'covariance-not-positive-definite' })).toEqual({
    level: 'inactive',
    text: 'No probability: the covariance is not positive definite',
  })
})

test('doubtsOf says what the certainty rests on, and where it is doubtful', () => {
  const [message] = chain(1e-5)
  if (!message) throw new Error('There is no message.')
  const tca = Date.parse(message.cdm.conjunctionData.tca)
  const coverage = { name: 'v12', fromMs: 0, toMs: tca + 58 * 3_600_000 }
  const doubts = doubtsOf(message.cdm, coverage).map(({ id, level, value }) => [id, level, value])
  expect(doubts).toEqual([
    ['seen', 'ok', '2.0 h before'],
    ['sigma', 'ok', '50 m ≤ miss 175 m'],
    ['body', 'ok', '2.5 m, from message'],
    ['manoeuvre', 'inactive', 'not known if it can'],
    ['ephemeris', 'ok', 'covers TCA + 2.4 d'],
    ['dilution', 'ok', 'none, M > 1.41'],
  ])
  const without = doubtsOf(message.cdm, null).find(({ id }) => id === 'ephemeris')
  expect(without?.value).toBe('none uploaded')
})

test('staleLevel is a caution after 12 h, serious after 24 h, and nothing once TCA has passed', () => {
  const hours = (n: number) => n * 3_600_000
  expect(staleLevel(hours(12), true)).toBeUndefined()
  expect(staleLevel(hours(13), true)).toBe('caution')
  expect(staleLevel(hours(25), true)).toBe('serious')
  expect(staleLevel(hours(25), false)).toBeUndefined()
})

test('doubtsOf is cautious where the σ along the track is above the miss, and where the other body has no size', () => {
  const example = chain(1e-5)[0]!.cdm
  const doubt = (id: string, cdm: typeof example) => doubtsOf(cdm, null).find((one) => one.id === id)
  const wide = { ...example, object2: { ...example.object2, sigmaRtn: { r: 1, t: 267, n: 1 } } }
  expect(doubt('sigma', wide)).toMatchObject({ level: 'caution', value: '267 m > miss 175 m' })
  const far = { ...wide, conjunctionData: { ...wide.conjunctionData, totalMissDistance: 1_450 } }
  expect(doubt('sigma', far)).toMatchObject({ level: 'ok', value: '267 m ≤ miss 1\u2009450 m' })
  const none = { ...example, object2: { ...example.object2, hardBodyRadius: 0 } }
  expect(doubt('body', none)).toMatchObject({ level: 'caution', value: '0.0 m, from message' })
})

test('a reported value names its method, and says why it can be above the maximum', () => {
  const of = (assessment: Parameters<typeof cdmWith>[0]['assessment']) =>
    cdmWith({ number: 1, created: created(1), ...(assessment ? { assessment } : {}) })
  const square = { probability: 3.1e-4, method: 'FOSTER-1992', matches: 'square-2d' }
  expect(reportedWords(of({ reported: square }))).toBe('Reported, APSIS-SIM, 2D square')
  expect(reportedWords(of({ reported: { ...square, matches: null } }))).toBe('Reported, APSIS-SIM, method FOSTER-1992')
  expect(reportedWords(of({ reported: null }))).toBe('Reported, APSIS-SIM')
  expect(aboveMaximumWords(of({ reported: square, maximumProbability: 2.95e-4 }))).toMatch(
    /^Reported above the maximum/,
  )
  expect(aboveMaximumWords(of({ reported: square, maximumProbability: 3.1e-4 }))).toBeUndefined()
  expect(aboveMaximumWords(of({ reported: null }))).toBeUndefined()
})
