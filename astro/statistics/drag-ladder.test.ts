import { expect, test } from 'vitest'
import { conjunctionPlane } from '../conjunction/conjunction-plane.ts'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { GM_EARTH } from '../constants.ts'
import { norm } from '../vec3.ts'
import { brakingSensitivity, DRAG_FACTORS, dragLadder } from './drag-ladder.ts'

/** The formula neglects the change of density with the height. */
const QUADRATIC_FORMULA = 0.0075
/** The decay itself is 3 % of the radial offset. */
const DECAY_ITSELF = 0.04
/** If only one object moves, the probability falls from 1.8e-3 to nearly zero: the two results differ by more than 5e-4. */
const MOVED_DIGITS = 3
/** The published probability at the TCA of the message, which is rounded. */
const PLANAR_DIGITS = 3
/** The values in domain.md C14 have two digits. */
const TWO_DIGITS = 0.03
/** A tenth of a sigma along the track is some per cent of the probability, which has two digits. */
const SIGMA_ALONG_TRACK = 0.15
/** Seven kilometres are far beyond the uncertainty. */
const NO_RISK = 1e-10
/** Two objects with equal deceleration do not move relative to each other. */
const UNMOVED_DIGITS = 12

const HOUR_S = 3_600

/**
 * manoeuvre/avoidance/differential_drag.json: 4 kg at 400 km turn from 0.01 to 0.03 m² for 12 h, propagated by RK4; density decreases with the
 * height.
 */
test('brakingSensitivity() agrees with a propagation of 12 h through a denser atmosphere, within the error of its formula', () => {
  const radiusM = 6_378_137 + 400_000
  const speed = Math.sqrt(GM_EARTH / radiusM)
  const brakingMps2 = (0.5 * 2.8e-12 * speed ** 2 * 2.2 * 0.01) / 4
  const state = { r: [radiusM, 0, 0], v: [0, speed, 0] } as const
  // Three times the drag is twice the nominal drag in addition to it.
  const [r, t, n] = brakingSensitivity(state, 2 * brakingMps2, 12 * HOUR_S)
  expect(Math.abs(t / 2_534.83 - 1)).toBeLessThan(QUADRATIC_FORMULA)
  // The object is 71 m lower, of which the decay itself is 3 %.
  expect(Math.abs(r / -71.106 - 1)).toBeLessThan(DECAY_ITSELF)
  expect(n).toBe(0)
})

/** domain.md C14 for the message 29108/34995: density 5e-13 kg/m³ and an additional 2 m² on 100 kg; 1.7 km in 12 h, 7.0 km in a day. */
test('dragLadder() lowers the published probability as in an earlier calculation for this message', () => {
  const published = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!
  const { primary, secondary } = pairOfCdm(published.objects)
  const plane = conjunctionPlane(primary, secondary)!
  const conjunction = { ...plane, radiusM: 14.8 }
  const brakingMps2 = (0.5 * 5e-13 * norm(primary.v) ** 2 * 2.2 * 2) / 100
  const still = { state: secondary, sensitivityRtnM: [0, 0, 0] } as const
  const after = (hours: number) => {
    const sensitivityRtnM = brakingSensitivity(primary, brakingMps2, hours * HOUR_S)
    const [rung] = dragLadder(conjunction, [{ state: primary, sensitivityRtnM }, still], [2])
    return { rung: rung!, ahead: sensitivityRtnM[1] }
  }
  expect(after(0).rung.both / published.Pc2D).toBeCloseTo(1, PLANAR_DIGITS)
  expect(Math.abs(after(12).ahead / 1_700 - 1)).toBeLessThan(TWO_DIGITS)
  expect(Math.abs(after(24).ahead / 7_000 - 1)).toBeLessThan(TWO_DIGITS)
  // 3.2e-5: the value has two digits, and a tenth of a sigma along the track is some per cent of it.
  expect(Math.abs(after(12).rung.both / 3.2e-5 - 1)).toBeLessThan(SIGMA_ALONG_TRACK)
  expect(after(24).rung.both).toBeLessThan(NO_RISK)
})

test('dragLadder() at the forecast density is the given probability, and does not change for two objects with equal drag', () => {
  const published = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!
  const { primary, secondary } = pairOfCdm(published.objects)
  const conjunction = { ...conjunctionPlane(primary, secondary)!, radiusM: published.HBR_m }
  const of = (state: typeof primary) => ({ state, sensitivityRtnM: brakingSensitivity(state, 1e-7, 86_400) })
  const rungs = dragLadder(conjunction, [of(primary), of(secondary)])
  expect(rungs.map(({ factor }) => factor)).toEqual([...DRAG_FACTORS])
  const { both, first, second } = rungs.find(({ factor }) => factor === 1)!
  for (const value of [both, first, second]) expect(value / published.Pc2D).toBeCloseTo(1, PLANAR_DIGITS)
  // With the same object twice, the density has no effect on their relative position.
  const alike = dragLadder(conjunction, [of(primary), of(primary)])
  for (const rung of alike) expect(rung.both).toBeCloseTo(both, UNMOVED_DIGITS)
  expect(alike.at(-1)!.first).not.toBeCloseTo(both, MOVED_DIGITS)
})
