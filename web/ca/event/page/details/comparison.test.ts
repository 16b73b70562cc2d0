import { expect, test } from 'vitest'
import { cdmWith } from '../../testing/event.ts'
import { compare } from './comparison.ts'

const AT = '2026-11-20T00:00:00.000Z'
const one = cdmWith({
  number: 1,
  created: AT,
  assessment: { probability: 1e-4, maximumProbability: 4e-4, mahalanobis: 2.03, hardBodyRadius: 5 },
  data: {
    tca: '2026-11-21T14:00:00.000Z',
    totalMissDistance: 200,
    sigmaMiss: 50,
    relativePosition: { r: 10, t: 100, n: -40 },
    sigmaRtn: { r: 5, t: 80, n: 20 },
  },
})
const two = cdmWith({
  number: 2,
  created: AT,
  assessment: { probability: 2e-4, maximumProbability: null, mahalanobis: 1, hardBodyRadius: null, reported: null },
  data: {
    tca: '2026-11-21T14:00:01.500Z',
    totalMissDistance: 150,
    sigmaMiss: 40,
    relativePosition: { r: -10, t: 100, n: -10 },
    sigmaRtn: null,
  },
})
const line = (id: string, first = one, second = two) => compare(first, second).find((compared) => compared.id === id)

test('compare() returns the difference, also in σ of the first message', () => {
  expect(line('miss')).toMatchObject({ one: '200 m', two: '150 m', difference: '−50 m', inSigma: '−1.0' })
  expect(line('r')).toMatchObject({ one: '+10 m', two: '−10 m', difference: '−20 m', inSigma: '−4.0' })
  expect(line('t')).toMatchObject({ difference: '0 m', inSigma: '0.0' })
  expect(line('n')).toMatchObject({ one: '−40 m', two: '−10 m', difference: '+30 m', inSigma: '+1.5' })
  expect(line('tca')).toMatchObject({ difference: '+1.500 s', two: '2026-11-21 14:00:01.500 Z' })
  expect(line('m')).toMatchObject({ one: '2.03', two: '1.00', difference: '−1.03' })
})

test('a probability changes by a factor, and has no change below the smallest value that is shown', () => {
  expect(line('pc')).toMatchObject({ one: '1.00\u00a0×\u00a010⁻⁴', two: '2.00\u00a0×\u00a010⁻⁴', difference: '↑ ×2.0' })
  const tiny = cdmWith({ number: 3, created: AT, assessment: { probability: 1e-90 } })
  expect(line('pc', one, tiny)).toMatchObject({ two: 'below 1\u00a0×\u00a010⁻¹⁰', difference: '–' })
})

test('a value that one of them lacks is a dash without a difference', () => {
  expect(line('maximum')).toMatchObject({ one: '4.00\u00a0×\u00a010⁻⁴', difference: '' })
  expect(line('body')).toMatchObject({ one: '5.0 m', two: '–', difference: '–', inSigma: '' })
  expect(line('sigmaR')).toMatchObject({ one: '5 m', two: '–', difference: '–' })
  // Without σ in the first message the difference is known, but not in units of σ.
  expect(line('r', two, one)).toMatchObject({ difference: '+20 m', inSigma: '' })
})

test('a miss distance is written as in the list, never larger than it is', () => {
  const near = cdmWith({ number: 4, created: AT, data: { totalMissDistance: 222.58 } })
  expect(line('miss', near, near)).toMatchObject({ one: '222 m', two: '222 m', difference: '0 m' })
})
