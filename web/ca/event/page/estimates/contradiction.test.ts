import { expect, test } from 'vitest'
import { estimateWords } from '../../estimates-words.data.ts'
import { contradictionText } from './contradiction.tsx'

const comparison = {
  cdmId: 'm',
  estimateId: 'e',
  difference: { r: 3, t: -190, n: 20 },
  distanceM: 191.1,
  mahalanobis: 8.27,
  threshold: 3.7625,
  isDisagreement: true,
  isSameSecondary: true,
}

test('contradictionText() names the distance, the direction, the orbit and the action', () => {
  const text = contradictionText(comparison, estimateWords)
  expect(text).toContain('191 m apart at TCA, 8.3σ (alarm from 3.76σ)')
  expect(text).toContain('Mainly along the track')
  expect(text).toContain('the difference is in your satellite’s orbit')
  expect(text).toContain('the worse counts')
})

test('contradictionText() names the direction of the largest component, whatever its sign', () => {
  const across = { ...comparison, difference: { r: 10, t: 20, n: -900 }, isSameSecondary: false }
  expect(contradictionText(across, estimateWords)).toContain('Mainly across the track')
  expect(contradictionText(across, estimateWords)).toContain('The other object’s state differs')
  const up = { ...comparison, difference: { r: -500, t: 20, n: 9 } }
  expect(contradictionText(up, estimateWords)).toContain('Mainly radial')
})
