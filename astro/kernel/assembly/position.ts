import {
  A,
  AXN,
  AYCOF,
  AYN,
  C_NODE,
  C_U,
  C_W,
  CON41,
  COS_I,
  E,
  INVERSE_A,
  M,
  NODE,
  REFUSED,
  S_NODE,
  S_U,
  S_W,
  SIN_I,
  SQRT_A,
  U,
  W,
  X1MTH2,
  X7THM1,
  XLCOF,
} from './columns.ts'
import { refuse } from './near-earth.ts'
import { add, div, madd, mul, nmadd, splat, sub } from './vector.ts'

/** Second zonal harmonic of WGS-72, and metres and m/s of the theory's units (astro/sgp4/wgs-72.ts). */
const J2: f64 = 0.001082616
const LENGTH: f64 = 6378135.0
const XKE: f64 = 0.07436691613317342
const SPEED: f64 = (6378.135 * XKE * 1000.0) / 60.0
/** Angles beyond this are left to the scalar code: the reduction of sinCos is no longer exact, rad. */
const LARGEST_ANGLE: f64 = 1.5e6
/** Orbits with a smaller semi-latus rectum go through the Earth; the short turns below are too large there. */
const LEAST_P: f64 = 0.5

/** The long-period terms of J3, in the variables axn = e cos ω and ayn = e sin ω. */
export function longPeriod(orientation: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const o: usize = orientation + (k & lanes)
    const e: v128 = v128.load(k, E)
    const beta2: v128 = nmadd(e, e, splat(1.0))
    const inverseP: v128 = div(splat(1.0), mul(v128.load(k, A), beta2))
    const axn: v128 = mul(e, v128.load(k, C_W))
    const ayn: v128 = madd(inverseP, v128.load(o, AYCOF), mul(e, v128.load(k, S_W)))
    const longitude: v128 = add(v128.load(k, M), v128.load(k, W))
    const u: v128 = madd(mul(inverseP, v128.load(o, XLCOF)), axn, longitude)
    v128.store(k, mul(inverseP, beta2), INVERSE_A)
    v128.store(k, axn, AXN)
    v128.store(k, ayn, AYN)
    v128.store(k, u, U)
    const largest: v128 = f64x2.pmax(f64x2.abs(u), f64x2.abs(v128.load(k, NODE)))
    refuse(k, f64x2.le(largest, splat(LARGEST_ANGLE)))
  }
}

