import { wrapTwoPi } from '../units.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { CartesianState } from './elements.ts'

/**
 * Equinoctial elements of an elliptic orbit: mean motion n (rad/s), the eccentricity vector (e cos ϖ, e sin ϖ), the node tan(i/2) (sin Ω, cos Ω)
 * and the mean longitude (rad). They are regular except for i = π, and of all elements their errors stay Gaussian longest. The classical elements
 * fail if an orbit has no perigee (e = 0) or no node (i = 0): ω and Ω jump there, and only their sum has a meaning. Most satellites are close to
 * this.
 */
export interface EquinoctialElements {
  readonly meanMotionRadps: number
  readonly af: number
  readonly ag: number
  readonly chi: number
  readonly psi: number
  readonly meanLongitudeRad: number
}

/** Partial derivatives of position (m) and velocity (m/s) with respect to one element. */
export interface StatePartial {
  readonly r: Vec3
  readonly v: Vec3
}

/** The state of the elements, and its partial derivatives with respect to each element in the order of EquinoctialElements. */
export interface EquinoctialState extends CartesianState {
  readonly partials: readonly StatePartial[]
}

// If an orbit is this close to exactly retrograde, 1 + cos i has lost half its digits.
const RETROGRADE_MARGIN = 1e-8

/**
 * Returns the equinoctial elements of a state, in its frame; `gm` in m³/s². Source: Broucke and Cefola, Celestial Mechanics 5 (1972) 303–310;
 * Danielson et al., Semianalytic Satellite Theory, NPS (1995), §2.1. Accuracy: state → elements → state a relative 4e-15. Null if there are none:
 * hyperbolic and parabolic orbits, straight lines, exactly retrograde orbits.
 */
export function toEquinoctial({ r, v }: CartesianState, gm: number): EquinoctialElements | null {
  const radius = norm(r)
  const semiMajorAxis = 1 / (2 / radius - dot(v, v) / gm)
  const h = cross(r, v)
  const momentum = norm(h)
  const w = scale(h, 1 / momentum)
  if (!(semiMajorAxis > 0 && momentum > 0 && Number.isFinite(semiMajorAxis) && 1 + w[2] > RETROGRADE_MARGIN))
    return null
  const chi = w[0] / (1 + w[2])
  const psi = -w[1] / (1 + w[2])
  const { f, g } = planeAxes(chi, psi)
  const eccentricity = subtract(scale(cross(v, h), 1 / gm), scale(r, 1 / radius))
  const [af, ag] = [dot(eccentricity, f), dot(eccentricity, g)]
  // √(1 − e²), which is the semi-minor over the semi-major axis.
  const root = Math.sqrt(1 - af * af - ag * ag)
  if (!(root > 0)) return null
  const [x, y] = [dot(r, f) / semiMajorAxis, dot(r, g) / semiMajorAxis]
  // Cosine and sine of the eccentric longitude F, from the position in the plane; then Kepler's equation λ = F + ag c − af s.
  const beta = 1 / (1 + root)
  const c = af + ((1 - af * af * beta) * x - af * ag * beta * y) / root
  const s = ag + ((1 - ag * ag * beta) * y - af * ag * beta * x) / root
  const meanLongitudeRad = wrapTwoPi(Math.atan2(s, c) + ag * c - af * s)
  return { meanMotionRadps: Math.sqrt(gm / semiMajorAxis ** 3), af, ag, chi, psi, meanLongitudeRad }
}

/**
 * Returns state and partial derivatives `seconds` later on a two-body orbit, with respect to the elements at their own time: the mean longitude
 * also depends on the mean motion. `gm` in m³/s². Sources as toEquinoctial; partial derivatives of Broucke and Cefola, with the eccentric
 * longitude differentiated through Kepler's equation. Accuracy: central differences to 1e-8. Valid for af² + ag² < 1, mean motion above 0
 * (RangeError otherwise). A change of the mean motion shifts the position by the time since the epoch times the velocity: this one column makes a
 * covariance grow along the track and bend around the orbit.
 */
