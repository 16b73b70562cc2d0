import { ALLOWED, FOUND, FOUND_CAPACITY, GROUPS, HALF, KINDS, ROW, ROWS, THRESHOLD } from './plan.ts'

// Whether two objects can meet: astro/screening/candidates.ts has the argument, and this is its mayMeet on rows of f32. Those
// are a millionth of the radius wrong at most, which ROUNDING adds to the threshold.
const GM: f64 = 3.986008e14
const EARTH_RADIUS: f64 = 6378135.0
const EPSILON: f64 = 0.045
const EPSILON_FAR: f64 = 2e-3
const DELTA: f64 = 4.5
const ROUNDING: f64 = 1e-6
const SETS: u8 = 7

/** How many pairs were found in a window; −1 where there was no room for them. */
export let found: i32 = 0

export function forgetFound(): void {
  found = 0
}

/** ε at a radius, m/s². */
export function epsilonAt(radius: f64): f64 {
  const per: f64 = EARTH_RADIUS / radius
  const per2: f64 = per * per
  return EPSILON * per2 * per2 + EPSILON_FAR
}

/** How far the straight line may be from what happens, s seconds from the centre, in m; `speed` is relative. */
export function bend(s: f64, speed: f64, least: f64, D: f64): f64 {
  const h: f64 = <f64>HALF
  const rho: f64 = 0.98 * least
  const K: f64 = (2.0 * GM) / (rho * rho * rho)
  const quadratic: f64 = (K * D) / 2.0 + epsilonAt(least)
  const cubic: f64 = (K * (speed + 2.0 * DELTA + 20.0 * h)) / 3.0
  return s * (2.0 * DELTA + s * (quadratic + s * cubic))
}

/** Whether two objects are compared at all: by their groups, and by their sets. */
function isPair(one: usize, other: usize): bool {
  const group: i32 = load<i32>(GROUPS + (one << 2))
  if (group !== 0 && group === load<i32>(GROUPS + (other << 2))) return false
  const sets: u8 = load<u8>(ALLOWED + <usize>(load<u8>(KINDS + one) & SETS))
  return ((sets >> (load<u8>(KINDS + other) & SETS)) & 1) !== 0
}

/** Notes a pair of objects that are compared and can come nearer than the threshold in this window. */
export function meet(one: usize, other: usize): void {
  if (!isPair(one, other)) return
  const a: usize = ROWS + one * ROW
  const b: usize = ROWS + other * ROW
  const least: f64 = min(<f64>load<f32>(a, 24), <f64>load<f32>(b, 24))
  const D: f64 = <f64>THRESHOLD + ROUNDING * max(<f64>load<f32>(a, 28), <f64>load<f32>(b, 28))
  if (<f64>load<f32>(a, 24) - <f64>load<f32>(b, 28) > D) return
  if (<f64>load<f32>(b, 24) - <f64>load<f32>(a, 28) > D) return
  const h: f64 = <f64>HALF
  const dx: f64 = <f64>load<f32>(a) - <f64>load<f32>(b)
  const dy: f64 = <f64>load<f32>(a, 4) - <f64>load<f32>(b, 4)
  const dz: f64 = <f64>load<f32>(a, 8) - <f64>load<f32>(b, 8)
  const wx: f64 = <f64>load<f32>(a, 12) - <f64>load<f32>(b, 12)
  const wy: f64 = <f64>load<f32>(a, 16) - <f64>load<f32>(b, 16)
  const wz: f64 = <f64>load<f32>(a, 20) - <f64>load<f32>(b, 20)
  const w2: f64 = wx * wx + wy * wy + wz * wz
  const dw: f64 = dx * wx + dy * wy + dz * wz
  const free: f64 = w2 > 0.0 ? -dw / w2 : 0.0
  const sigma: f64 = max(-h, min(h, free))
  const nearest2: f64 = dx * dx + dy * dy + dz * dz + sigma * (2.0 * dw + sigma * w2)
  const speed: f64 = Math.sqrt(w2)
  const atH: f64 = D + bend(h, speed, least, D)
  if (nearest2 >= atH * atH) return
  const s: f64 = min(h, Math.abs(sigma) + atH / speed)
  const atS: f64 = D + bend(s, speed, least, D)
  if (nearest2 >= atS * atS) return
  // Where the line is nearer than that, the objects are within this of the time at which it is nearest.
  note(one, other, free, speed > 1e-6 ? atS / speed : 1e9)
}

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