/** The short-period terms of J2, then position and velocity: six planes of numbers at `out`, NaN in refused lanes. */
export function shortPeriod(orientation: usize, lanes: usize, bytes: usize, out: usize, plane: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const o: usize = orientation + (k & lanes)
    const sinI0: v128 = v128.load(o, SIN_I)
    const cosI0: v128 = v128.load(o, COS_I)
    const con41: v128 = v128.load(o, CON41)
    const x1mth2: v128 = v128.load(o, X1MTH2)
    const axn: v128 = v128.load(k, AXN)
    const ayn: v128 = v128.load(k, AYN)
    const sinE: v128 = v128.load(k, S_U)
    const cosE: v128 = v128.load(k, C_U)
    const a: v128 = v128.load(k, A)
    const inverseA: v128 = v128.load(k, INVERSE_A)
    const sqrtA: v128 = v128.load(k, SQRT_A)
    const beta2: v128 = nmadd(axn, axn, nmadd(ayn, ayn, splat(1.0)))
    const beta: v128 = f64x2.sqrt(beta2)
    const esinE: v128 = nmadd(ayn, cosE, mul(axn, sinE))
    const near: v128 = nmadd(axn, cosE, nmadd(ayn, sinE, splat(1.0)))
    // One division for three: of the product, by which each is then multiplied back.
    const onePlus: v128 = add(beta, splat(1.0))
    const pair: v128 = mul(near, onePlus)
    const inverse: v128 = div(splat(1.0), mul(pair, beta2))
    const inverseBeta2: v128 = mul(inverse, pair)
    const inversePair: v128 = mul(inverse, beta2)
    const inverseNear: v128 = mul(inversePair, onePlus)
    const fold: v128 = mul(esinE, mul(inversePair, near))
    const sinU0: v128 = mul(inverseNear, sub(sinE, madd(axn, fold, ayn)))
    const cosU0: v128 = mul(inverseNear, madd(ayn, fold, sub(cosE, axn)))
    const sin2U: v128 = mul(add(cosU0, cosU0), sinU0)
    const cos2U: v128 = nmadd(add(sinU0, sinU0), sinU0, splat(1.0))
    const inverseP: v128 = mul(inverseA, inverseBeta2)
    const j2P: v128 = mul(splat(0.5 * J2), inverseP)
    const j2P2: v128 = mul(j2P, inverseP)
    const radius: v128 = mul(a, near)
    const r: v128 = madd(
      radius,
      nmadd(mul(splat(1.5), j2P2), mul(beta, con41), splat(1.0)),
      mul(mul(splat(0.5), j2P), mul(x1mth2, cos2U)),
    )
    const nJ2P: v128 = mul(j2P, mul(sqrtA, mul(inverseA, inverseA)))
    const perRadius: v128 = mul(mul(sqrtA, inverseA), inverseNear)
    const rDot: v128 = nmadd(nJ2P, mul(x1mth2, sin2U), mul(perRadius, esinE))
    const rfDot: v128 = madd(nJ2P, madd(splat(1.5), con41, mul(x1mth2, cos2U)), mul(perRadius, beta))
    // The three small turns: along the orbit, of the node, of the inclination.
    const du: v128 = mul(mul(splat(-0.25), j2P2), mul(v128.load(o, X7THM1), sin2U))
    const third: v128 = mul(mul(splat(1.5), j2P2), cosI0)
    const dNode: v128 = mul(third, sin2U)
    const dI: v128 = mul(third, mul(sinI0, cos2U))
    const sinDu: v128 = tinySin(du)
    const cosDu: v128 = tinyCos(du)
    const sinU: v128 = madd(sinU0, cosDu, mul(cosU0, sinDu))
    const cosU: v128 = nmadd(sinU0, sinDu, mul(cosU0, cosDu))
    const sinDn: v128 = tinySin(dNode)
    const cosDn: v128 = tinyCos(dNode)
    const sinN0: v128 = v128.load(k, S_NODE)
    const cosN0: v128 = v128.load(k, C_NODE)
    const sinN: v128 = madd(sinN0, cosDn, mul(cosN0, sinDn))
    const cosN: v128 = nmadd(sinN0, sinDn, mul(cosN0, cosDn))
    const sinDi: v128 = tinySin(dI)
    const cosDi: v128 = tinyCos(dI)
    const sinI: v128 = madd(sinI0, cosDi, mul(cosI0, sinDi))
    const cosI: v128 = nmadd(sinI0, sinDi, mul(cosI0, cosDi))
    const mx: v128 = f64x2.neg(mul(sinN, cosI))
    const my: v128 = mul(cosN, cosI)
    const ux: v128 = madd(mx, sinU, mul(cosN, cosU))
    const uy: v128 = madd(my, sinU, mul(sinN, cosU))
    const uz: v128 = mul(sinI, sinU)
    const wx: v128 = nmadd(cosN, sinU, mul(mx, cosU))
    const wy: v128 = nmadd(sinN, sinU, mul(my, cosU))
    const wz: v128 = mul(sinI, cosU)
    const length: v128 = mul(r, splat(LENGTH))
    const up: v128 = mul(rDot, splat(SPEED))
    const along: v128 = mul(rfDot, splat(SPEED))
    const sum: v128 = add(add(add(ux, uy), add(wx, wy)), add(add(up, along), length))
    const p: v128 = mul(a, beta2)
    const isFit: v128 = v128.and(
      v128.and(f64x2.ge(r, splat(1.0)), f64x2.ge(p, splat(LEAST_P))),
      f64x2.eq(sub(sum, sum), splat(0.0)),
    )
    const refused: v128 = v128.or(v128.load(k, REFUSED), v128.not(isFit))
    v128.store(k, refused, REFUSED)
    const to: usize = out + k
    // All bits set are a NaN.
    v128.store(to, v128.or(mul(length, ux), refused))
    v128.store(to + plane, v128.or(mul(length, uy), refused))
    v128.store(to + 2 * plane, v128.or(mul(length, uz), refused))
    v128.store(to + 3 * plane, v128.or(madd(up, ux, mul(along, wx)), refused))
    v128.store(to + 4 * plane, v128.or(madd(up, uy, mul(along, wy)), refused))
    v128.store(to + 5 * plane, v128.or(madd(up, uz, mul(along, wz)), refused))
  }
}

/** sin x to 1e-16 where |x| is below 2e-3, as long as p is above 1; to 1e-14 down to p = 0.5. */
function tinySin(x: v128): v128 {
  return madd(mul(x, x), mul(x, splat(-1.0 / 6.0)), x)
}

function tinyCos(x: v128): v128 {
  const x2: v128 = mul(x, x)
  return madd(x2, madd(x2, splat(1.0 / 24.0), splat(-0.5)), splat(1.0))
}
