import { expect, test } from 'vitest'
import { evaluateDistance } from './evaluate-distance.ts'

const TCA = '2030-01-05T12:00:00.000Z'
const near = (missM: number, at = TCA) => ({ missM, at })
const SEPARATION = {
  targetM: 1_000,
  acceptedM: 100,
  until: '2030-01-12T12:00:00.000Z',
  sigmaM: 122,
  before: near(1_500, '2030-01-05T11:58:32.000Z'),
  nominal: near(2_000),
  hot: near(2_100),
  cold: near(1_900),
}
const given = { maximum: null, accepted: 1e-4, tca: TCA }

test('without the burn, the distance is trusted only at the passage of the message, whose deviation is known (F3, F14)', () => {
  expect(evaluateDistance(SEPARATION, given).verdict).toBe('NO_LONGER_NEEDED')
  // The nearest passage is four days later.
  const later = { ...SEPARATION, before: near(1_500, '2030-01-09T12:40:00.000Z') }
  expect(evaluateDistance(later, given).verdict).toBe('GO')
})

test('an event with a probability needs no burn only if it is below the accepted one at any scale of the covariance (F14)', () => {
  expect(evaluateDistance(SEPARATION, { ...given, maximum: 0.9e-4 }).verdict).toBe('NO_LONGER_NEEDED')
  expect(evaluateDistance(SEPARATION, { ...given, maximum: 1e-4 }).verdict).toBe('GO')
})

test('a burn that leaves less than the accepted distance, or less than without the burn, is NO-GO (F14)', () => {
  expect(evaluateDistance({ ...SEPARATION, nominal: near(90) }, given).verdict).toBe('NO_GO')
  expect(evaluateDistance({ ...SEPARATION, before: near(400), nominal: near(300) }, given).verdict).toBe('NO_GO')
})