export function equinoctialState(elements: EquinoctialElements, gm: number, seconds = 0): EquinoctialState {
  const { meanMotionRadps: n, af, ag, chi, psi } = elements
  if (!(n > 0 && af * af + ag * ag < 1)) throw new RangeError('equinoctial elements of no ellipse')
  const a = Math.cbrt(gm / (n * n))
  const { f, g, w } = planeAxes(chi, psi)
  const plane = inPlane(af, ag, eccentricLongitude(elements.meanLongitudeRad + n * seconds, af, ag))
  const [vScale, k] = [n * a, 2 / (1 + chi * chi + psi * psi)]
  const r = combine(a * plane.x, f, a * plane.y, g)
  const v = combine(vScale * plane.vx, f, vScale * plane.vy, g)
  const inverse = 1 / n
  // The acceleration over n, by n² a³ = gm.
  const along = -vScale / (plane.radius * plane.radius * plane.radius)
  const byLongitude: StatePartial = { r: scale(v, inverse), v: combine(along * plane.x, f, along * plane.y, g) }
  // ∂r/∂n = −(2/3n) r + t ∂r/∂λ and ∂v/∂n = v/3n + t ∂v/∂λ: a is n^(−2/3), n a is n^(1/3), and λ = λ0 + n t.
  const byMeanMotion: StatePartial = {
    r: combine(-2 / (3 * n), r, seconds, byLongitude.r),
    v: combine(1 / (3 * n), v, seconds, byLongitude.v),
  }
  // A change of the eccentricity vector acts in the plane.
  const byShape = (d: PlaneRates): StatePartial => ({
    r: combine(a * d.x, f, a * d.y, g),
    v: combine(vScale * d.vx, f, vScale * d.vy, g),
  })
  const turn = (size: number, x: number, y: number) => ({
    // A change of χ or ψ only rotates the plane about an axis in it: a rigid rotation of position and velocity. psi (y f − x g) − x w and chi (x
    // g − y f) + y w, times 2 / (1 + chi² + psi²).
    byChi: combine(size * k, combine(psi * y, f, -psi * x, g), -size * k * x, w),
    byPsi: combine(size * k, combine(-chi * y, f, chi * x, g), size * k * y, w),
  })
  const [position, velocity] = [turn(a, plane.x, plane.y), turn(vScale, plane.vx, plane.vy)]
  return {
    r,
    v,
    partials: [
      byMeanMotion,
      byShape(plane.byAf),
      byShape(plane.byAg),
      { r: position.byChi, v: velocity.byChi },
      { r: position.byPsi, v: velocity.byPsi },
      byLongitude,
    ],
  }
}

/**
 * Returns the state of the elements `seconds` later on a two-body orbit, as equinoctialState but without its derivatives, for millions of calls.
 */
export function propagateEquinoctial(elements: EquinoctialElements, gm: number, seconds: number): CartesianState {
  const { meanMotionRadps: n, af: k, ag: h, chi, psi } = elements
  const a = Math.cbrt(gm / (n * n))
  const { f, g } = planeAxes(chi, psi)
  const longitude = eccentricLongitude(elements.meanLongitudeRad + n * seconds, k, h)
  const [c, s] = [Math.cos(longitude), Math.sin(longitude)]
  const beta = 1 / (1 + Math.sqrt(1 - h * h - k * k))
  const [p, q, m] = [1 - h * h * beta, 1 - k * k * beta, h * k * beta]
  const speed = (n * a) / (1 - k * c - h * s)
  return {
    r: combine(a * (p * c + m * s - k), f, a * (q * s + m * c - h), g),
    v: combine(speed * (m * c - p * s), f, speed * (q * c - m * s), g),
  }
}

/**
 * Returns the axes f and g in the orbital plane from which the longitudes count, and its normal w, for χ = tan(i/2) sin Ω and ψ = tan(i/2) cos Ω
 * (Broucke and Cefola 1972). The longitude of f is the origin: f is the x axis rotated by Ω, i and −Ω.
 */
function planeAxes(chi: number, psi: number): { f: Vec3; g: Vec3; w: Vec3 } {
  const q = 1 / (1 + chi * chi + psi * psi)
  return {
    f: [q * (1 - chi * chi + psi * psi), q * 2 * chi * psi, -q * 2 * chi],
    g: [q * 2 * chi * psi, q * (1 + chi * chi - psi * psi), q * 2 * psi],
    w: [q * 2 * chi, -q * 2 * psi, q * (1 - chi * chi - psi * psi)],
  }
}

