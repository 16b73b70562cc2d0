import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'

/** The second zonal harmonic of the Earth, −C₂₀ √5 of EGM96 (Lemoine et al., NASA/TP-1998-206861), for the radius of WGS 84. */
export const J2_EARTH = 1.082_626_68e-3

/** A step in units of √(r³ / GM), that is in radians on a circle: with eight columns its error is below rounding. */
const STEP_RAD = 0.6
/** The numbers of parts into which a step is divided, one for each column of the extrapolation. */
const PARTS = [1, 2, 3, 4, 5, 6, 7, 8] as const
const COLUMNS = PARTS.length
const THROUGH_CENTRE = 'the orbit cannot be followed: it goes through the centre'
/** Position and velocity have this many components. */
const STATE_LENGTH = 6

/**
 * Returns the state `seconds` later (negative: earlier) about a point mass with J2, where the z axis of the frame is the Earth's axis; m, m/s.
 * Störmer's rule with 1 to 8 parts a step is extrapolated in the square of the part (Hairer, Norsett and Wanner, Solving Ordinary Differential
 * Equations I, 2nd ed., §II.14). The force does not depend on the velocity, so this takes a tenth of the time of integrate(). The step depends on
 * the radius, so that an eccentric orbit has enough steps near its perigee. Accuracy: agrees with integrate() at 1e-13 to 1e-4 m after ten
 * revolutions, e = 0 to 0.7 (dynamics.test.ts).
 */
export function flyJ2(state: CartesianState, seconds: number): CartesianState {
  const y = Float64Array.from([...state.r, ...state.v])
  follow(y, seconds, stoermer)
  const [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0] = y
  return { r: [x, yy, z], v: [vx, vy, vz] }
}

/**
 * Maps small displacements of a state, the columns of a matrix, to `seconds` later. It is the exact derivative of each step of flyJ2(), so it is
 * as accurate as the propagation itself. Propagations on both sides for each displacement would take twice as long, and have the error of a
 * difference. Accuracy: agrees with propagations on either side to 1e-7 (fly-j2.test.ts).
 */
export function carryJ2({ r, v }: CartesianState, seconds: number, displacements: Matrix): Matrix {
  const [{ length: columns } = missing()] = displacements
  const y = new Float64Array(STATE_LENGTH * (1 + columns))
  y.set([...r, ...v])
  for (let j = 0; j < columns; j += 1)
    for (let i = 0; i < STATE_LENGTH; i += 1) y[STATE_LENGTH * (1 + j) + i] = entry(displacements, i, j)
  follow(y, seconds, stoermerBeside)
  return buildMatrix(STATE_LENGTH, columns, (i, j) => y[STATE_LENGTH * (1 + j) + i] ?? missing())
}

/** Advances the numbers of a state by `size` seconds in equal parts, and writes the result. */
type Rule = (y: Float64Array, size: number, written: StateOutput) => void
type StateOutput = { readonly parts: number; readonly out: Float64Array; readonly at: number }

/** Makes steps until the time is over; the first six numbers are the state itself. */
function follow(y: Float64Array, seconds: number, rule: Rule): void {
  const table = new Float64Array(COLUMNS * y.length)
  for (let left = seconds; left !== 0; ) {
    const most = STEP_RAD * timescale(y)
    // A fall towards the centre has ever shorter steps and never reaches it: the loop ends when a step no longer changes the time.
    if (!(most > Number.EPSILON * Math.abs(left))) throw new RangeError(THROUGH_CENTRE)
    // The last two steps are equal, because a small remainder would cost a whole step. There is at least one step: a very short time divided by a
    // step can round to 0.
    const count = Math.max(1, Math.ceil(Math.abs(left) / most))
    const size = count <= 2 ? left / count : Math.sign(left) * most
    takeStep(y, size, { table, rule })
    left = count === 1 ? 0 : left - size
  }
}

/**
 * Returns √(r³ / GM), shorter if the radius changes: a step that starts far out must not end where the orbit is twice as curved. It is the time
 * in which a circle of this radius turns by one radian: at perigee it is short, and so are the steps. With ṙ = r·v/r, a step changes the radius
 * by the relative amount |ṙ|/r times its length.
 */
function timescale(y: Float64Array): number {
  const [x, yy, z] = [y[0] ?? missing(), y[1] ?? missing(), y[2] ?? missing()]
  const [vx, vy, vz] = [y[3] ?? missing(), y[4] ?? missing(), y[5] ?? missing()]
  const radius = Math.hypot(x, yy, z)
  const time = Math.sqrt(radius ** 3 / GM_EARTH)
  // |ṙ|/r, the relative change of the radius per second.
  const climb = Math.abs(x * vx + yy * vy + z * vz) / (radius * radius)
  return time / (1 + 2 * climb * time)
}

/**
 * Makes one step with Aitken and Neville's scheme over the columns. Results with n and m parts, whose errors are series in the squares of the
 * part, combine to T_n + (T_n − T_m)/((n/m)² − 1), which is free of the leading error. The newest row of the table is overwritten in place, from
 * its end.
 */
function takeStep(
  y: Float64Array,
  size: number,
  { table, rule }: { readonly table: Float64Array; readonly rule: Rule },
): void {
  const { length } = y
  PARTS.forEach((parts, column) => {
    rule(y, size, { parts, out: table, at: column * length })
    for (let k = column - 1; k >= 0; k -= 1) {
      const ratio = (parts / (PARTS[k] ?? 1)) ** 2 - 1
      for (let i = 0; i < length; i += 1) {
        const newer = table[(k + 1) * length + i] ?? missing()
        table[k * length + i] = newer + (newer - (table[k * length + i] ?? missing())) / ratio
      }
    }
  })
  y.set(table.subarray(0, length))
}

