import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import { expect, test } from 'vitest'
import { goDistanceText, missedDistanceText, separationText, sigmaText } from './separation-text.ts'

const near = (missM: number, at = '2030-01-05T11:58:32.000Z') => ({ missM, at })
const SEPARATION: Separation = {
  targetM: 1000,
  acceptedM: 100,
  until: '2030-01-12T07:57:09.000Z',
  sigmaM: 122,
  before: near(199.9),
  nominal: near(1000.4),
  hot: near(980.9),
  cold: near(721.9),
}

test('the distance is given for the burn as planned and 3σ off, rounded down, with the passages that were checked (F1, F2)', () => {
  const text = separationText(SEPARATION)
  for (const part of ['199 m without', '1\u202f000 m with it', '721 m 3σ too weak', '980 m 3σ too strong'])
    expect(text.replaceAll(/\s/g, ' ')).toContain(part.replaceAll(/\s/g, ' '))
  expect(text).toContain('every passage until 2030-01-12')
  const alone = separationText({ ...SEPARATION, until: null, hot: null, cold: null })
  expect(alone).not.toContain('3σ too')
  expect(alone).toContain('do not meet again')
})

test('a distance that is a whole number within its accuracy of a millimetre is not rounded down', () => {
  expect(separationText({ ...SEPARATION, before: near(199.9999974) })).toContain('200 m without')
  expect(separationText({ ...SEPARATION, before: near(199.998) })).toContain('199 m without')
})

test('a distance has its uncertainty, rounded up, and a note that tracking is needed if that is too large (F3)', () => {
  expect(separationText({ ...SEPARATION, sigmaM: 121.2 })).toContain('1σ of the distance: 122 m')
  expect(sigmaText(SEPARATION)).not.toContain('tracking')
  // 1 000.4 m with the burn and 100 m accepted are three sigmas of 300.1 m.
  expect(sigmaText({ ...SEPARATION, sigmaM: 300 })).not.toContain('tracking')
  expect(sigmaText({ ...SEPARATION, sigmaM: 300.2 })).toContain('Ask for tracking first')
  expect(goDistanceText(SEPARATION)).toContain('(1σ 122 m)')
})

test('a burn that may be performed says whether its distance is smaller than planned (F14)', () => {
  expect(goDistanceText(SEPARATION)).toContain('; planned: ')
  expect(goDistanceText({ ...SEPARATION, nominal: near(600) })).toContain('less than planned')
  expect(goDistanceText({ ...SEPARATION, targetM: null, nominal: near(99.5) })).not.toContain('less than')
  expect(missedDistanceText(SEPARATION)).toContain('199 m')
})
