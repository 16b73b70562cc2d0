import type { StatePlanes } from '../kernel/kernel.ts'

// What the sweep takes for granted of an object over one window, [t − h, t + h] about its centre t. With r(s) its position s
// seconds after the centre, r and v what SGP4 says at the centre:
//
//   (1)  |r″(s) + µ r/r³| ≤ ε(r)      it falls as around a point, but for ε: J2 is 0.03 m/s² at the ground, drag, Sun and
//                                     Moon are far less; and
//   (2)  |r′(0) − v| ≤ δ              SGP4's velocity is the rate of its position, but for δ.
//
// Neither follows from SGP4's formulas: drag polynomials of decaying objects break both by any amount. So they are measured,
// object by object and window by window. Between two centres, W apart, r(W) − r(0) is the mean velocity W less what
// Euler and Maclaurin say of the change of gravity, (g(W) − g(0)) W²/12, to 0.5 m on the lowest orbits. If both held,
// what is left is at most δ W + ε W²/6. Whoever leaves more than 0.7 of that is wild, and is compared with everybody near its
// heights on the grid of the exhaustive reference. Of those that are not wild, the largest seen over the public catalogue
// of 2022 and the synthetic one are 0.03 m/s² at the ground, 0.001 m/s² far out, and 3.8 m/s; ε and δ below are above all.

/** Gravitational parameter of WGS-72, m³/s². */
export const GM = 3.986008e14
const EARTH_RADIUS_M = 6_378_135
/** ε at the ground, m/s²; it falls with the fourth power of the radius to what Sun and Moon do. */
const EPSILON_MPS2 = 0.045
const EPSILON_FAR_MPS2 = 2e-3
/** δ, m/s. */
export const DELTA_MPS = 4.5
/** An object nearer to the ground than this may lose its state within a window: its samples are looked at one by one, m. */
const LOW_M = EARTH_RADIUS_M + 15_000
/** What rounding and the series of Euler and Maclaurin leave, m. */
const SERIES_M = 20

/** One window of all objects: what is known at its centre, and what follows for the whole of it. */
export interface Window {
  readonly halfS: number
  readonly count: number
  /** Positions and velocities at the centre, m and m/s. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  readonly vx: Float64Array
  readonly vy: Float64Array
  readonly vz: Float64Array
  /** Between these radii it stays, m. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** By no more than this its direction turns from that at the centre, rad. */
  readonly turn: Float64Array
  /** 1 where (1) and (2) do not hold, or where the object may lose its state in this window. */
  readonly isWild: Uint8Array
}

export function makeWindow(count: number, halfS: number): Window {
  const numbers = () => new Float64Array(count)
  return {
    halfS,
    count,
    ...{ x: numbers(), y: numbers(), z: numbers(), vx: numbers(), vy: numbers(), vz: numbers() },
    ...{ low: numbers(), high: numbers(), turn: numbers() },
    isWild: new Uint8Array(count),
  }
}

/** ε at a radius, m/s². */
export function epsilonAt(radiusM: number): number {
  const per2 = (EARTH_RADIUS_M / radiusM) * (EARTH_RADIUS_M / radiusM)
  return EPSILON_MPS2 * per2 * per2 + EPSILON_FAR_MPS2
}

/** Takes over the states at the centre of a window and bounds what the objects do in it. */
export function fillWindow(window: Window, states: StatePlanes): void {
  window.x.set(states.x)
  window.y.set(states.y)
  window.z.set(states.z)
  window.vx.set(states.vx)
  window.vy.set(states.vy)
  window.vz.set(states.vz)
  window.isWild.fill(0)
  for (let k = 0; k < window.count; k += 1) boundObject(window, k)
}

/**
 * The radius obeys r″ = L²/r³ − µ/r² to ε, where L is the angular momentum; its right side is c at the centre and changes
 * at most by κ|r′| per second, with κ = 8µ/ρ³ for any closed orbit. With X the largest |r″| of the window,
 * X ≤ |c| + κh(|r′| + Xh) + ε: this gives X, and X the interval. The direction turns by L/r² a second at most.
 */
