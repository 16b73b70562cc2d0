import { expect, test } from 'vitest'
import { inOrder } from '../../messages.ts'
import { cdmWith, conjunctionWith } from '../../testing/event.ts'
import {
  aboveMaximumWords,
  doubtsOf,
  reasonWords,
  reportedWords,
  staleLevel,
  trendWords,
  validityOf,
} from './verdict-facts.ts'

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

test('trendWords compares with the third earlier message that has a value', () => {
  const messages = chain(1e-6, 4.8e-5, 1.02e-4, 2.12e-4)
  expect(words(messages, 4)).toBe('↑ ×4.4 in 3 messages')
  expect(words(messages, 2)).toBe('↑ ×48.0 in 2 messages')
  expect(words(messages, 1)).toBe('first message')
  expect(words(chain(null, null), 2)).toBe('no values to compare')
  // A value below the smallest one that is shown has no factor.
  expect(words(chain(4.41e-3, 8e-17), 2)).toBe('↓ below 1\u00a0×\u00a010⁻¹⁰ in 2 messages')
  expect(words(chain(1e-12, 8e-17), 2)).toBe('below 1\u00a0×\u00a010⁻¹⁰ in 2 messages')
})

test('trendWords mentions a reversal only for the newest message, to which the trend belongs', () => {
  const messages = chain(1e-5, 1e-6, 1e-5)
  expect(words(messages, 3, 'FLIPPING')).toBe('flips, = in 3 messages')
  expect(words(messages, 2, 'FLIPPING')).toBe('↓ ÷10.0 in 2 messages')
})

test('validityOf distinguishes valid, doubtful and missing values', () => {
  const of = (assessment: Parameters<typeof cdmWith>[0]['assessment']) =>
    validityOf(cdmWith({ number: 1, created: created(1), ...(assessment ? { assessment } : {}) }))
  expect(of({})).toEqual({ level: 'ok', text: 'Recomputed, 2D; assumptions hold' })
  expect(of({ isReliable: false, reason: 'unchecked-without-velocity-covariance' })).toEqual({
    level: 'caution',
    text: 'Recomputed, 2D; assumptions unchecked: no velocity covariance',
  })
  expect(of({ probability: null, method: null, reason: 'covariance-not-positive-definite' })).toEqual({
    level: 'caution',
    text: 'Probability not known: a covariance is beyond repair',
  })
})

