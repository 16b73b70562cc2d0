import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { J2_EARTH } from '../manoeuvre/fly-j2.ts'
import { eccentricFromMean, meanFromTrue } from '../orbit/anomaly.ts'
import { type CartesianState, toKeplerian } from '../orbit/elements.ts'
import { wrapTwoPi } from '../units.ts'
import { add, dot, norm, scale, type Vec3 } from '../vec3.ts'

/**
 * A mean orbit about the Earth with J2: Kepler elements without the terms that repeat each revolution, and their constant rates, rad/s. The z axis of
 * its frame is the Earth's axis.
 */
export interface MeanOrbit {
  readonly semiMajorAxisM: number
  readonly eccentricity: number
  readonly incRad: number
  readonly raanRad: number
  readonly argPeriapsisRad: number
  readonly meanAnomalyRad: number
  readonly raanRate: number
  readonly argPeriapsisRate: number
  readonly meanAnomalyRate: number
}

type MeanElements = Omit<MeanOrbit, 'raanRate' | 'argPeriapsisRate' | 'meanAnomalyRate'>

/** The terms that are left out grow with the eccentricity: beyond this one the theory says nothing. */
const MOST_ECCENTRICITY = 0.9
/** Each turn takes the remainder down by the size of J2, a thousand times; four leave centimetres. */
const TURNS = 4

/**
 * Returns the mean orbit of a state, m and m/s; undefined for a state without an elliptic orbit. Source: the secular terms of Brouwer, The Solution
 * of the Problem of Artificial Satellite Theory Without Drag, Astron. J. 64 (1959) 378–397, to the second order of J2, and his short-period terms of
 * first order without those that are smaller by the eccentricity, both as printed by Hoots and Roehrich, Spacetrack Report No. 3 (1980), §6. The
 * semi-major axis comes from the energy, which J2 does not change.
 */
export function meanOrbitOf(state: CartesianState): MeanOrbit | undefined {
  if (!(dot(state.v, state.v) / 2 < GM_EARTH / norm(state.r))) return undefined
  const osculating = elementsOf(state)
  let mean: MeanElements = osculating
  for (let turn = 0; turn < TURNS; turn += 1) {
    mean = nearer(mean, state, osculating)
    if (!(mean.eccentricity < MOST_ECCENTRICITY)) return undefined
  }
  return { ...mean, ...ratesOf(mean) }
}

/** Returns the place of a mean orbit after some seconds, m: the Kepler orbit, with the first-order short-period terms of J2. */
export function placeOnMeanOrbit(orbit: MeanOrbit, seconds: number): Vec3 {
  return stateAt({
    ...orbit,
    raanRad: orbit.raanRad + orbit.raanRate * seconds,
    argPeriapsisRad: orbit.argPeriapsisRad + orbit.argPeriapsisRate * seconds,
    meanAnomalyRad: orbit.meanAnomalyRad + orbit.meanAnomalyRate * seconds,
  }).r
}

function elementsOf(state: CartesianState): MeanElements {
  const { trueAnomalyRad, ...shape } = toKeplerian(state, GM_EARTH)
  return { ...shape, meanAnomalyRad: meanFromTrue(trueAnomalyRad, shape.eccentricity) }
}

/** Returns mean elements whose state is nearer to a state: they are moved by what is left of its osculating elements. */
function nearer(mean: MeanElements, state: CartesianState, osculating: MeanElements): MeanElements {
  const found = elementsOf(stateAt(mean))
  const left = (of: (elements: MeanElements) => number) => of(mean) + of(osculating) - of(found)
  // The perigee of a circle is nowhere, so the eccentricity has two components, and the anomaly counts from the node.
  const [x, y] = [left(apsisX), left(apsisY)]
  const argPeriapsisRad = Math.atan2(y, x)
  const turned = { ...mean, eccentricity: Math.hypot(x, y), incRad: left(({ incRad }) => incRad) }
  return {
    ...turned,
    semiMajorAxisM: axisOf(state, turned),
    raanRad: mean.raanRad + signedTurn(osculating.raanRad - found.raanRad),
    argPeriapsisRad: wrapTwoPi(argPeriapsisRad),
    meanAnomalyRad: wrapTwoPi(fromNode(mean) + signedTurn(fromNode(osculating) - fromNode(found)) - argPeriapsisRad),
  }
}

const apsisX = ({ eccentricity, argPeriapsisRad }: MeanElements) => eccentricity * Math.cos(argPeriapsisRad)
const apsisY = ({ eccentricity, argPeriapsisRad }: MeanElements) => eccentricity * Math.sin(argPeriapsisRad)
const fromNode = ({ argPeriapsisRad, meanAnomalyRad }: MeanElements) => argPeriapsisRad + meanAnomalyRad
const signedTurn = (rad: number) => wrapTwoPi(rad + Math.PI) - Math.PI

