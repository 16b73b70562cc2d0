import { addPeriodic, addSecular, type DeepElements } from './deep-space.ts'
import { longPeriodTerms, semiMajorAxis } from './init.ts'
import type { NearEarth, Sgp4Model } from './model.ts'
import type { Integrator } from './resonance.ts'
import { type Turn, turn } from './turn.ts'
import { J2, M_PER_EARTH_RADIUS, MPS_PER_UNIT } from './wgs-72.ts'

/** Numbers of a state: x, y, z in m, then their rates in m/s. */
export const STATE_LENGTH = 6

/** Times in minutes after the epoch, and room for six numbers for each. */
export interface Batch {
  readonly minutes: Float64Array
  readonly states: Float64Array
  readonly integrator: Integrator | undefined
}

/** The error codes of AIAA 2006-6753. Code 5 is no longer used there; here it means a result that is not finite. */
export const CODE = {
  ok: 0,
  meanE: 1,
  meanMotion: 2,
  perturbedE: 3,
  semiLatusRectum: 4,
  diverged: 5,
  decayed: 6,
} as const

/** The tolerance for Kepler's equation, rad, and the largest number of steps (AIAA 2006-6753). */
const KEPLER_TOLERANCE = 1e-12
const KEPLER_ITERATIONS = 10
/** Largest step of Kepler's iteration, rad (AIAA 2006-6753, "sgp4fix for kepler iteration"). */
const KEPLER_STEP = 0.95
/** The smallest mean eccentricity used, and the one below which an orbit has no state (AIAA 2006-6753). */
const LEAST_E = 1e-6
const IMPOSSIBLE_E = -0.001
/** Two centuries from the epoch, in minutes. Elements are meaningless so far away, and a resonance needs a step every half day. */
const LONGEST_MIN = 1e8

/**
 * Writes the state at time `k` of the batch and returns 0, or writes nothing and returns the code of the reason. This is all of SGP4 after its
 * initialisation, for one object or many; units are earth radii, rad and min up to the last lines. It computes fewer square roots, powers and
 * sines than Vallado's code: because a = a0 tempa², n needs no power, and the small periodic corrections are applied to sines and cosines that
 * are already known. The order is the theory's: secular gravity and drag on the mean elements, Sun and Moon and resonances in deep space,
 * long-period terms, Kepler's equation, short-period terms, and the rotation to the axes of TEME.
 */
