import { PART_S, type ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { screen } from './screen.ts'

const START = parseTime('2026-11-20T00:00:00')
/** An object with the drag term of one that is about to decay, days after its epoch: SGP4 has states everywhere except at some times. */
const FALLING: MeanElements = {
  epoch: { taiS: 848_264_276, taiFs: 0 },
  meanMotionRadPerS: 0.001200643277591387,
  eccentricity: 0.0007295253071708846,
  incRad: 1.8703520846640418,
  raanRad: 4.725102281483621,
  argPeriapsisRad: 5.1587785408098465,
  meanAnomalyRad: 2.153901497889577,
  bstar: 0.003,
}
const OTHER: MeanElements = {
  epoch: { taiS: 848_365_994, taiFs: 0 },
  meanMotionRadPerS: 0.001094849136521716,
  eccentricity: 0.00003752549280746715,
  incRad: 0.924789864781896,
  raanRad: 6.28163262193808,
  argPeriapsisRad: 1.5707963267948966,
  meanAnomalyRad: 4.487603802831296,
  bstar: 0.00008077207116590161,
}
const object = (id: string, set: number, elements: MeanElements): ScreeningObject => ({
  id,
  set,
  flight: { kind: 'elements', model: initSgp4(elements) },
})

test('if an object has no state between two samples, screen() treats it as lost from the previous sample on, and continues', async () => {
  const objects = [object('other', 1, OTHER), object('falling', 0, FALLING)]
  const screening = { objects, start: START, durationS: 7 * 86_400, thresholdM: 5_000, pairs: [[1, 0]] as const }
  // The object is decayed at 576 195 s, and above the ground 10 s before and after that.
  const span = { fromS: 1200 * PART_S, toS: 1201 * PART_S }
  const { notScreened } = await screen(screening, { threads: 1, span })
  expect(notScreened).toEqual([{ place: 1, reason: 'decayed', untilS: 576_190 }])
})