/** Returns J2/2 (R/p)². */
const flatnessOf = ({ semiMajorAxisM: a, eccentricity: e }: MeanElements) =>
  0.5 * J2_EARTH * (WGS84_RADIUS_M / (a * (1 - e * e))) ** 2

/** Returns the mean semi-major axis, m, of the energy of a state: that of the Kepler orbit and the mean of that of J2 around it. */
function axisOf({ r, v }: CartesianState, mean: MeanElements): number {
  const radius = norm(r)
  const j2 = (GM_EARTH * J2_EARTH * WGS84_RADIUS_M ** 2) / radius ** 3
  const energy = dot(v, v) / 2 - GM_EARTH / radius + (j2 / 2) * (3 * (r[2] / radius) ** 2 - 1)
  const root = Math.sqrt(1 - mean.eccentricity ** 2)
  let axis = -GM_EARTH / (2 * energy)
  for (let turn = 0; turn < TURNS; turn += 1) {
    const g = flatnessOf({ ...mean, semiMajorAxisM: axis })
    axis = (-GM_EARTH / (2 * energy)) * (1 - g * root * (1 - 3 * Math.cos(mean.incRad) ** 2))
  }
  return axis
}

/** Returns the secular rates to the second order of J2, rad/s. */
function ratesOf(mean: MeanElements): Pick<MeanOrbit, 'raanRate' | 'argPeriapsisRate' | 'meanAnomalyRate'> {
  const g = flatnessOf(mean)
  const n = Math.sqrt(GM_EARTH / mean.semiMajorAxisM ** 3)
  const root = Math.sqrt(1 - mean.eccentricity ** 2)
  const c = Math.cos(mean.incRad)
  const [c2, c4] = [c ** 2, c ** 4]
  const [first, second] = [3 * g * n, 3 * g * g * n]
  return {
    raanRate: c * (-first + (second / 2) * (4 - 19 * c2)),
    argPeriapsisRate: (first / 2) * (5 * c2 - 1) + (second / 16) * (7 - 114 * c2 + 395 * c4),
    meanAnomalyRate: n + root * ((first / 2) * (3 * c2 - 1) + (second / 16) * (13 - 78 * c2 + 137 * c4)),
  }
}

/** Returns the state of mean elements with the short-period terms of J2, m and m/s. */
function stateAt(mean: MeanElements): CartesianState {
  const { semiMajorAxisM: a, eccentricity: e, incRad, raanRad, argPeriapsisRad, meanAnomalyRad } = mean
  const g = flatnessOf(mean)
  const p = a * (1 - e * e)
  const root = Math.sqrt(1 - e * e)
  const anomaly = eccentricFromMean(meanAnomalyRad, e)
  const [cosE, sinE] = [Math.cos(anomaly), Math.sin(anomaly)]
  const kepler = a * (1 - e * cosE)
  const n = Math.sqrt(GM_EARTH / a ** 3)
  const fromNodeRad = argPeriapsisRad + Math.atan2(root * sinE, cosE - e)
  const [cos2, sin2] = [Math.cos(2 * fromNodeRad), Math.sin(2 * fromNodeRad)]
  const [c, s] = [Math.cos(incRad), Math.sin(incRad)]
  const [even, s2] = [3 * c * c - 1, s * s]
  const radius = kepler * (1 - 1.5 * g * root * even) + 0.5 * g * p * s2 * cos2
  const u = fromNodeRad - 0.25 * g * (7 * c * c - 1) * sin2
  const node = raanRad + 1.5 * g * c * sin2
  const inc = incRad + 1.5 * g * c * s * cos2
  const outward = (Math.sqrt(GM_EARTH * a) * e * sinE) / kepler - n * g * p * s2 * sin2
  const along = Math.sqrt(GM_EARTH * p) / kepler + n * g * p * (s2 * cos2 + 1.5 * even)
  const [cosU, sinU] = [Math.cos(u), Math.sin(u)]
  const [cosN, sinN] = [Math.cos(node), Math.sin(node)]
  const [cosI, sinI] = [Math.cos(inc), Math.sin(inc)]
  const up: Vec3 = [cosN * cosU - sinN * sinU * cosI, sinN * cosU + cosN * sinU * cosI, sinU * sinI]
  const ahead: Vec3 = [-cosN * sinU - sinN * cosU * cosI, -sinN * sinU + cosN * cosU * cosI, cosU * sinI]
  return { r: scale(up, radius), v: add(scale(up, outward), scale(ahead, along)) }
}
