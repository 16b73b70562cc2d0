import { expect, test } from 'vitest'
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import { transformState } from '../frames/frame.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { fitElements } from '../sgp4/fit-elements.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import { deltaVFromAxes } from './delta-v-frame.ts'
import { holdingOf } from './held-burn.ts'
import { type ReferenceOrbit, referenceOfEphemeris, referenceOfModel } from './reference-orbit.ts'
import { TRUTH_ORBIT, TRUTH_START, truthFlight } from './testing/truth-flight.ts'

const HOUR_S = 3_600
const IGNITION = addSeconds(TRUTH_START, 8 * HOUR_S)
const FIRST = addSeconds(TRUTH_START, 2 * HOUR_S)
const LAST = addSeconds(FIRST, 30 * HOUR_S)
/** Distributed thrust is represented by this many impulses; an OEM has no state of its own between them. */
const PARTS = 20

type Burn = { readonly durationS: number; readonly deltaVRtn: Vec3 }

/** Propagates the satellite with a burn and all forces. */
function burnt({ durationS, deltaVRtn }: Burn, ignition = IGNITION): (at: Epoch) => CartesianState {
  const plain = TRUTH_ORBIT.stateAt
  const deltaV = deltaVFromAxes('RTN', { frame: 'GCRF', epoch: ignition, ...plain(ignition) }, deltaVRtn)
  const parts = durationS === 0 ? 1 : PARTS
  const legs = [{ from: TRUTH_START, stateAt: plain }]
  for (let k = 0; k < parts; k += 1) {
    const at = addSeconds(ignition, ((k + (durationS === 0 ? 0 : 0.5)) * durationS) / parts)
    const { r, v } = legs.at(-1)!.stateAt(at)
    const until = k === parts - 1 ? LAST : addSeconds(at, durationS / parts)
    legs.push({ from: at, stateAt: truthFlight(at, { r, v: add(v, scale(deltaV, 1 / parts)) }, until) })
  }
  return (at) => legs.findLast(({ from }) => secondsBetween(from, at) >= 0)!.stateAt(at)
}

/** Returns the orbit as a file contains it: a state every minute without a break at the burn, rounded to 1 mm and 0.001 mm/s. */
function fileOf(stateAt: (at: Epoch) => CartesianState, hours = 16): ReferenceOrbit {
  const round = (v: Vec3, step: number) => v.map((one) => Math.round(one / step) * step) as unknown as Vec3
  const states = Array.from({ length: hours * 60 + 1 }, (_, k) => {
    const epoch = addSeconds(FIRST, 60 * k)
    const { r, v } = transformState({ frame: 'GCRF', epoch, ...stateAt(epoch) }, 'TEME', { outside: 'hold' })
    return { epoch, r: round(r, 1e-3), v: round(v, 1e-6) }
  })
  return referenceOfEphemeris(makeEphemeris([{ frame: 'TEME', interpolation: 'HERMITE', degree: 7, states }]))
}

const ARC: Burn = { durationS: 300, deltaVRtn: [0, 0.04, 0.02] }
const seen = (file: ReferenceOrbit, burn: Burn) => holdingOf(file, { at: IGNITION, ...burn })

test('an arc, a small impulse and a day of low thrust are found in a file that marks none of them, and reported missing in a file without them', () => {
  const plain = fileOf(TRUTH_ORBIT.stateAt, 30)
  const small: Burn = { durationS: 0, deltaVRtn: [0, 0.004, 0] }
  const long: Burn = { durationS: 10 * HOUR_S, deltaVRtn: [0, 0.6, 0] }
  for (const burn of [ARC, small, long]) {
    expect(seen(plain, burn)).toBe('not-held')
    expect(seen(fileOf(burnt(burn), 30), burn)).toBe('held')
  }
  // Half a minute late is still the same burn; half of the burn, or another direction, is not.
  expect(seen(fileOf(burnt(ARC, addSeconds(IGNITION, 30))), ARC)).toBe('held')
  expect(seen(fileOf(burnt({ ...ARC, deltaVRtn: [0, 0.02, 0.01] })), ARC)).toBe('moved')
  expect(seen(fileOf(burnt({ ...ARC, deltaVRtn: [0, -0.04, 0.02] })), ARC)).toBe('moved')
})

test('the result is not-seen for a burn that is too small for the orbit, or that has no states around it', () => {
  const { r, v } = transformState({ frame: 'GCRF', epoch: IGNITION, ...TRUTH_ORBIT.stateAt(IGNITION) }, 'TEME', {
    outside: 'hold',
  })
  const fitted = fitElements({ epoch: IGNITION, r, v, bstar: 0 })
  if (!fitted.ok) throw new Error(fitted.reason)
  const bySgp4 = referenceOfModel(initSgp4({ ...fitted.elements, bstar: 0 }))
  expect(seen(bySgp4, ARC)).toBe('not-seen')
  expect(seen(fileOf(bySgp4.stateAt), ARC)).toBe('not-seen')
  expect(seen(fileOf(TRUTH_ORBIT.stateAt), { durationS: 0, deltaVRtn: [0, 1e-6, 0] })).toBe('not-seen')
  expect(seen(fileOf(TRUTH_ORBIT.stateAt, 6), ARC)).toBe('not-seen')
})