export function writeState({ near, deep }: Sgp4Model, batch: Batch, k: number): number {
  const t = batch.minutes[k] ?? Number.NaN
  if (!(Math.abs(t) <= LONGEST_MIN)) return CODE.diverged
  const drag = dragAt(near, t)
  let e = near.eccentricity
  let node = drag.node
  let argPerigee = drag.argPerigee
  let anomaly = drag.meanAnomaly
  let { semiMajorAxis: a0, sinInclination: sinI, cosInclination: cosI, aycof, xlcof, con41, x1mth2, x7thm1 } = near
  let secular: DeepElements | undefined
  if (deep !== undefined) {
    secular = addSecular({ near, deep, t }, drag, batch.integrator)
    if (secular.meanMotion <= 0) return CODE.meanMotion
    e = secular.e
    if (deep.resonance !== 0) a0 = semiMajorAxis(secular.meanMotion)
  }
  // A resonance changes n and with it a0; drag then shrinks this value.
  const a = a0 * drag.shrink * drag.shrink
  e -= drag.eLoss
  // Drag may remove more eccentricity than there is, because a loss linear in time does not stop at the circle. A value slightly below 0 is
  // therefore corrected. Far below 0 the elements are beyond their useful time.
  if (e >= 1 || e < IMPOSSIBLE_E) return CODE.meanE
  if (e < LEAST_E) e = LEAST_E
  if (deep !== undefined && secular !== undefined) {
    const meanAnomaly = secular.meanAnomaly + near.meanMotion * drag.longitudeGain
    const { meanMotion, i, argPerigee: mean } = secular
    const elements = { meanMotion, e, i, node: secular.node % (2 * Math.PI), argPerigee: mean, meanAnomaly }
    const orbit = addPeriodic(deep, t, elements)
    e = orbit.e
    if (e < 0 || e > 1) return CODE.perturbedE
    node = orbit.node
    argPerigee = orbit.argPerigee
    anomaly = orbit.meanAnomaly
    sinI = Math.sin(orbit.i)
    cosI = Math.cos(orbit.i)
    ;({ aycof, xlcof } = longPeriodTerms(sinI, cosI))
    con41 = 3 * cosI * cosI - 1
    x1mth2 = 1 - cosI * cosI
    x7thm1 = 7 * cosI * cosI - 1
  } else anomaly += near.meanMotion * drag.longitudeGain
  // The long-period terms of J3 shift the orbit's centre to the south, by up to 8 km in low orbit. Kepler's equation is then solved in the
  // variables axn = e cos ω and ayn = e sin ω, the components of the eccentricity along the node and across it. In these variables the theory
  // has no singularity at e = 0, where ω and M are undefined and only their sum is defined.
  const inverseP = 1 / (a * (1 - e * e))
  const axn = e * Math.cos(argPerigee)
  const ayn = e * Math.sin(argPerigee) + inverseP * aycof
  const { sin: sinE, cos: cosE } = solveKepler(anomaly + argPerigee + inverseP * xlcof * axn, axn, ayn)
  const e2 = axn * axn + ayn * ayn
  const p = a * (1 - e2)
  if (p < 0) return CODE.semiLatusRectum
  // The short-period terms of J2 oscillate twice a revolution: Δr and Δ(r ḟ) with cos 2u, Δṙ with sin 2u. The three small angles Δu, ΔΩ and Δi
  // are added below, by rotations of the known sines and cosines. Their factors are J2/2p and J2/2p², with p in earth radii.
  const esinE = axn * sinE - ayn * cosE
  const radius = a * (1 - axn * cosE - ayn * sinE)
  const beta = Math.sqrt(1 - e2)
  const fold = esinE / (1 + beta)
  const sinU = (a / radius) * (sinE - ayn - axn * fold)
  const cosU = (a / radius) * (cosE - axn + ayn * fold)
  const sin2U = 2 * cosU * sinU
  const cos2U = 1 - 2 * sinU * sinU
  const j2P = (0.5 * J2) / p
  const j2P2 = j2P / p
  const r = radius * (1 - 1.5 * j2P2 * beta * con41) + 0.5 * j2P * x1mth2 * cos2U
  // Below the surface the state would be a number, but a wrong one.
  if (r < 1) return CODE.decayed
  const nJ2P = j2P / (a * Math.sqrt(a))
  const rDot = (Math.sqrt(a) * esinE) / radius - nJ2P * x1mth2 * sin2U
  const rfDot = Math.sqrt(p) / radius + nJ2P * (x1mth2 * cos2U + 1.5 * con41)
  const du = -0.25 * j2P2 * x7thm1 * sin2U
  const dNode = 1.5 * j2P2 * cosI * sin2U
  const dI = 1.5 * j2P2 * cosI * sinI * cos2U
  const turnedU = turn(sinU, cosU, du)
  const turnedNode = turn(Math.sin(node), Math.cos(node), dNode)
  const turnedI = turn(sinI, cosI, dI)
  return write({ into: batch.states, at: k * STATE_LENGTH }, { r, rDot, rfDot }, [turnedU, turnedNode, turnedI])
}

/**
 * Returns the near-Earth elements at `t` with secular gravity and drag, and the effect of drag on a, e and the mean longitude. Gravity rotates
 * node and perigee at constant rates. Drag shrinks the axis as a = a0 shrink², and reduces the eccentricity by e_loss, because the air is
 * densest at perigee. The node, whose rate is proportional to n a^(−2), gains with t². `swing` is the density at the anomaly over the density
 * at the mean distance, (1 + η cos M)³: it shifts the perigee while the object passes through it (Spacetrack Report No. 3, §6).
 */
