import { wrapTwoPi } from '../units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'

/** Position r (m) and velocity v (m/s) in one inertial frame centred on the attracting body. */
export interface CartesianState {
  readonly r: Vec3
  readonly v: Vec3
}

/**
 * The osculating Kepler orbit through a state. The semi-major axis of a hyperbola is negative. An undefined angle is 0 by convention: on a circle
 * the argument of periapsis (the anomaly counts from the node), in the equator the node (the argument of periapsis counts from the x axis, along
 * the motion).
 */
export interface KeplerianElements {
  readonly semiMajorAxisM: number
  readonly eccentricity: number
  readonly incRad: number
  readonly raanRad: number
  readonly argPeriapsisRad: number
  readonly trueAnomalyRad: number
}

// Below this, the line of apsides (by e) or of nodes (by sin i) is rounding noise; treating it as undefined moves a state by less than 2e-12 of
// its radius.
const SINGULAR_LIMIT = 1e-12
// Closer than this to e = 1 a semi-major axis has lost half its digits, and no longer describes the orbit.
const PARABOLIC_MARGIN = 1e-8

/**
 * Returns the osculating elements of a state, in the state's frame; `gm` in m³/s². Angles in [0, 2π), inclination in [0, π], the true anomaly of
 * a hyperbola in (−π, π). Source: Vallado, Fundamentals of Astrodynamics, 4th ed., algorithm 9, with angles from vector products, so that no
 * arccos loses digits. Accuracy: state → elements → state a relative 3e-15; published cases to their digits (elements.reference.json). Throws
 * RangeError if there is no such orbit: at the centre, at rest, on a straight line, within 1e-8 of a parabola.
 */
export function toKeplerian({ r, v }: CartesianState, gm: number): KeplerianElements {
  const radius = norm(r)
  const h = cross(r, v)
  const momentum = norm(h)
  if (!(momentum > SINGULAR_LIMIT * radius * norm(v))) {
    throw new RangeError('a state at the centre, at rest or on a straight line has no Kepler orbit')
  }
  const normal = scale(h, 1 / momentum)
  const apsis = subtract(scale(cross(v, h), 1 / gm), scale(r, 1 / radius))
  const e = norm(apsis)
  if (Math.abs(e - 1) < PARABOLIC_MARGIN) throw new RangeError(`eccentricity ${e} is parabolic: no semi-major axis`)
  const equatorial = Math.hypot(normal[0], normal[1]) < SINGULAR_LIMIT
  const circular = e < SINGULAR_LIMIT
  const node: Vec3 = equatorial ? [1, 0, 0] : [-normal[1], normal[0], 0]
  const periapsis = circular ? node : apsis
  const trueAnomalyRad = angleAbout(normal, periapsis, r)
  return {
    semiMajorAxisM: (momentum * momentum) / gm / ((1 - e) * (1 + e)),
    eccentricity: circular ? 0 : e,
    incRad: equatorial ? (normal[2] > 0 ? 0 : Math.PI) : Math.atan2(Math.hypot(normal[0], normal[1]), normal[2]),
    raanRad: equatorial ? 0 : wrapTwoPi(Math.atan2(node[1], node[0])),
    argPeriapsisRad: circular ? 0 : wrapTwoPi(angleAbout(normal, node, periapsis)),
    trueAnomalyRad: e > 1 ? trueAnomalyRad : wrapTwoPi(trueAnomalyRad),
  }
}

/**
 * Returns the state of the elements, in the frame of their angles; `gm` in m³/s². Source: Vallado, Fundamentals of Astrodynamics, 4th ed.,
 * algorithm 10. Accuracy: 1e-15 relative to the radius and the speed, 1e-13 near an asymptote. Throws RangeError if a and e are neither an
 * ellipse nor a hyperbola, or if the anomaly is beyond the asymptote.
 */
export function toCartesian(elements: KeplerianElements, gm: number): CartesianState {
  const { semiMajorAxisM, eccentricity: e, incRad, raanRad, argPeriapsisRad, trueAnomalyRad } = elements
  const parameter = semiMajorAxisM * (1 - e) * (1 + e)
  if (!(parameter > 0) || !(e >= 0)) {
    throw new RangeError(`semi-major axis ${semiMajorAxisM} m and eccentricity ${e} are of no ellipse or hyperbola`)
  }
  const [cosNu, sinNu] = [Math.cos(trueAnomalyRad), Math.sin(trueAnomalyRad)]
  const reach = 1 + e * cosNu
  if (!(reach > 0)) throw new RangeError(`true anomaly ${trueAnomalyRad} rad is beyond the asymptote for e = ${e}`)
  const [cosI, sinI] = [Math.cos(incRad), Math.sin(incRad)]
  const [cosO, sinO] = [Math.cos(raanRad), Math.sin(raanRad)]
  const [cosW, sinW] = [Math.cos(argPeriapsisRad), Math.sin(argPeriapsisRad)]
  const p: Vec3 = [cosO * cosW - sinO * sinW * cosI, sinO * cosW + cosO * sinW * cosI, sinW * sinI]
  const q: Vec3 = [-cosO * sinW - sinO * cosW * cosI, -sinO * sinW + cosO * cosW * cosI, cosW * sinI]
  const radius = parameter / reach
  const speed = Math.sqrt(gm / parameter)
  return {
    r: add(scale(p, radius * cosNu), scale(q, radius * sinNu)),
    v: add(scale(p, -speed * sinNu), scale(q, speed * (e + cosNu))),
  }
}

/** Returns the angle from a to b in (−π, π], counted about the unit vector `axis`, to which both are normal. */
function angleAbout(axis: Vec3, a: Vec3, b: Vec3): number {
  return Math.atan2(dot(axis, cross(a, b)), dot(a, b))
}
