import { expect, test } from 'vitest'
import type { StateAt } from '../conjunction/closest-approach.ts'
import { GM_EARTH } from '../constants.ts'
import { toCartesian } from '../orbit/elements.ts'
import { listFastApproach } from './fast-approach.ts'

const SEMI_MAJOR_AXIS_M = 7e6
const RATE = Math.sqrt(GM_EARTH / SEMI_MAJOR_AXIS_M ** 3)

/** A circular orbit that is at its node `atS`. */
function circular(incRad: number, atS: number, radiusM = SEMI_MAJOR_AXIS_M): StateAt {
  const rate = Math.sqrt(GM_EARTH / radiusM ** 3)
  return (seconds) =>
    toCartesian(
      {
        semiMajorAxisM: radiusM,
        eccentricity: 0,
        incRad,
        raanRad: 0,
        argPeriapsisRad: 0,
        trueAnomalyRad: rate * (seconds - atS),
      },
      GM_EARTH,
    )
}

const WINDOW = { fromS: 0, toS: 160 }
const stretch = (fromS: number, toS: number) => ({ fromS, toS, window: WINDOW })

test('listFastApproach() finds where circles of two heights pass each other at their node', () => {
  const flights = [circular(0.5, 67.125), circular(1.5, 67.125, SEMI_MAJOR_AXIS_M + 800)] as const
  const [approach, ...rest] = listFastApproach(flights, stretch(60, 80), 5000) ?? []
  expect(rest).toEqual([])
  // Both are at the node then; their planes turn by 1 rad there, at the speeds of two circles.
  expect(approach?.seconds).toBeCloseTo(67.125, 6)
  expect(approach?.missM).toBeCloseTo(800, 3)
  const [slow, fast] = [Math.sqrt(GM_EARTH / (SEMI_MAJOR_AXIS_M + 800)), Math.sqrt(GM_EARTH / SEMI_MAJOR_AXIS_M)]
  expect(approach?.relativeSpeedMps).toBeCloseTo(Math.sqrt(slow ** 2 + fast ** 2 - 2 * slow * fast * Math.cos(1)), 3)
})

test('listFastApproach() leaves what is not nearer than the threshold, and what lies outside the stretch', () => {
  const apart = [circular(0.5, 67.125), circular(1.5, 67.125, SEMI_MAJOR_AXIS_M + 5001)] as const
  expect(listFastApproach(apart, stretch(60, 70), 5000)?.filter(({ missM }) => missM < 5000)).toEqual([])
  const met = [circular(0.5, 67.125), circular(1.5, 67.125)] as const
  expect(listFastApproach(met, stretch(90, 110), 5000)).toEqual([])
})

test('listFastApproach() gives a minimum next to where two windows meet to one of them', () => {
  for (const offsetS of [-5e-4, -1e-7, 0, 1e-7, 5e-4]) {
    const flights = [circular(0.5, 160 + offsetS), circular(1.5, 160 + offsetS, SEMI_MAJOR_AXIS_M + 100)] as const
    const before = listFastApproach(flights, stretch(150, 160), 5000) ?? []
    const after = listFastApproach(flights, { fromS: 160, toS: 170, window: { fromS: 160, toS: 320 } }, 5000) ?? []
    expect([...before, ...after]).toHaveLength(1)
  }
})

test('listFastApproach() leaves slow pairs to others', () => {
  const slow = [circular(0.5, 67), circular(0.5 + 200 / (RATE * SEMI_MAJOR_AXIS_M), 67)] as const
  expect(listFastApproach(slow, stretch(60, 80), 5000)).toBeUndefined()
})
