import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'

/**
 * The second zonal harmonic of the Earth, −C₂₀ √5 of EGM96 (Lemoine et al., NASA/TP-1998-206861), and the radius it goes with,
 * which is that of WGS 84.
 */
export const J2_EARTH = 1.082_626_68e-3

/** A step in units of √(r³ / GM), that is in radians of a circle: with eight columns its error is below that of rounding. */
const STEP_RAD = 0.6
/** Parts into which a step is cut, one column of the extrapolation after the other. */
const PARTS = [1, 2, 3, 4, 5, 6, 7, 8] as const
const COLUMNS = PARTS.length
const THROUGH_CENTRE = 'the orbit cannot be followed: it goes through the centre'
/** Position and velocity. */
const STATE_LENGTH = 6

/**
 * The state `seconds` later (negative: earlier) about a point mass with J2, the z axis of the frame being that of the Earth; m, m/s.
 * Störmer's rule with 1 to 8 parts a step, extrapolated in the square of the part (Hairer, Norsett and Wanner, Solving Ordinary
 * Differential Equations I, 2nd ed., §II.14): as the force knows no velocity, this takes a tenth of the time of integrate(). The
 * step follows the radius, so that an eccentric orbit has as many about its perigee as it needs. Reached: integrate() at 1e-13 to
 * 1e-4 m after ten revolutions, e = 0 to 0.7 (dynamics.test.ts).
 */
export function flyJ2(state: CartesianState, seconds: number): CartesianState {
  const y = Float64Array.from([...state.r, ...state.v])
  follow(y, seconds, stoermer)
  const [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0] = y
  return { r: [x, yy, z], v: [vx, vy, vz] }
}

/**
 * Where small displacements of a state, the columns of a matrix, are `seconds` later: the derivative of what flyJ2() does, step by step,
 * so that it is as near to the motion as the flight itself. A flight for each displacement and sense would take twice as long, and leave
 * the error of a difference. Reached: 1e-7 of flights on either side (fly-j2.test.ts).
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

/** Goes `size` seconds in equal parts from the numbers of a state, and writes where it comes to. */
type Rule = (y: Float64Array, size: number, written: StateOutput) => void
type StateOutput = { readonly parts: number; readonly out: Float64Array; readonly at: number }

/** Steps until the time is over; the first six numbers are the state itself. */
function follow(y: Float64Array, seconds: number, rule: Rule): void {
  const table = new Float64Array(COLUMNS * y.length)
  for (let left = seconds; left !== 0; ) {
    const most = STEP_RAD * timescale(y)
    // A fall towards the centre takes ever shorter steps and never comes there: they end where they no longer move the time.
    if (!(most > Number.EPSILON * Math.abs(left))) throw new RangeError(THROUGH_CENTRE)
    // The last two steps are equal: a small rest would cost as much as a whole step.
    // At least one, where a time next to 0 over a step is 0.
    const count = Math.max(1, Math.ceil(Math.abs(left) / most))
    const size = count <= 2 ? left / count : Math.sign(left) * most
    takeStep(y, size, { table, rule })
    left = count === 1 ? 0 : left - size
  }
}

/**
 * √(r³ / GM), shorter where the radius changes: the step begun far out must not end where the orbit bends twice as
 * fast. The time in which a circle of this radius turns by a radian: at perigee it is short, and so are the steps. With
 * ṙ = r·v/r a step would change the radius by the share |ṙ|/r times its length.
 */
function timescale(y: Float64Array): number {
  const [x, yy, z] = [y[0] ?? missing(), y[1] ?? missing(), y[2] ?? missing()]
  const [vx, vy, vz] = [y[3] ?? missing(), y[4] ?? missing(), y[5] ?? missing()]
  const radius = Math.hypot(x, yy, z)
  const time = Math.sqrt(radius ** 3 / GM_EARTH)
  // |ṙ|/r, the share of the radius by which it changes in a second.
  const climb = Math.abs(x * vx + yy * vy + z * vz) / (radius * radius)
  return time / (1 + 2 * climb * time)
}

/**
 * Aitken and Neville's scheme over the columns: results with n and m parts, whose errors are series in the squares of the part,
 * combine to T_n + (T_n − T_m)/((n/m)² − 1), which is free of the leading error. The newest row of the table is overwritten in
 * place, from its end.
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
 * Position and velocity after `size` seconds in equal parts, each of which adds the pull at its start to the way made.
 * This is the leapfrog rule: it is reversible, so that its error has only even powers of the part, and each column of
 * the extrapolation removes two orders.
 */
function stoermer(y: Float64Array, size: number, { parts, out, at }: StateOutput): void {
  const h = size / parts
  let [x, yy, z] = [y[0] ?? missing(), y[1] ?? missing(), y[2] ?? missing()]
  let [vx, vy, vz] = [y[3] ?? missing(), y[4] ?? missing(), y[5] ?? missing()]
  // The first and the last pull count half.
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
 * The same with displacements beside the state, six numbers each: the pull on a displacement is the gradient of the
 * pull times it. With c = −µ/r³, f = 3/2 J2 (R/r)² and t = 5 z²/r² the pull is c (1 + f (1 − t)) times x and y, and
 * c (1 + f (3 − t)) times z. Its gradient has the entries
 *
 *   xx, xy, yy: c (1 + f (1 − t)) on the diagonal, and a times x², xy and y², a = c (7 f t − 5 f − 3)/r²
 *   xz, yz: b times xz and yz, b = c (7 f t − 15 f − 3)/r²
 *   zz: c (1 + f (3 − t)) + (b − 10 f c/r²) z²
 *
 * The displacements are moved by the exact derivative of each leapfrog step, and not by one of the equations of motion.
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

/** One part of a leapfrog step: each position goes on with its velocity for h seconds. */
function driftAll(now: Float64Array, h: number): void {
  for (let i = 0; i < now.length; i += STATE_LENGTH) {
    now[i] = (now[i] ?? missing()) + h * (now[i + 3] ?? missing())
    now[i + 1] = (now[i + 1] ?? missing()) + h * (now[i + 4] ?? missing())
    now[i + 2] = (now[i + 2] ?? missing()) + h * (now[i + 5] ?? missing())
  }
}

/**
 * The other part: the velocity of the state changes by the pull for `weight` seconds, and each displacement's by the
 * gradient of the pull times the displacement; x, y and z of the gradient as in stoermerBeside.
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
