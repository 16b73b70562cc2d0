import { ALLOWED, FOUND, FOUND_CAPACITY, GROUPS, HALF, HIGH_AT, KINDS, LOW_AT, ROW, ROWS, THRESHOLD } from './plan.ts'

// Tests whether two objects come nearer than D in a window. At the centre of the window, their relative motion around a point mass is known up
// to the third power of time. The true motion, s seconds from the centre, differs from it by (1) and (2) of bounds.ts, and by the rest of the
// series, for which each orbit has |r⁗| ≤ 6µv²/ρ⁴ + 2µ²/ρ⁵:
//
//   place(s) = 2δ|s| + ε s² + Σ|r⁗| s⁴/24,   drift(s) = 2δ + 2ε|s| + Σ|r⁗| |s|³/6,
//
// Both are multiplied by SLIP, because gravity depends on where the objects really are. Let σ be near the time of closest approach of the known
// motion, and let Δr and Δv be its relative position and velocity at σ. If |d(σ + u)| < D, then |d(σ + w)| < D + V|u − w| for all w from 0 to u,
// where V is the largest relative speed. The gravity of a point mass differs by at most K|d| between two places d apart, K = 2µ/ρ³. Put into d(σ
// + u) = d(σ) + d′(σ) u + ∫(u − w) d″(w) dw, this gives
//
//   |Δr + Δv u| < D + place(σ) + drift(σ) |u| + bend(u),   bend(u) = (K D/2 + ε) u² + K V |u|³/3.
//
// The distance of a straight line is therefore below the right side at u, and so is its least distance in the window. The time between u and the
// nearest point of the line is at most the right side over |Δv|. This bounds |u|, and thus bounds the right side by known numbers.
//
// The numbers of the f32 rows are wrong by at most a millionth of the radius, which ROUNDING adds to D.
const GM: f64 = 3.986008e14
const EARTH_RADIUS: f64 = 6378135.0
const EPSILON: f64 = 0.045
const EPSILON_FAR: f64 = 2e-3
const DELTA: f64 = 4.5
const ROUNDING: f64 = 1e-6
const SETS: u8 = 7
/** The effect of ε and δ on gravity itself within a window. */
const SLIP: f64 = 1.05

/** The number of pairs found in a window, or −1 if there was no room for them. */
export let found: i32 = 0

export function forgetFound(): void {
  found = 0
}

/** Returns ε at a radius, m/s². */
export function epsilonAt(radius: f64): f64 {
  const per: f64 = EARTH_RADIUS / radius
  const per2: f64 = per * per
  return EPSILON * per2 * per2 + EPSILON_FAR
}

/**
 * Returns the largest distance between a straight line and the true motion, in m, s seconds after both coincide; `speed` is relative. ρ is 0.97
 * times the smaller radius, because two objects that come close are near that radius. K = 2µ/ρ³ is the largest gradient of the gravity of a
 * point, the radial one.
 */
export function bend(s: f64, speed: f64, least: f64, D: f64): f64 {
  const h: f64 = <f64>HALF
  const rho: f64 = 0.97 * least
  const K: f64 = (2.0 * GM) / (rho * rho * rho)
  const quadratic: f64 = (K * D) / 2.0 + epsilonAt(least)
  const cubic: f64 = (K * (speed + 2.0 * DELTA + 20.0 * h)) / 3.0
  return s * s * (quadratic + s * cubic)
}

/** Returns whether two objects are compared: not within a group (the candidates for one manoeuvre), and only if the sets of both allow it. */
function isPair(one: usize, other: usize): bool {
  const group: i32 = load<i32>(GROUPS + (one << 2))
  if (group !== 0 && group === load<i32>(GROUPS + (other << 2))) return false
  const sets: u8 = load<u8>(ALLOWED + <usize>(load<u8>(KINDS + one) & SETS))
  return ((sets >> (load<u8>(KINDS + other) & SETS)) & 1) !== 0
}

/**
 * Notes a pair of objects that are compared and can come closer than the threshold in this window. First come three Newton steps for the time of
 * closest approach, s ← s − (d·w)/w², each on the cubic of the relative motion; then the test described at the top of this file. The rest of the
 * way to the closest point, `left`, is on a straight line. Newton's method need not converge: the bound holds wherever it stopped, with a larger
 * `left`.
 */
export function meet(one: usize, other: usize): void {
  if (!isPair(one, other)) return
  const a: usize = ROWS + one * ROW
  const b: usize = ROWS + other * ROW
  const D: f64 = <f64>THRESHOLD + ROUNDING * max(<f64>load<f32>(a, HIGH_AT), <f64>load<f32>(b, HIGH_AT))
  if (<f64>load<f32>(a, LOW_AT) - <f64>load<f32>(b, HIGH_AT) > D) return
  if (<f64>load<f32>(b, LOW_AT) - <f64>load<f32>(a, HIGH_AT) > D) return
  expand(a, b)
  const h: f64 = <f64>HALF
  let s: f64 = 0.0
  moveTo(s)
  for (let step: i32 = 0; step < 3; step += 1) {
    s = max(-h, min(h, s + toNearest()))
    moveTo(s)
  }
  const free: f64 = toNearest()
  const speed: f64 = Math.sqrt(w2)
  const left: f64 = max(-h, min(h, s + free)) - s
  const nearest2: f64 = d2 + left * (2.0 * dw + left * w2)
  const least: f64 = min(<f64>load<f32>(a, LOW_AT), <f64>load<f32>(b, LOW_AT))
  const time: f64 = Math.abs(s)
  const place: f64 = D + SLIP * time * (2.0 * DELTA + time * (epsilonAt(least) + (time * time * snaps) / 24.0))
  const drift: f64 = SLIP * (2.0 * DELTA + time * (2.0 * epsilonAt(least) + (time * time * snaps) / 6.0))
  // The right side increases with |u|, and |u| is bounded by the right side; three iterations make it small. Each result is a valid bound.
  let within: f64 = 2.0 * h
  for (let step: i32 = 0; step < 3; step += 1) {
    const apart: f64 = place + within * drift + bend(within, speed, least, D)
    if (nearest2 >= apart * apart) return
    // The straight line is nearer than `apart` only at times at most apart / speed from its closest approach.
    within = min(within, Math.abs(left) + apart / speed)
  }
  const apart: f64 = place + within * drift + bend(within, speed, least, D)
  note(one, other, s + free, speed > 1e-6 ? apart / speed : 1e9)
  // Parallel orbits, as in a formation, have no time of closest approach. They are examined in the whole window.
}

