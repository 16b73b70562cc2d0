import { cross, dot, norm } from '../vec3.ts'

/** Impulses in the order of time (m/s, all positive), their sum, and the time from the first to the last. */
export interface Transfer {
  readonly deltaVMps: readonly number[]
  readonly totalMps: number
  readonly seconds: number
}

/**
 * Returns a transfer from a circle to a coplanar circle by half an ellipse; radii in m, `gm` in m³/s². Source: W. Hohmann (1925); Vallado,
 * Fundamentals of Astrodynamics, 4th ed., algorithm 36. Accuracy: agrees with Vallado's example 6-1 to a relative 1e-12. Throws RangeError for a
 * radius or gm not above 0. Speeds are from vis-viva, v² = µ (2/r − 1/a).
 */
export function hohmann(radius1M: number, radius2M: number, gm: number): Transfer {
  requirePositive({ radius1M, radius2M, gm })
  // The semi-major axis of the ellipse that is tangent to both circles.
  const ellipse = (radius1M + radius2M) / 2
  const first = speed(radius1M, ellipse, gm) - circularSpeed(radius1M, gm)
  const second = circularSpeed(radius2M, gm) - speed(radius2M, ellipse, gm)
  return transferOf([first, second], halfPeriod(ellipse, gm))
}

/**
 * Returns a transfer from a circle to a coplanar circle by two half ellipses that meet at `betweenM`; it costs less than hohmann above a ratio of
 * 15.6 of the radii, and above 11.9 if `betweenM` is far enough out. Source: Vallado, 4th ed., algorithm 37. Accuracy: agrees with Vallado's
 * example 6-2 to a relative 1e-12.
 */
export function biElliptic(radius1M: number, betweenM: number, radius2M: number, gm: number): Transfer {
  requirePositive({ radius1M, betweenM, radius2M, gm })
  const [out, back] = [(radius1M + betweenM) / 2, (betweenM + radius2M) / 2]
  const burns = [
    speed(radius1M, out, gm) - circularSpeed(radius1M, gm),
    speed(betweenM, back, gm) - speed(betweenM, out, gm),
    circularSpeed(radius2M, gm) - speed(radius2M, back, gm),
  ]
  return transferOf(burns, halfPeriod(out, gm) + halfPeriod(back, gm))
}

/**
 * Returns a transfer from a circle to a coplanar circle on an orbit that is tangent to the first and meets the second after the true anomaly
 * `anomalyRad` (0 to π, above the least one that reaches it). It is faster than hohmann, and costs more. Source: Vallado, 4th ed., algorithm 38,
 * for an ellipse. Accuracy: agrees with Vallado's example 6-3 to a relative 1e-12. Throws RangeError if no ellipse reaches it at this anomaly.
 */
export function oneTangent(radius1M: number, radius2M: number, anomalyRad: number, gm: number): Transfer {
  requirePositive({ radius1M, radius2M, anomalyRad, gm })
  // The start is the periapsis of an outward transfer and the apoapsis of an inward one; there the anomaly counts from the apoapsis.
  const outward = radius2M > radius1M ? 1 : -1
  const ratio = radius1M / radius2M
  // From r1 = a (1 − e) and r2 = a (1 − e²)/(1 + e cos ν), with opposite signs for an inward transfer.
  const eccentricity = (outward * (ratio - 1)) / (Math.cos(anomalyRad) - ratio)
  if (!(eccentricity >= 0 && eccentricity < 1)) {
    throw new RangeError(`no ellipse leads from ${radius1M} m to ${radius2M} m in ${anomalyRad} rad`)
  }
  const semiMajor = radius1M / (1 - outward * eccentricity)
  const first = speed(radius1M, semiMajor, gm) - circularSpeed(radius1M, gm)
  const trueAnomaly = outward > 0 ? anomalyRad : Math.PI + anomalyRad
  // tan γ = e sin ν/(1 + e cos ν): the angle between the velocity and the local horizontal, by which the second burn rotates the velocity.
  const flightPath = Math.atan2(eccentricity * Math.sin(trueAnomaly), 1 + eccentricity * Math.cos(trueAnomaly))
  const second = turn(speed(radius2M, semiMajor, gm), circularSpeed(radius2M, gm), flightPath)
  const seconds =
    timeFromApsis(eccentricity, trueAnomaly, semiMajor, gm) - (outward > 0 ? 0 : halfPeriod(semiMajor, gm))
  return transferOf([first, second], seconds)
}

