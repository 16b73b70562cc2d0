import { transform, transpose } from '../mat3.ts'
import { missing } from '../missing.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'
import { EGM2008, EGM2008_DEGREE, EGM2008_GM, EGM2008_RADIUS_M } from './egm2008.data.ts'
import type { EarthAttitude, Force } from './force.ts'

/**
 * A gravity field: constants, and fully normalised coefficients in EGM2008's order (C and S, alternating, for order 0 to n of each degree n from
 * 2), up to a degree.
 */
export interface GravityField {
  readonly gm: number
  readonly radiusM: number
  readonly degree: number
  readonly coefficients: readonly number[]
}

/** EGM2008, tide free, to degree and order 50 (egm2008.data.ts). */
export const EGM2008_FIELD: GravityField = {
  gm: EGM2008_GM,
  radiusM: EGM2008_RADIUS_M,
  degree: EGM2008_DEGREE,
  coefficients: EGM2008,
}

/** The degree and order that are used. */
export interface Truncation {
  readonly degree: number
  /** Default: the degree. */
  readonly order?: number
}

/** Returns the attraction of a point or sphere of `gm` (m³/s²) at the centre. */
export function pointMassForce(gm: number): Force {
  return ({ r }) => scale(r, -gm / norm(r) ** 3)
}

/**
 * Returns the attraction of a gravity field that rotates with the Earth. Outside the masses its potential is U = (GM/r) Σ_n (R/r)ⁿ Σ_m P_nm(sin
 * φ) (C_nm cos mλ + S_nm sin mλ): the degree n determines how fast a term decreases, the order m how often it repeats around the axis. Terms of
 * order 0 are zonal; of them J2 = −C_20 is a thousand times larger than all others. The field is given in the Earth's frame, so the position is
 * rotated to it, and the acceleration is rotated back; `toEarthFixed` is the matrix from GCRF to ITRF. Source, domain and accuracy: see
 * makeFieldAcceleration.
 */
export function gravityForce(field: GravityField, truncation: Truncation, toEarthFixed: EarthAttitude): Force {
  const accelerationAt = makeFieldAcceleration(field, truncation)
  return ({ epoch, r }) => {
    const toFixed = toEarthFixed(epoch)
    return transform(transpose(toFixed), accelerationAt(transform(toFixed, r)))
  }
}

/**
 * Returns the acceleration (m/s²) of a field at a position (m), both in the Earth-fixed frame, to the chosen degree and order. Source: L. E.
 * Cunningham, "On the computation of the spherical harmonic terms needed during the numerical integration of the orbital motion of an artificial
 * satellite", Celestial Mechanics 2 (1970) 207; Montenbruck and Gill, Satellite Orbits, §3.2. Domain: outside the sphere of the radius (the poles
 * included), degree to 70. Accuracy: 2e-15 of the attraction against the derivative of the potential at 50 digits (gravity.reference.json).
 * Throws RangeError for a degree that the field does not have. V and W are the solid harmonics in Cartesian coordinates: no longitude is computed
 * and nothing is divided by cos φ, so that the poles are no special case. Degree 1 is absent, as the centre of mass is the origin.
 */
export function makeFieldAcceleration(field: GravityField, { degree, order = degree }: Truncation): (r: Vec3) => Vec3 {
  if (!(Number.isInteger(degree) && Number.isInteger(order) && degree >= 0 && degree <= field.degree && order >= 0)) {
    throw new RangeError(`degree ${degree} and order ${order} are not in a field of degree ${field.degree}`)
  }
  if (order > degree) throw new RangeError(`order ${order} is above the degree ${degree}`)
  const { c, s } = denormalise(field, degree, order)
  const width = degree + 2
  const harmonics = { v: new Float64Array(width * width), w: new Float64Array(width * width), width }
  const { v, w } = harmonics
  const size = field.gm / field.radiusM ** 2
  return (r) => {
    fillHarmonics(harmonics, r, { radiusM: field.radiusM, order })
    let x = 0
    let y = 0
    let z = 0
    // From the smallest terms to the largest, so that the sum keeps its digits.
    for (let n = degree; n >= 0; n -= 1) {
      for (let m = Math.min(n, order); m >= 0; m -= 1) {
        const cc = c[n * width + m] ?? missing()
        const ss = s[n * width + m] ?? missing()
        // The index of degree n + 1 and order m in tables of `width` columns.
        const up = (n + 1) * width + m
        const v1 = v[up + 1] ?? missing()
        const w1 = w[up + 1] ?? missing()
        // The derivatives of V and W along x, y and z are again V and W, one degree higher (Montenbruck and Gill, eq. 3.33).
        z -= (n - m + 1) * (cc * (v[up] ?? missing()) + ss * (w[up] ?? missing()))
        if (m === 0) {
          x -= cc * v1
          y -= cc * w1
          continue
        }
        const v0 = v[up - 1] ?? missing()
        const w0 = w[up - 1] ?? missing()
        const factor = (n - m + 2) * (n - m + 1)
        x += 0.5 * (-cc * v1 - ss * w1 + factor * (cc * v0 + ss * w0))
        y += 0.5 * (-cc * w1 + ss * v1 + factor * (-cc * w0 + ss * v0))
      }
    }
    return [size * x, size * y, size * z]
  }
}

