import { bend } from './meeting.ts'
import {
  BANDS,
  CALM,
  COSINES,
  CROWD,
  CROWDED,
  FLOORS,
  HALF,
  INNERMOST,
  MOST_BANDS,
  PER_M,
  PER_M_FAR,
  REACH,
  ROUGH,
  SECTORS,
  SHELLS,
  setBands,
  THRESHOLD,
} from './plan.ts'

// Bounds of the grid that do not depend on a window. They are computed once for a sweep, from its threshold and half window, and hold for all
// bounded objects (bounds.ts). Each table is on the safe side: a larger reach costs time, and loses nothing.
const GM: f64 = 3.986008e14
const DELTA: f64 = 4.5
/** The error of the approximate angles of a cell, for two objects, rad. */
const ANGLE_SLACK: f64 = 1e-4
/** The relative effect of rounding to f32 on a squared distance in the rough test (pairs.ts): fourteen roundings. */
const ROUNDING: f64 = 2e-6
/** An object that rotates faster than a circular orbit at the bottom of its shell, by this factor, is compared one by one. */
const CALM_FACTOR: f64 = 1.06

/**
 * Fills the tables of the shells; see plan.ts. A band is as high as the largest angle between two objects that meet, so that only a row and
 * the next one are compared.
 */
export function fillTables(): void {
  for (let shell: i32 = 0; shell < <i32>SHELLS; shell += 1) describeShell(shell)
  // The lowest objects rotate fastest. With this number of bands, objects that can meet are in the same band or the next.
  const calm: f64 = load<f64>(CALM)
  setBands(1.0001 * apart(calm, calm, 0))
  const height: f64 = Math.PI / <f64>BANDS
  for (let band: i32 = 0; band < BANDS; band += 1) {
    const low: f64 = -0.5 * Math.PI + <f64>band * height
    const steepest: f64 = max(Math.abs(low), Math.abs(low + height)) + ANGLE_SLACK
    store<f64>(COSINES + ((<usize>band) << 3), max(0.0, Math.cos(steepest)))
  }
  for (let shell: i32 = 0; shell < <i32>SHELLS; shell += 1) fillReach(shell)
}

/**
 * Fills the tables of one shell with bounds that hold for every object in it: the radius of its floor; the largest rotation of a calm object,
 * which is the rotation of a circular orbit at the floor, √(µ/ρ³) h, with a margin; and the distance of the rough test, within which straight
 * lines must pass.
 */
function describeShell(shell: i32): void {
  const at: usize = (<usize>shell) << 3
  const D: f64 = <f64>THRESHOLD
  // One metre for the rounding of the shells. No object in the grid is below the first shell.
  const floor: f64 = max(6370000.0, floorOf(<f64>shell) - D - 1.0)
  store<f64>(FLOORS + at, floor)
  const calm: f64 = CALM_FACTOR * Math.sqrt(GM / (floor * floor * floor)) * <f64>HALF
  store<f64>(CALM + at, calm)
  const speed: f64 = 2.0 * Math.sqrt((2.2 * GM) / (0.98 * floor))
  // The last shell has no upper end, and f32 is coarse there.
  const rounding: f64 = shell < <i32>SHELLS - 2 ? 50.0 + 2e-6 * floor : 2000.0
  // Here the straight line starts at the centre, with the effects of ε and δ on it.
  const rough: f64 = D + rounding + 2.0 * DELTA * <f64>HALF + bend(<f64>HALF, speed, floor, D)
  // Two objects that meet are at most this far apart at the centre; f32 rounds the square of this distance by ROUNDING.
  const farthest: f64 = D + rounding + speed * <f64>HALF
  store<f32>(ROUGH + ((<usize>shell) << 2), <f32>(1.001 * rough * rough + ROUNDING * farthest * farthest))
}

function fillReach(shell: i32): void {
  const calm: f64 = load<f64>(CALM + ((<usize>shell) << 3))
  const angle: f64 = apart(calm, calm, shell)
  for (let band: i32 = 0; band < BANDS; band += 1) {
    const to: usize = REACH + ((<usize>shell * MOST_BANDS + <usize>band) << 3)
    store<i32>(to, sectorReach(angle, band, band))
    store<i32>(to, band + 1 < BANDS ? sectorReach(angle, band, band + 1) : -1, 4)
  }
}

function floorOf(shell: f64): f64 {
  if (shell <= <f64>CROWDED) return <f64>INNERMOST + shell / <f64>PER_M
  return <f64>CROWD + (shell - <f64>CROWDED) / <f64>PER_M_FAR
}

/**
 * Returns the largest angle at the centre, rad, between the directions of two objects that meet in a shell. Two positions at radius ρ or
 * above and less than D apart subtend at most 2 asin(D/2ρ), which is below 1.01 D/ρ for D up to a third of ρ. Between that time and the
 * centre of the window, each direction rotates by at most its `turn`.
 */
export function apart(turn: f64, other: f64, shell: i32): f64 {
  const floor: f64 = load<f64>(FLOORS + ((<usize>shell) << 3))
  return turn + other + (1.01 * <f64>THRESHOLD) / floor + ANGLE_SLACK
}

/** Returns the largest number of bands between them. */
export function bandReach(angle: f64): i32 {
  return <i32>Math.floor((angle * <f64>BANDS) / Math.PI) + 1
}

/**
 * Returns the largest difference in sectors between two directions in these bands that are at most `angle` apart; −1 if there are no such
 * directions. It follows from sin²(angle/2) = sin²(Δφ/2) + cos φ cos φ′ sin²(Δλ/2), with x − x³/6 ≤ sin x ≤ x and asin x ≤ x + (π/2 − 1) x³.
 * This haversine formula gives the largest difference of longitudes Δλ if the difference of latitudes Δφ is least (between the nearer edges
 * of both bands) and the cosines are least (at the edges towards the pole). Around a pole no longitude is excluded.
 */
export function sectorReach(angle: f64, band: i32, other: i32): i32 {
  const height: f64 = Math.PI / <f64>BANDS
  const between: f64 = max(0.0, 0.5 * (<f64>max(band - other, other - band) - 1.0) * height - ANGLE_SLACK)
  const sine: f64 = between - (between * between * between) / 6.0
  const left2: f64 = 0.25 * angle * angle - sine * sine
  if (left2 < 0.0) return -1
  const cosines: f64 = load<f64>(COSINES + ((<usize>band) << 3)) * load<f64>(COSINES + ((<usize>other) << 3))
  if (left2 >= cosines) return SECTORS / 2
  const x: f64 = Math.sqrt(left2 / cosines)
  const sectors: f64 = (2.0 * (x + 0.5708 * x * x * x) * <f64>SECTORS) / (2.0 * Math.PI)
  return min(SECTORS / 2, <i32>Math.floor(sectors) + 1)
}