function boundObject(window: Window, k: number): void {
  const [x = 0, y = 0, z = 0] = [window.x[k], window.y[k], window.z[k]]
  const [vx = 0, vy = 0, vz = 0] = [window.vx[k], window.vy[k], window.vz[k]]
  const h = window.halfS
  const r = Math.sqrt(x * x + y * y + z * z)
  const speed2 = vx * vx + vy * vy + vz * vz
  const radial = (x * vx + y * vy + z * vz) / r
  const across = Math.sqrt(Math.max(0, speed2 - radial * radial)) + DELTA_MPS
  // Nothing falls further than this from the centre, which makes ρ a lower bound of the radius.
  const floor = r - (Math.abs(radial) + DELTA_MPS) * h - 0.5 * 10 * h * h
  const rho = Math.max(floor, 0.9 * EARTH_RADIUS_M)
  const epsilon = epsilonAt(rho)
  const kappa = (8 * GM) / (rho * rho * rho)
  // That of the centre, with what δ and ε make of L.
  const pull = Math.abs((across * across) / r - GM / (r * r)) + (2 * across * (2 * DELTA_MPS + epsilon * h)) / r
  const rate = Math.abs(radial) + DELTA_MPS
  const largest = (pull + kappa * h * rate + epsilon) / (1 - kappa * h * h)
  const reach = rate * h + 0.5 * largest * h * h
  window.low[k] = r - reach
  window.high[k] = r + reach
  const least = Math.max(r - reach, 0.9 * EARTH_RADIUS_M)
  window.turn[k] = ((across * r + epsilon * (r + reach) * h) / (least * least)) * h
  // NaN is not above either.
  if (!(r - reach > LOW_M && speed2 < (2.2 * GM) / r)) window.isWild[k] = 1
}

/** Marks in both windows the objects that do not fly from the centre of one to that of the next as (1) and (2) say. */
export function markWild(before: Window, after: Window): void {
  const W = before.halfS + after.halfS
  for (let k = 0; k < before.count; k += 1) {
    const r = Math.hypot(before.x[k] ?? 0, before.y[k] ?? 0, before.z[k] ?? 0)
    const radius = Math.min(r, Math.hypot(after.x[k] ?? 0, after.y[k] ?? 0, after.z[k] ?? 0))
    const left = Math.hypot(
      leftOver([before.x, before.vx, after.x, after.vx], { before, after, k, W }),
      leftOver([before.y, before.vy, after.y, after.vy], { before, after, k, W }),
      leftOver([before.z, before.vz, after.z, after.vz], { before, after, k, W }),
    )
    const allowed = SERIES_M + 0.7 * (DELTA_MPS * W + (epsilonAt(radius) * W * W) / 6)
    if (left <= allowed) continue
    before.isWild[k] = 1
    after.isWild[k] = 1
  }
}

type Axis = readonly [Float64Array, Float64Array, Float64Array, Float64Array]

/** Along one axis: the way from centre to centre less the mean velocity, corrected for the change of gravity. */
function leftOver(
  [r0, v0, r1, v1]: Axis,
  { before, after, k, W }: { readonly before: Window; readonly after: Window; readonly k: number; readonly W: number },
): number {
  const [from = 0, to = 0] = [r0[k], r1[k]]
  const change = gravityPer(after, k) * to - gravityPer(before, k) * from
  return to - from - 0.5 * ((v0[k] ?? 0) + (v1[k] ?? 0)) * W + (change * W * W) / 12
}

function gravityPer({ x, y, z }: Window, k: number): number {
  const r2 = (x[k] ?? 0) ** 2 + (y[k] ?? 0) ** 2 + (z[k] ?? 0) ** 2
  return -GM / (r2 * Math.sqrt(r2))
}
