import { expect, test } from 'vitest'
import { inOrder } from '../../event/messages.ts'
import { cdmWith } from '../../event/testing/event.ts'
import { domainOf, drawnIn, separationCaption, separationPoints } from './separation.ts'
import { shiftsOf } from './tca-shift-plot.tsx'

const message = (number: number, r: number, tca: string) =>
  cdmWith({
    number,
    created: `2026-11-${17 + number}T05:41:00.000Z`,
    data: { relativePosition: { r, t: 114, n: 119 }, sigmaRtn: { r: 47, t: 185, n: 144 }, tca, totalMissDistance: 180 },
  })
const messages = inOrder([message(1, -300, '2026-11-21T14:13:09.500Z'), message(2, 58, '2026-11-21T14:13:07.000Z')])

test("drawnIn 'm' returns a band of one sigma, drawnIn 'σ' a band of one", () => {
  const separated = { value: 58, sigma: 47 }
  expect(drawnIn('m', separated)).toEqual({ value: 58, low: 11, high: 105 })
  const { value, low, high } = drawnIn('sigma', separated) ?? { value: 0, low: 0, high: 0 }
  expect([value, low, high].map((one) => one.toFixed(4))).toEqual(['1.2340', '0.2340', '2.2340'])
  expect(drawnIn('m', { value: 58, sigma: undefined })).toEqual({ value: 58, low: 58, high: 58 })
  expect(drawnIn('sigma', { value: 58, sigma: undefined })).toBeUndefined()
})

test('domainOf includes zero and the bands, keeps the sign, and cuts bands wider than twice the values', () => {
  const points = separationPoints(messages)
  expect(domainOf(points, 'r', 'm')).toEqual([-347, 105])
  expect(domainOf(points, 'total', 'm')[0]).toBe(0)
  const wide = points.map((point) => ({ ...point, r: { ...point.r, sigma: 90_000 } }))
  expect(domainOf(wide, 'r', 'm')).toEqual([-600, 600])
})

test('separationCaption gives the values of the newest message, with their signs', () => {
  expect(separationCaption(messages)).toBe('Miss 180 m to 180 m over 2 messages; newest R +58 m, T +114 m, N +119 m.')
})

test('separationCaption never states a larger miss than the real one', () => {
  const near = cdmWith({ number: 1, created: '2026-11-18T05:41:00.000Z', data: { totalMissDistance: 222.58 } })
  expect(separationCaption(inOrder([near]))).toContain('222 m')
})

test('shiftsOf returns zero for the newest message, and 2.5 s for an earlier one with a later TCA', () => {
  expect(shiftsOf(messages).map(({ seconds }) => seconds)).toEqual([2.5, 0])
})
