import { transformState } from '@apsis/astro/frames/frame.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { demoElementsAt } from './elements.ts'
import { DEMO_FLEET } from './fleet.data.ts'
import { demoState, epochOf } from './orbit.ts'

test('demoElementsAt() gives the fleet the same positions as the rest of the demo, at the epoch and six hours later', () => {
  const ms = Date.parse('2026-11-20T12:00:00Z')
  const sets = demoElementsAt(ms)
  expect(sets.map(({ noradId }) => noradId)).toEqual([90_001, 90_002, 90_003, 90_004, 90_005, 90_006])
  for (const [place, satellite] of DEMO_FLEET.entries()) {
    const model = initSgp4(sets[place]!)
    for (const [hours, mostM] of [
      [0, 0.01],
      // The deep-space theory has periodic terms that restart with each new epoch.
      [6, 2_000],
    ] as const) {
      const epoch = addSeconds(epochOf(ms), hours * 3_600)
      const state = propagateSgp4(model, epoch)
      if (!state.ok) throw new RangeError(state.reason)
      const { r } = transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
      expect(norm(subtract(r, demoState(satellite, epoch).r))).toBeLessThan(mostM)
    }
  }
})