// The relative motion of the current pair: position, velocity, and the next two derivatives. Then, at the current time: the squares of distance
// and speed, and the scalar product of relative position and velocity.
let dx: f64 = 0
let dy: f64 = 0
let dz: f64 = 0
let wx: f64 = 0
let wy: f64 = 0
let wz: f64 = 0
let ax: f64 = 0
let ay: f64 = 0
let az: f64 = 0
let jx: f64 = 0
let jy: f64 = 0
let jz: f64 = 0
let d2: f64 = 0
let w2: f64 = 0
let dw: f64 = 0
/** The upper limit for the sum of the fourth derivatives of both orbits. */
let snaps: f64 = 0

/**
 * Expands the relative motion of two objects around a point mass: the position and derivatives of the first object minus those of the second.
 * For one orbit r″ = −µ r/r³ and r‴ = −(µ/r³) (v − 3 (r·v) r/r²). The two orbits are expanded separately and then subtracted, because the
 * difference of their gravity curves the relative motion.
 */
function expand(a: usize, b: usize): void {
  dx = 0.0
  dy = 0.0
  dz = 0.0
  wx = 0.0
  wy = 0.0
  wz = 0.0
  ax = 0.0
  ay = 0.0
  az = 0.0
  jx = 0.0
  jy = 0.0
  jz = 0.0
  snaps = 0.0
  addOrbit(a, 1.0)
  addOrbit(b, -1.0)
}

/**
 * Adds one orbit to the relative motion: position, velocity, acceleration and its derivative, and to `snaps` the bound on its fourth derivative.
 * In that bound ρ is 0.99 of the least radius, and v is the speed at the centre plus 10 m/s² over half a window.
 */
function addOrbit(row: usize, sign: f64): void {
  const x: f64 = <f64>load<f32>(row)
  const y: f64 = <f64>load<f32>(row, 4)
  const z: f64 = <f64>load<f32>(row, 8)
  const vx: f64 = <f64>load<f32>(row, 12)
  const vy: f64 = <f64>load<f32>(row, 16)
  const vz: f64 = <f64>load<f32>(row, 20)
  const r2: f64 = x * x + y * y + z * z
  const pull: f64 = (-sign * GM) / (r2 * Math.sqrt(r2))
  const turn: f64 = (-3.0 * (x * vx + y * vy + z * vz)) / r2
  dx += sign * x
  dy += sign * y
  dz += sign * z
  wx += sign * vx
  wy += sign * vy
  wz += sign * vz
  ax += pull * x
  ay += pull * y
  az += pull * z
  jx += pull * (vx + turn * x)
  jy += pull * (vy + turn * y)
  jz += pull * (vz + turn * z)
  const rho: f64 = 0.99 * <f64>load<f32>(row, LOW_AT)
  const speed: f64 = Math.sqrt(vx * vx + vy * vy + vz * vz) + 10.0 * <f64>HALF
  const per3: f64 = GM / (rho * rho * rho)
  snaps += per3 * ((6.0 * speed * speed) / rho + 2.0 * per3 * rho)
}

/** Evaluates the relative motion at a time, to its third power. */
function moveTo(s: f64): void {
  const half: f64 = 0.5 * s
  const third: f64 = s / 3.0
  const px: f64 = dx + s * (wx + half * (ax + third * jx))
  const py: f64 = dy + s * (wy + half * (ay + third * jy))
  const pz: f64 = dz + s * (wz + half * (az + third * jz))
  const qx: f64 = wx + s * (ax + half * jx)
  const qy: f64 = wy + s * (ay + half * jy)
  const qz: f64 = wz + s * (az + half * jz)
  d2 = px * px + py * py + pz * pz
  w2 = qx * qx + qy * qy + qz * qz
  dw = px * qx + py * qy + pz * qz
}

/** Returns the seconds from the current time to the closest point of the straight line. Objects at rest relative to each other have none. */
function toNearest(): f64 {
  return w2 > 0.0 ? -dw / w2 : 0.0
}

/** Lists a pair with its time of closest approach and the largest distance from that time at which it may meet, s. */
function note(one: usize, other: usize, time: f64, within: f64): void {
  if (found < 0) return
  if (found === FOUND_CAPACITY) {
    found = -1
    return
  }
  const to: usize = FOUND + ((<usize>found) << 4)
  store<u32>(to, <u32>one)
  store<u32>(to, <u32>other, 4)
  store<f32>(to, <f32>time, 8)
  store<f32>(to, <f32>within, 12)
  found += 1
}