/**
 * Returns the impulse (m/s) that rotates a velocity by an angle and changes its length, m/s and rad. Source: law of cosines, without its
 * cancellation. Exact to rounding.
 */
export function turn(speed1Mps: number, speed2Mps: number, angleRad: number): number {
  return Math.hypot(speed1Mps - speed2Mps, 2 * Math.sqrt(speed1Mps * speed2Mps) * Math.sin(angleRad / 2))
}

/**
 * Returns the impulse (m/s) that changes only the inclination, at a node, for a speed (m/s) and flight-path angle. Source: Vallado, 4th ed.,
 * algorithm 39. Accuracy: agrees with Vallado's example 6-4 to a relative 1e-12.
 */
export function changeInclination(speedMps: number, angleRad: number, flightPathRad = 0): number {
  return 2 * speedMps * Math.cos(flightPathRad) * Math.abs(Math.sin(angleRad / 2))
}

/** The impulse of a plane change, and its position on the circle: arguments of latitude before and after, rad. */
export interface PlaneChange {
  readonly deltaVMps: number
  /** The angle between the planes. */
  readonly angleRad: number
  readonly latitude1Rad: number
  readonly latitude2Rad: number
}

/**
 * Returns the change of inclination and node of a circular orbit with a given speed (m/s) by one impulse at the intersection of the planes;
 * angles in rad. Source: Vallado, 4th ed., algorithms 40 and 41. Accuracy: agrees with Vallado's examples 6-5 and 6-6 to a relative 1e-12. The
 * planes intersect twice: the returned position has an argument of latitude of 0 to π. Throws RangeError for equal planes.
 */
export function changePlane(
  speedMps: number,
  from: { readonly incRad: number; readonly raanRad: number },
  to: { readonly incRad: number; readonly raanRad: number },
): PlaneChange {
  // Returns the normal of an orbit: (sin i sin Ω, −sin i cos Ω, cos i).
  const normal = ({ incRad, raanRad }: { incRad: number; raanRad: number }) => {
    const sine = Math.sin(incRad)
    return [sine * Math.sin(raanRad), -sine * Math.cos(raanRad), Math.cos(incRad)] as const
  }
  const [a, b] = [normal(from), normal(to)]
  const line = cross(a, b)
  const sine = norm(line)
  const angleRad = Math.atan2(sine, dot(a, b))
  if (!(sine > 1e-12)) throw new RangeError('planes that are the same, or opposite, do not meet in a line')
  const latitudeIn = ({ raanRad }: { raanRad: number }, [nx, ny, nz]: readonly [number, number, number]) => {
    const [c, s] = [Math.cos(raanRad), Math.sin(raanRad)]
    // Along the node, and 90° further: normal × node.
    const node = line[0] * c + line[1] * s
    const ahead = line[0] * (-nz * s) + line[1] * (nz * c) + line[2] * (nx * s - ny * c)
    return Math.atan2(ahead, node)
  }
  const first = latitudeIn(from, a)
  const flip = first < 0 ? Math.PI : 0
  return {
    deltaVMps: changeInclination(speedMps, angleRad),
    angleRad,
    latitude1Rad: first + flip,
    latitude2Rad: (latitudeIn(to, b) + flip + 2 * Math.PI) % (2 * Math.PI),
  }
}

/** A Hohmann transfer with a plane change, and the angle of each impulse, rad. */
export interface CombinedTransfer extends Transfer {
  readonly turn1Rad: number
  readonly turn2Rad: number
}

/**
 * Returns a transfer from a circle to one in another plane, `angleRad` away, by half an ellipse whose two impulses share the plane change so that
 * their sum is least. Source: Vallado, 4th ed., algorithm 42. Accuracy: agrees with Vallado's table 6-3 to a relative 1e-9.
 */