function dragAt(near: NearEarth, t: number) {
  const t2 = t * t
  const meanAnomaly = near.meanAnomaly + near.meanAnomalyDot * t
  const argPerigee = near.argPerigee + near.argPerigeeDot * t
  const node = near.node + near.nodeDot * t + near.nodecf * t2
  const shrink = 1 - near.cc1 * t
  const eLoss = near.bstarCc4 * t
  const longitudeGain = near.t2cof * t2
  // Perigees below 220 km and deep space have only the terms of C1 and C4.
  if (near.simple === 1) return { meanAnomaly, argPerigee, node, shrink, eLoss, longitudeGain }
  const swing = 1 + near.eta * Math.cos(meanAnomaly)
  const shift = near.omgcof * t + near.xmcof * (swing * swing * swing - near.delmo)
  const t3 = t2 * t
  return {
    meanAnomaly: meanAnomaly + shift,
    argPerigee: argPerigee - shift,
    node,
    shrink: shrink - near.d2 * t2 - near.d3 * t3 - near.d4 * t2 * t2,
    eLoss: eLoss + near.bstarCc5 * (Math.sin(meanAnomaly + shift) - near.sinmao),
    longitudeGain: longitudeGain + near.t3cof * t3 + t2 * t2 * (near.t4cof + t * near.t5cof),
  }
}

/**
 * Returns sine and cosine of U = E + ω, from u = M + ω and the equinoctial e: Kepler's equation is u = U − axn sin U + ayn cos U. The sines and
 * cosines follow each Newton step except the last: the theory uses their values before that step. The difference is visible only if the tenth
 * step has not converged. Newton's method in U for F(U) = U − axn sin U + ayn cos U − u has F′ = 1 − axn cos U − ayn sin U, which is above 0
 * for e < 1.
 */
function solveKepler(longitude: number, axn: number, ayn: number): Turn {
  const u = longitude % (2 * Math.PI)
  let anomaly = u
  let sin = Math.sin(u)
  let cos = Math.cos(u)
  for (let iteration = 1; ; iteration += 1) {
    const newton = (u - ayn * cos + axn * sin - anomaly) / (1 - cos * axn - sin * ayn)
    if (Math.abs(newton) < KEPLER_TOLERANCE || iteration >= KEPLER_ITERATIONS) return { sin, cos }
    const step = Math.abs(newton) < KEPLER_STEP ? newton : Math.sign(newton) * KEPLER_STEP
    const turned = turn(sin, cos, step)
    anomaly += step
    sin = turned.sin
    cos = turned.cos
  }
}

/**
 * Radius in earth radii; radial and transverse speed in earth radii times XKE per minute. `rfDot` is r times the rate of the argument of
 * latitude.
 */
interface Polar {
  readonly r: number
  readonly rDot: number
  readonly rfDot: number
}

/**
 * Writes the state for polar coordinates: position r·U and velocity ṙ·U + r ḟ·V, where U points to the object and V ahead of it. With N towards
 * the node and M 90° ahead of it in the plane of the orbit, U = N cos u + M sin u and V = M cos u − N sin u.
 */
function write(
  { into, at }: { readonly into: Float64Array; readonly at: number },
  { r, rDot, rfDot }: Polar,
  [u, node, i]: readonly [Turn, Turn, Turn],
): number {
  const mx = -node.sin * i.cos
  const my = node.cos * i.cos
  const ux = mx * u.sin + node.cos * u.cos
  const uy = my * u.sin + node.sin * u.cos
  const uz = i.sin * u.sin
  const vx = rDot * ux + rfDot * (mx * u.cos - node.cos * u.sin)
  const vy = rDot * uy + rfDot * (my * u.cos - node.sin * u.sin)
  const vz = rDot * uz + rfDot * (i.sin * u.cos)
  const length = r * M_PER_EARTH_RADIUS
  // A single sum is finite if all of its parts are.
  if (!Number.isFinite(length * (ux + uy + uz) + vx + vy + vz)) return CODE.diverged
  into[at] = length * ux
  into[at + 1] = length * uy
  into[at + 2] = length * uz
  into[at + 3] = vx * MPS_PER_UNIT
  into[at + 4] = vy * MPS_PER_UNIT
  into[at + 5] = vz * MPS_PER_UNIT
  return CODE.ok
}