/**
 * Returns C and S without normalisation, of degree n and order m at n · (degree + 2) + m: the normalised coefficients times √((2 − δ_0m) (2n + 1)
 * (n − m)!/(n + m)!); `ratio` is (n + m)!/(n − m)!. The recursions of V and W are unnormalised. Their values grow like (2m − 1)!!, which a double
 * can represent to degree 70 and beyond.
 */
function denormalise({ coefficients }: GravityField, degree: number, order: number) {
  const width = degree + 2
  const [c, s] = [new Float64Array(width * width), new Float64Array(width * width)]
  c[0] = 1
  let at = 0
  for (let n = 2; n <= degree; n += 1) {
    let ratio = 1
    for (let m = 0; m <= n; m += 1) {
      if (m > 0) ratio *= (n + m) * (n - m + 1)
      const factor = Math.sqrt(((m === 0 ? 1 : 2) * (2 * n + 1)) / ratio)
      if (m <= order) {
        c[n * width + m] = factor * (coefficients[at] ?? missing())
        s[n * width + m] = factor * (coefficients[at + 1] ?? missing())
      }
      at += 2
    }
  }
  return { c, s }
}

interface Harmonics {
  readonly v: Float64Array
  readonly w: Float64Array
  readonly width: number
}

/**
 * Fills V and W of degree n and order m at n · width + m, where V + iW = (R/r)^(n+1) P_nm(sin φ) e^(imλ) (Montenbruck and Gill, eq. 3.29 to
 * 3.31). The values with n = m follow from n − 1, m − 1; the other values of an order follow from the two lower degrees.
 *
 *   V_mm + i W_mm = (2m − 1) (x + i y) R/r² (V_(m−1)(m−1) + i W_(m−1)(m−1)),
 *   V_nm = (2n − 1)/(n − m) z R/r² V_(n−1)m − (n + m − 1)/(n − m) R²/r² V_(n−2)m, and W alike.
 */
function fillHarmonics(
  { v, w, width }: Harmonics,
  r: Vec3,
  { radiusM, order }: { radiusM: number; order: number },
): void {
  const r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
  const rho = (radiusM * radiusM) / r2
  const x = (radiusM * r[0]) / r2
  const y = (radiusM * r[1]) / r2
  const z = (radiusM * r[2]) / r2
  v[0] = radiusM / Math.sqrt(r2)
  w[0] = 0
  for (let m = 0; m <= Math.min(order + 1, width - 1); m += 1) {
    const diagonal = m * width + m
    if (m > 0) {
      const v0 = v[diagonal - width - 1] ?? missing()
      const w0 = w[diagonal - width - 1] ?? missing()
      v[diagonal] = (2 * m - 1) * (x * v0 - y * w0)
      w[diagonal] = (2 * m - 1) * (x * w0 + y * v0)
    }
    // The values above the diagonal are zero and do not change.
    for (let n = m + 1; n < width; n += 1) {
      const at = n * width + m
      const a = ((2 * n - 1) * z) / (n - m)
      const b = n === m + 1 ? 0 : ((n + m - 1) * rho) / (n - m)
      const two = n === m + 1 ? at - width : at - 2 * width
      v[at] = a * (v[at - width] ?? missing()) - b * (v[two] ?? missing())
      w[at] = a * (w[at - width] ?? missing()) - b * (w[two] ?? missing())
    }
  }
}