export function combinedHohmann(radius1M: number, radius2M: number, angleRad: number, gm: number): CombinedTransfer {
  requirePositive({ radius1M, radius2M, gm })
  if (!(angleRad >= 0 && angleRad <= Math.PI)) throw new RangeError(`a turn of ${angleRad} rad is not in 0 to π`)
  const ellipse = (radius1M + radius2M) / 2
  const [c1, c2] = [circularSpeed(radius1M, gm), circularSpeed(radius2M, gm)]
  const [e1, e2] = [speed(radius1M, ellipse, gm), speed(radius2M, ellipse, gm)]
  // The slope of the sum increases through its one root: its signs are opposite for the two extreme shares.
  const slope = (share: number) => {
    const [first, second] = [share * angleRad, (1 - share) * angleRad]
    return (c1 * e1 * Math.sin(first)) / turn(c1, e1, first) - (c2 * e2 * Math.sin(second)) / turn(c2, e2, second)
  }
  let [low, high] = [0, 1]
  for (let pass = 0; pass < 60 && angleRad > 0; pass += 1) {
    const middle = (low + high) / 2
    if (slope(middle) > 0) high = middle
    else low = middle
  }
  const turn1Rad = low * angleRad
  const burns = [turn(c1, e1, turn1Rad), turn(c2, e2, angleRad - turn1Rad)]
  return { ...transferOf(burns, halfPeriod(ellipse, gm)), turn1Rad, turn2Rad: angleRad - turn1Rad }
}

/** A waiting orbit: two equal impulses, the time between them, and the semi-major axis. */
export interface Phasing extends Transfer {
  readonly semiMajorAxisM: number
  /** The periapsis of the waiting orbit, m from the centre, which must be above the atmosphere. */
  readonly periapsisM: number
}

/**
 * Returns how to move by an angle on the same circle (positive: forward) by waiting `revolutions` revolutions on a tangent orbit; radius in m.
 * Source: Vallado, 4th ed., algorithm 44 (with one revolution of the target for each of ours). Accuracy: agrees with Vallado's example 6-8 to a
 * relative 1e-12. Throws RangeError if there is no such ellipse.
 */
export function phase(radiusM: number, angleRad: number, revolutions: number, gm: number): Phasing {
  requirePositive({ radiusM, revolutions, gm })
  if (!Number.isInteger(revolutions)) throw new RangeError(`${revolutions} revolutions are not whole`)
  // The target, ahead by the angle, reaches the waiting position after this number of revolutions minus the angle.
  const seconds = (2 * Math.PI * revolutions - angleRad) * Math.sqrt(radiusM ** 3 / gm)
  if (!(seconds > 0)) throw new RangeError(`${angleRad} rad are more than ${revolutions} revolutions`)
  const semiMajorAxisM = Math.cbrt(gm * (seconds / (2 * Math.PI * revolutions)) ** 2)
  const periapsisM = Math.min(radiusM, 2 * semiMajorAxisM - radiusM)
  if (!(periapsisM > 0)) throw new RangeError(`no ellipse gains ${angleRad} rad in ${revolutions} revolutions`)
  const burn = speed(radiusM, semiMajorAxisM, gm) - circularSpeed(radiusM, gm)
  return { ...transferOf([burn, -burn], seconds), semiMajorAxisM, periapsisM }
}

function transferOf(burns: readonly number[], seconds: number): Transfer {
  const deltaVMps = burns.map(Math.abs)
  return { deltaVMps, totalMps: deltaVMps.reduce((sum, burn) => sum + burn, 0), seconds }
}

/** Returns √(µ/r). */
function circularSpeed(radiusM: number, gm: number): number {
  return Math.sqrt(gm / radiusM)
}

/** Returns the vis-viva speed √(µ (2/r − 1/a)). */
function speed(radiusM: number, semiMajorAxisM: number, gm: number): number {
  return Math.sqrt(gm * (2 / radiusM - 1 / semiMajorAxisM))
}

/** Returns π √(a³/µ). */
function halfPeriod(semiMajorAxisM: number, gm: number): number {
  return Math.PI * Math.sqrt(semiMajorAxisM ** 3 / gm)
}

/** Returns the time from the periapsis to a true anomaly in [0, 2π) on an ellipse, s. */
function timeFromApsis(eccentricity: number, trueAnomaly: number, semiMajorAxisM: number, gm: number): number {
  const half = Math.atan2(
    Math.sqrt(1 - eccentricity) * Math.sin(trueAnomaly / 2),
    Math.sqrt(1 + eccentricity) * Math.cos(trueAnomaly / 2),
  )
  return (2 * half - eccentricity * Math.sin(2 * half)) * Math.sqrt(semiMajorAxisM ** 3 / gm)
}

function requirePositive(values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} ${value} is not above 0`)
  }
}