/** Solves Kepler's equation λ = F + ag cos F − af sin F by Newton's method, safeguarded by its bounds λ ± e. */
function eccentricLongitude(meanLongitudeRad: number, af: number, ag: number): number {
  const e = Math.hypot(af, ag)
  let [low, high] = [meanLongitudeRad - e, meanLongitudeRad + e]
  let longitude = meanLongitudeRad
  for (let step = 0; step < 60; step += 1) {
    const [c, s] = [Math.cos(longitude), Math.sin(longitude)]
    const rest = longitude + ag * c - af * s - meanLongitudeRad
    if (rest > 0) high = longitude
    else low = longitude
    // Newton's step; dλ/dF = 1 − ag sin F − af cos F is r/a, above 0.
    const next = longitude - rest / (1 - ag * s - af * c)
    const better = next >= low && next <= high ? next : (low + high) / 2
    if (Math.abs(better - longitude) <= 4 * Number.EPSILON * Math.max(1, Math.abs(longitude))) return better
    longitude = better
  }
  return longitude
}

interface PlaneRates {
  readonly x: number
  readonly y: number
  readonly vx: number
  readonly vy: number
}

interface PlaneState extends PlaneRates {
  readonly radius: number
  readonly byAf: PlaneRates
  readonly byAg: PlaneRates
}

/**
 * Returns the position in the plane in units of a, the velocity in units of n a, and their derivatives at fixed mean longitude. With k = af, h =
 * ag, β = 1/(1 + √(1 − h² − k²)) and the eccentric longitude F:
 *
 *   x = (1 − h² β) cos F + h k β sin F − k,   y = (1 − k² β) sin F + h k β cos F − h,   r/a = 1 − k cos F − h sin F.
 *
 * F also depends on k and h: Kepler's equation at fixed λ gives ∂F/∂k = sin F/(r/a) and ∂F/∂h = −cos F/(r/a).
 */
function inPlane(k: number, h: number, longitude: number): PlaneState {
  const [c, s] = [Math.cos(longitude), Math.sin(longitude)]
  const root = Math.sqrt(1 - h * h - k * k)
  const beta = 1 / (1 + root)
  const [p, q, m] = [1 - h * h * beta, 1 - k * k * beta, h * k * beta]
  const radius = 1 - k * c - h * s
  const [x, y] = [p * c + m * s - k, q * s + m * c - h]
  const [numeratorX, numeratorY] = [m * c - p * s, q * c - m * s]
  // `rise` is ∂F with respect to the varied element; dp, dq and dm are the derivatives of p, q and m.
  const rates = (rise: number, [dp, dq, dm]: readonly number[], [dk, dh]: readonly number[]): PlaneRates => {
    const [dP, dQ, dM, dK, dH] = [dp ?? 0, dq ?? 0, dm ?? 0, dk ?? 0, dh ?? 0]
    const dRadius = -dK * c - dH * s + (k * s - h * c) * rise
    const dX = dM * c - dP * s - (m * s + p * c) * rise
    const dY = dQ * c - dM * s - (q * s + m * c) * rise
    return {
      x: dP * c + dM * s - dK + numeratorX * rise,
      y: dQ * s + dM * c - dH + numeratorY * rise,
      vx: (dX - (numeratorX / radius) * dRadius) / radius,
      vy: (dY - (numeratorY / radius) * dRadius) / radius,
    }
  }
  const betaByH = (h * beta * beta) / root
  const betaByK = (k * beta * beta) / root
  return {
    x,
    y,
    vx: numeratorX / radius,
    vy: numeratorY / radius,
    radius,
    byAf: rates(s / radius, [-h * h * betaByK, -2 * k * beta - k * k * betaByK, h * beta + h * k * betaByK], [1, 0]),
    byAg: rates(-c / radius, [-2 * h * beta - h * h * betaByH, -k * k * betaByH, k * beta + h * k * betaByH], [0, 1]),
  }
}

/** Returns p a + q b, the one operation that all of these vectors need. */
function combine(p: number, a: Vec3, q: number, b: Vec3): Vec3 {
  return [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]]
}