test('doubtsOf lists the facts behind the certainty, including the doubtful ones', () => {
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

test('staleLevel is a caution after 12 h, serious after 24 h, and undefined after TCA', () => {
  const hours = (n: number) => n * 3_600_000
  expect(staleLevel(hours(12), true)).toBeUndefined()
  expect(staleLevel(hours(13), true)).toBe('caution')
  expect(staleLevel(hours(25), true)).toBe('serious')
  expect(staleLevel(hours(25), false)).toBeUndefined()
})

test('doubtsOf returns a caution if the σ along the track is larger than the miss, or if the other object has no size', () => {
  const example = chain(1e-5)[0]!.cdm
  const doubt = (id: string, cdm: typeof example) => doubtsOf(cdm, null).find((one) => one.id === id)
  const wide = { ...example, object2: { ...example.object2, sigmaRtn: { r: 1, t: 267, n: 1 } } }
  expect(doubt('sigma', wide)).toMatchObject({ level: 'caution', value: '267 m > miss 175 m' })
  const far = { ...wide, conjunctionData: { ...wide.conjunctionData, totalMissDistance: 1_450 } }
  expect(doubt('sigma', far)).toMatchObject({ level: 'ok', value: '267 m ≤ miss 1\u202f450 m' })
  const none = { ...example, object2: { ...example.object2, hardBodyRadius: 0 } }
  expect(doubt('body', none)).toMatchObject({ level: 'caution', value: '0.0 m, from message' })
})

test('doubtsOf names an invalid covariance, and one that was clipped before use', () => {
  const example = chain(1e-5)[0]!.cdm
  const found = (cdm: typeof example) => doubtsOf(cdm, null).find(({ id }) => id === 'covariance')
  expect(found(example)).toBeUndefined()
  // The determinant is negative: one eigenvalue is 100 - 150, the other 100 + 150.
  const plane = { combinedPlaneCovarianceXX: 100, combinedPlaneCovarianceYX: 150, combinedPlaneCovarianceYY: 100 }
  const missed = { combinedPlaneX: 200, combinedPlaneY: 0 }
  const clipped = { ...example, conjunctionData: { ...example.conjunctionData, ...missed, ...plane } }
  expect(found(clipped)).toMatchObject({ level: 'caution', value: 'the combined one was clipped before use' })
  const unusable = { ...clipped, assessment: { ...clipped.assessment, probability: null } }
  expect(found(unusable)).toMatchObject({ value: 'the combined one gives nothing' })
})

test('doubtsOf reports zeros as a missing covariance, not as an invalid matrix', () => {
  const example = chain(1e-5)[0]!.cdm
  const found = (assessment: Partial<typeof example.assessment>) => {
    const zeros = { combinedPlaneCovarianceXX: 0, combinedPlaneCovarianceYX: 0, combinedPlaneCovarianceYY: 0 }
    const inPlane = { combinedPlaneX: 200, combinedPlaneY: 0, ...zeros }
    const cdm = { ...example, conjunctionData: { ...example.conjunctionData, ...inPlane } }
    const none = { probability: null, reason: 'covariance-not-given', isReliable: false }
    const assessed = { ...cdm, assessment: { ...cdm.assessment, ...none, ...assessment } }
    return doubtsOf(assessed, null).find(({ id }) => id === 'covariance')?.value
  }
  const [one, other] = [example.object1.name, example.object2.name]
  expect(found({})).toBe(`${one}, ${other}: none given`)
  const oneMissing = { object: 'secondary' as const, probability: 1e-4, maximumProbability: 1e-3 }
  expect(found({ oneMissing })).toBe(`${other}: none given`)
})

test('a reported value names its method, and the reason why it can be above the maximum', () => {
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

const EXAMPLE = chain(1e-5)[0]!.cdm
const doubtOf = (id: string, cdm: typeof EXAMPLE, coverage: Parameters<typeof doubtsOf>[1] = null) => {
  const found = doubtsOf(cdm, coverage).find((one) => one.id === id)
  return [found?.level, found?.value]
}
const HOUR = 3_600_000

test('doubtsOf: an observation a day before the message is recent, an older one is a caution, and hours have no decimals from ten on', () => {
  const seen = (hours: number) => {
    const lastObservationAt = new Date(Date.parse(EXAMPLE.creationDate) - hours * HOUR).toISOString()
    return doubtOf('seen', { ...EXAMPLE, object2: { ...EXAMPLE.object2, lastObservationAt } })
  }
  expect(seen(9.96)).toEqual(['ok', '10.0 h before'])
  expect(seen(10)).toEqual(['ok', '10 h before'])
  expect(seen(24)).toEqual(['ok', '24 h before'])
  expect(seen(24.001)[0]).toBe('caution')
  const unsaid = { ...EXAMPLE, object2: { ...EXAMPLE.object2, lastObservationAt: null } }
  expect(doubtOf('seen', unsaid)).toEqual(['inactive', 'not said'])
})

test('doubtsOf: a value that the message lacks is inactive, and a σ as large as the miss is not a caution', () => {
  const object = (more: Partial<typeof EXAMPLE.object2>) => ({ ...EXAMPLE, object2: { ...EXAMPLE.object2, ...more } })
  expect(doubtOf('sigma', object({ sigmaRtn: null }))).toEqual(['inactive', 'not said'])
  const miss = EXAMPLE.conjunctionData.totalMissDistance
  expect(doubtOf('sigma', object({ sigmaRtn: { r: 1, t: miss, n: 1 } }))[0]).toBe('ok')
  expect(doubtOf('body', object({ hardBodyRadius: null }))).toEqual(['inactive', 'not said'])
  expect(doubtOf('body', object({ hardBodyRadiusFrom: 'satellite' }))[0]).toBe('ok')
  expect(doubtOf('body', object({ hardBodyRadiusFrom: 'default' }))[0]).toBe('inactive')
  expect(doubtOf('manoeuvre', object({ manoeuvrable: 'YES' }))).toEqual(['caution', 'may manoeuvre'])
  expect(doubtOf('manoeuvre', object({ manoeuvrable: 'NO' }))[0]).toBe('inactive')
})

test('doubtsOf: an ephemeris covers TCA up to its exact ends, and each way to miss TCA has its own text', () => {
  const tca = Date.parse(EXAMPLE.conjunctionData.tca)
  const of = (fromMs: number, toMs: number) => doubtOf('ephemeris', EXAMPLE, { name: 'v', fromMs, toMs })
  expect(of(tca, tca)[0]).toBe('ok')
  expect(of(0, tca - 1)[0]).toBe('caution')
  expect(of(0, tca - 2 * HOUR)[1]).toBe('ends 2.0 h before TCA')
  expect(of(tca + 1, tca + HOUR)).toEqual(['inactive', 'begins after TCA'])
  expect(doubtsOf(EXAMPLE, undefined).find(({ id }) => id === 'ephemeris')?.value).toBe('–')
})

test('doubtsOf: dilution is not computed, absent, or given as the factor by which the covariance is too large', () => {
  const of = (assessment: Partial<typeof EXAMPLE.assessment>) =>
    doubtOf('dilution', { ...EXAMPLE, assessment: { ...EXAMPLE.assessment, ...assessment } })
  expect(of({ mahalanobis: null })[0]).toBe('inactive')
  expect(of({ maximumCovarianceFactor: null })[0]).toBe('inactive')
  expect(of({ isDiluted: true, mahalanobis: 0.5, maximumCovarianceFactor: 0.1234 })).toEqual([
    'caution',
    expect.stringContaining('0.12'),
  ])
})

test('trendWords needs two values, and mentions a reversal only if there is one', () => {
  expect(words(chain(1e-6, null), 2)).toBe('no values to compare')
  expect(words(chain(1e-6, 2e-6), 2)).toBe('↑ ×2.0 in 2 messages')
  expect(words(chain(1e-6, 2e-6), 2, 'FLIPPING')).toBe('flips, ↑ ×2.0 in 2 messages')
})

test('staleLevel is not yet serious at 24 h', () => {
  expect([staleLevel(24 * HOUR, true), staleLevel(24 * HOUR + 1, true), staleLevel(12 * HOUR + 1, true)]).toEqual([
    'caution',
    'serious',
    'caution',
  ])
})

test('every reason of an assessment has a text, and an unknown one is shown unchanged', () => {
  const reasons = [
    ...['planar-holds', 'planar-does-not-hold', 'unchecked-without-velocity-covariance', 'co-orbiting'],
    ...['planar-does-not-hold-and-curved-failed', 'no-relative-motion', 'covariance-not-positive-definite'],
    ...['covariance-not-given', 'covariance-not-credible', 'message-contradicts-itself'],
  ]
  const told = reasons.map(reasonWords)
  expect(new Set(told).size).toBe(reasons.length)
  expect(told.filter((text) => reasons.includes(text))).toEqual([])
  expect(reasonWords('of another version')).toBe('of another version')
})