/**
 * Computes position and velocity after `size` seconds in equal parts, with the leapfrog rule. It is reversible, so its error has only even powers
 * of the part, and each column of the extrapolation removes two orders.
 */
function stoermer(y: Float64Array, size: number, { parts, out, at }: StateOutput): void {
  const h = size / parts
  let [x, yy, z] = [y[0] ?? missing(), y[1] ?? missing(), y[2] ?? missing()]
  let [vx, vy, vz] = [y[3] ?? missing(), y[4] ?? missing(), y[5] ?? missing()]
  // The first and the last acceleration have half the weight.
  let weight = h / 2
  for (let k = 0; k <= parts; k += 1) {
    const r2 = x * x + yy * yy + z * z
    const central = -GM_EARTH / (r2 * Math.sqrt(r2))
    // Point mass and J2: Vallado, Fundamentals of Astrodynamics, 4th ed., eq. 8-30.
    const flat = 1.5 * J2_EARTH * ((WGS84_RADIUS_M * WGS84_RADIUS_M) / r2)
    const tilt = (5 * z * z) / r2
    const across = central * (1 + flat * (1 - tilt))
    if (k === parts) weight = h / 2
    vx += weight * across * x
    vy += weight * across * yy
    vz += weight * central * (1 + flat * (3 - tilt)) * z
    weight = h
    if (k === parts) break
    x += h * vx
    yy += h * vy
    z += h * vz
  }
  out[at] = x
  out[at + 1] = yy
  out[at + 2] = z
  out[at + 3] = vx
  out[at + 4] = vy
  out[at + 5] = vz
}

/**
 * Makes the leapfrog steps of stoermer() for the state and its displacements, six numbers each: the acceleration of a displacement is the
 * gradient of the acceleration times the displacement. With c = −µ/r³, f = 3/2 J2 (R/r)² and t = 5 z²/r² the acceleration is c (1 + f (1 − t))
 * times x and y, and c (1 + f (3 − t)) times z. Its gradient has the entries
 *
 *   xx, xy, yy: c (1 + f (1 − t)) on the diagonal, and a times x², xy and y², a = c (7 f t − 5 f − 3)/r²
 *   xz, yz: b times xz and yz, b = c (7 f t − 15 f − 3)/r²
 *   zz: c (1 + f (3 − t)) + (b − 10 f c/r²) z²
 *
 * The displacements change by the exact derivative of each leapfrog step, and not by the derivative of the equations of motion.
 */
function stoermerBeside(y: Float64Array, size: number, { parts, out, at }: StateOutput): void {
  const h = size / parts
  const now = out.subarray(at, at + y.length)
  now.set(y)
  for (let k = 0; k <= parts; k += 1) {
    pullAll(now, k === 0 || k === parts ? h / 2 : h)
    if (k < parts) driftAll(now, h)
  }
}

/** One part of a leapfrog step: each position moves with its velocity for h seconds. */
function driftAll(now: Float64Array, h: number): void {
  for (let i = 0; i < now.length; i += STATE_LENGTH) {
    now[i] = (now[i] ?? missing()) + h * (now[i + 3] ?? missing())
    now[i + 1] = (now[i + 1] ?? missing()) + h * (now[i + 4] ?? missing())
    now[i + 2] = (now[i + 2] ?? missing()) + h * (now[i + 5] ?? missing())
  }
}

/**
 * Changes the velocities: the velocity of the state by the acceleration for `weight` seconds, and the velocity of each displacement by the
 * gradient of the acceleration times the displacement. The entries of the gradient are given at stoermerBeside.
 */
function pullAll(now: Float64Array, weight: number): void {
  const [x, y, z] = [now[0] ?? missing(), now[1] ?? missing(), now[2] ?? missing()]
  const r2 = x * x + y * y + z * z
  const central = -GM_EARTH / (r2 * Math.sqrt(r2))
  const flat = 1.5 * J2_EARTH * ((WGS84_RADIUS_M * WGS84_RADIUS_M) / r2)
  const tilt = (5 * z * z) / r2
  const across = central * (1 + flat * (1 - tilt))
  const up = central * (1 + flat * (3 - tilt))
  const a = (central * (7 * flat * tilt - 5 * flat - 3)) / r2
  const b = (central * (7 * flat * tilt - 15 * flat - 3)) / r2
  const [xx, xy, yy] = [across + a * x * x, a * x * y, across + a * y * y]
  const [xz, yz, zz] = [b * x * z, b * y * z, up + (b - (10 * flat * central) / r2) * z * z]
  now[3] = (now[3] ?? missing()) + weight * across * x
  now[4] = (now[4] ?? missing()) + weight * across * y
  now[5] = (now[5] ?? missing()) + weight * up * z
  for (let i = STATE_LENGTH; i < now.length; i += STATE_LENGTH) {
    const [dx, dy, dz] = [now[i] ?? missing(), now[i + 1] ?? missing(), now[i + 2] ?? missing()]
    now[i + 3] = (now[i + 3] ?? missing()) + weight * (xx * dx + xy * dy + xz * dz)
    now[i + 4] = (now[i + 4] ?? missing()) + weight * (xy * dx + yy * dy + yz * dz)
    now[i + 5] = (now[i + 5] ?? missing()) + weight * (xz * dx + yz * dy + zz * dz)
  }
}
