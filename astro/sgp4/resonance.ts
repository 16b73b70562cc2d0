import type { DeepSpace, NearEarth } from './model.ts'
import { EARTH_ROTATION } from './resonance-init.ts'

/** Phases of the resonant terms, rad (Spacetrack Report No. 3, §10). */
const FASX2 = 0.131_309_08
const FASX4 = 2.884_319_8
const FASX6 = 0.374_480_87
const G22 = 5.768_639_6
const G32 = 0.952_408_98
const G44 = 1.801_499_8
const G52 = 1.050_833
const G54 = 4.410_889_8
/**
 * Step of the integration, minutes, and half its square. A resonance oscillates over years, and half a day is a thousandth of the shortest
 * period. The neglected third derivative adds up to about 0.01° of longitude per oscillation.
 */
const STEP_MIN = 720
const HALF_STEP_2 = 259_200

/**
 * The state reached by the integration of one object's resonance, and its rates there. A loop over times keeps one for each object and passes it
 * in again, which saves the integration from the epoch. The states are exactly the same, because steps always start at the epoch.
 */
export interface Integrator {
  /** Minutes after the epoch; NaN before the first use. */
  time: number
  longitude: number
  meanMotion: number
  longitudeDot: number
  nDot: number
  nDotDot: number
}

/** Returns an integrator that has not started. */
export function makeIntegrator(): Integrator {
  return { time: Number.NaN, longitude: 0, meanMotion: 0, longitudeDot: 0, nDot: 0, nDotDot: 0 }
}

/** An object, and minutes after its epoch of either sign. */
interface Time {
  readonly near: NearEarth
  readonly deep: DeepSpace
  readonly t: number
}

/**
 * Returns mean motion (rad/min) and mean anomaly (rad) of a resonant orbit `t` minutes after epoch, by the Euler-Maclaurin steps of 720 minutes
 * of Spacetrack Report No. 3, §10 (dspace of AIAA 2006-6753). The anomaly follows from the stroboscopic longitude λ: M = λ − Ω − ω + θ with one
 * revolution a day and M = λ − 2Ω + 2θ with two, where θ is the sidereal angle of Greenwich.
 */
export function resonantMotion(
  { near, deep, t }: Time,
  secular: { readonly node: number; readonly argPerigee: number },
  integrator: Integrator = makeIntegrator(),
): { readonly meanMotion: number; readonly meanAnomaly: number } {
  const { time } = integrator
  // The integrator is reused only for times further from the epoch, on the same side; otherwise it starts again at the epoch.
  if (!(time === 0 || (t * time > 0 && Math.abs(t) >= Math.abs(time)))) {
    integrator.time = 0
    integrator.longitude = deep.xlamo
    integrator.meanMotion = near.meanMotion
    updateRates(near, deep, integrator)
  }
  const step = t > 0 ? STEP_MIN : -STEP_MIN
  // λ and n advance by their first and second derivatives, which are computed again at the end of each step.
  while (Math.abs(t - integrator.time) >= STEP_MIN) {
    integrator.longitude += integrator.longitudeDot * step + integrator.nDot * HALF_STEP_2
    integrator.meanMotion += integrator.nDot * step + integrator.nDotDot * HALF_STEP_2
    integrator.time += step
    updateRates(near, deep, integrator)
  }
  // A Taylor step leads from the last full step to t and leaves the integrator unchanged.
  const rest = t - integrator.time
  const longitude = integrator.longitude + integrator.longitudeDot * rest + integrator.nDot * rest * rest * 0.5
  const theta = (deep.gsto + t * EARTH_ROTATION) % (2 * Math.PI)
  return {
    meanMotion: integrator.meanMotion + integrator.nDot * rest + integrator.nDotDot * rest * rest * 0.5,
    meanAnomaly:
      deep.resonance === 1
        ? longitude - secular.node - secular.argPerigee + theta
        : longitude - 2 * secular.node + 2 * theta,
  }
}

/**
 * Updates the rates at the integrator's state: λ̇ = n + xfact, ṅ from the harmonics, and n̈ = (∂ṅ/∂λ) λ̇ by the chain rule. In the half-day
 * terms ω changes at the rate of the zonal harmonics, without Sun and Moon, as in the reference code.
 */
function updateRates(near: NearEarth, deep: DeepSpace, at: Integrator): void {
  const { nDot, slope } =
    deep.resonance === 1
      ? synchronousPull(deep, at.longitude)
      : halfDayPull(deep, at.longitude, near.argPerigee + near.argPerigeeDot * at.time)
  at.longitudeDot = at.meanMotion + deep.xfact
  at.nDot = nDot
  at.nDotDot = slope * at.longitudeDot
}

/**
 * Returns ṅ and ∂ṅ/∂λ for one revolution a day. A synchronous satellite librates around the stable points of this pendulum, which lie near 75° E
 * and 105° W, on the minor axis of the Earth's equator.
 */
function synchronousPull(d: DeepSpace, longitude: number) {
  const [x2, x4, x6] = [longitude - FASX2, 2 * (longitude - FASX4), 3 * (longitude - FASX6)]
  return {
    nDot: d.del1 * Math.sin(x2) + d.del2 * Math.sin(x4) + d.del3 * Math.sin(x6),
    slope: d.del1 * Math.cos(x2) + 2 * d.del2 * Math.cos(x4) + 3 * d.del3 * Math.cos(x6),
  }
}

/**
 * Returns ṅ and ∂ṅ/∂λ for two revolutions a day. The angle of the harmonic lmpq is (l − 2p) ω + (m/2) λ − G_lm; terms of order 4 contain 2λ,
 * whose derivative gives a factor of 2 in the slope.
 */
function halfDayPull(d: DeepSpace, l: number, w: number) {
  const x2201 = 2 * w + l - G22
  const x2211 = l - G22
  const x3210 = w + l - G32
  const x3222 = -w + l - G32
  const x4410 = 2 * w + 2 * l - G44
  const x4422 = 2 * l - G44
  const x5220 = w + l - G52
  const x5232 = -w + l - G52
  const x5421 = w + 2 * l - G54
  const x5433 = -w + 2 * l - G54
  return {
    nDot:
      d.d2201 * Math.sin(x2201) +
      d.d2211 * Math.sin(x2211) +
      d.d3210 * Math.sin(x3210) +
      d.d3222 * Math.sin(x3222) +
      d.d4410 * Math.sin(x4410) +
      d.d4422 * Math.sin(x4422) +
      d.d5220 * Math.sin(x5220) +
      d.d5232 * Math.sin(x5232) +
      d.d5421 * Math.sin(x5421) +
      d.d5433 * Math.sin(x5433),
    slope:
      d.d2201 * Math.cos(x2201) +
      d.d2211 * Math.cos(x2211) +
      d.d3210 * Math.cos(x3210) +
      d.d3222 * Math.cos(x3222) +
      d.d5220 * Math.cos(x5220) +
      d.d5232 * Math.cos(x5232) +
      2 *
        (d.d4410 * Math.cos(x4410) + d.d4422 * Math.cos(x4422) + d.d5421 * Math.cos(x5421) + d.d5433 * Math.cos(x5433)),
  }
}
