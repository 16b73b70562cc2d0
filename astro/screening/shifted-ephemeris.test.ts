import { expect, test } from 'vitest'
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import reference from '../ephemeris/interpolation.reference.json' with { type: 'json' }
import { makeInterpolator } from '../ephemeris/interpolator.ts'
import { fitElements } from '../sgp4/fit-elements.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { makeShifter } from './shifted-ephemeris.ts'

const START = parseTime('2026-01-01T00:00:00')
const three = (row: readonly number[], from: number): Vec3 => [
  row[from]! * 1e3,
  row[from + 1]! * 1e3,
  row[from + 2]! * 1e3,
]

test.each(reference.pairs)(
  'makeShifter() with a zero shift agrees with the finer version of an ephemeris: $name',
  (pair) => {
    const states = pair.coarse.map((row) => ({ epoch: addSeconds(START, row[0]!), r: three(row, 1), v: three(row, 4) }))
    const segment = { frame: 'TEME', interpolation: 'LAGRANGE', degree: pair.degree, states } as const
    const ephemeris = makeEphemeris([segment])
    const fitted = fitElements(states[0]!)
    if (!fitted.ok) throw new Error(fitted.reason)
    const models = { before: fitted.model, after: fitted.model }
    const shifted = makeShifter(ephemeris, START)({ fromS: 0, untilS: 1e9, ...models })
    const stateAt = makeInterpolator(shifted, START)
    for (const row of pair.fine) {
      const state = stateAt(row[0]!)
      expect(state.ok && norm(subtract(state.r, three(row, 1)))).toBeLessThan(0.01)
    }
  },
)

test('makeShifter() ends where the elements do', () => {
  // An orbit that decays from 140 km with strong drag: SGP4 fails within hours.
  const sinking = fitElements({ epoch: START, r: [6_518_000, 0, 0], v: [0, 7820, 0], bstar: 0.01 })
  const staying = fitElements({ epoch: START, r: [6_518_000, 0, 0], v: [0, 7820, 0] })
  if (!sinking.ok || !staying.ok) throw new Error('no elements')
  const states = [0, 1, 2, 3, 4, 5].map((day) => {
    return { epoch: addSeconds(START, 43_200 * day), r: [6_518_000, day, 0] as Vec3, v: [0, 7820, 0] as Vec3 }
  })
  const shift = makeShifter(makeEphemeris([{ frame: 'TEME', states }]), START)
  const whole = shift({ fromS: 0, untilS: 200_000, before: staying.model, after: staying.model })
  const cut = shift({ fromS: 0, untilS: 200_000, before: staying.model, after: sinking.model })
  expect(makeInterpolator(whole, START)(200_000).ok).toBe(true)
  expect(makeInterpolator(cut, START)(100).ok).toBe(true)
  expect(makeInterpolator(cut, START)(200_000)).toEqual({ ok: false, reason: 'after-stop' })
})
