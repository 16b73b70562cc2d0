import { type EarthModel, earthAt } from '../frames/earth.ts'
import { FRAMES, type Frame, isTerrestrial, rotationBetween } from '../frames/frame.ts'
import { chain, type FrameRotation, rotateCovariance, rotateState } from '../frames/rotation.ts'
import { type Mat3, transform } from '../mat3.ts'
import { type Epoch, makeEpoch } from '../time/epoch.ts'
import { add, cross, scale, subtract, type Vec3 } from '../vec3.ts'
import {
  type Ephemeris,
  type EphemerisSegment,
  type EphemerisState,
  makeEphemeris,
  type PreparedSegment,
} from './ephemeris.ts'

/** Between celestial frames, rotations are computed at this interval, s, and blended. */
const GRID_S = 900
const MOST_NODES = 4096
/** The least degree of a polynomial that follows an orbit in axes other than its own. */
const LEAST_DEGREE = 7

/**
 * Returns a function that converts ephemerides to TEME of date, for a screening. One function serves many ephemerides, because it stores the data
 * that they share. Every state is converted to TEME of its own epoch, with its acceleration and covariance; velocities in rotating axes are
 * converted with ω × r. Throws RangeError for a segment in a frame that is not in FRAMES, and for a state in a terrestrial frame outside the
 * Earth orientation parameters (unless the model says to hold them).
 *
 * All conversions pass through GCRF, so that ephemerides of different frames keep their relative positions. SGP4's own relation of TEME to the
 * Earth, by GMST, differs from this by 1 m in low orbit today and by 7 m in the geostationary ring (rotationBetween), far less than the errors of
 * element sets.
 *
 * Interpolation after the conversion, by the method and degree of the message, gives the same states as interpolation in the message's frame
 * before it. Between celestial frames they agree to 1 mm in low orbit and to 2 cm in the geostationary ring at steps of minutes: the axes of date
 * rotate by 1e-11 rad/s, which the velocities do not include (rotationBetween). From terrestrial frames, both agree with the orbit to the error
 * of the method itself. A polynomial of low degree can describe an object at rest above the rotating Earth, but not its circle in TEME: the
 * degree is then raised to 7, and LINEAR becomes LAGRANGE.
 */
export function makeTemeConverter(model: EarthModel = {}): (ephemeris: Ephemeris) => Ephemeris {
  const slowRotation = makeSlowRotation(model)
  return ({ segments }) =>
    makeEphemeris(
      segments.map((prepared) => {
        const frame = frameOf(prepared)
        if (frame === 'TEME') return prepared.segment
        const rotationAt = isTerrestrial(frame)
          ? (epoch: Epoch) => chain(rotationBetween(frame, 'GCRF', earthAt(epoch, model)), slowRotation('GCRF', epoch))
          : (epoch: Epoch) => slowRotation(frame, epoch)
        return convert(prepared, rotationAt, isTerrestrial(frame))
      }),
    )
}

/** Returns the frame of a segment, if it is one of FRAMES. */
function frameOf({ segment }: PreparedSegment): Frame {
  const frame = FRAMES.find((known) => known === segment.frame)
  if (frame === undefined) throw new RangeError(`an ephemeris in ${segment.frame} cannot be turned to TEME`)
  return frame
}

/** Converts one segment with its states and covariances to TEME of date; method and degree are kept, except for rotating frames. */
function convert(
  { segment, interpolation, degree }: PreparedSegment,
  rotationAt: (epoch: Epoch) => FrameRotation,
  isTurning: boolean,
): EphemerisSegment {
  const { covariances, states, ...rest } = segment
  const turned = covariances?.map(({ epoch, covariance }) => {
    return { epoch, covariance: rotateCovariance(rotationAt(epoch), covariance) }
  })
  return {
    ...rest,
    frame: 'TEME',
    interpolation: isTurning && interpolation === 'LINEAR' ? 'LAGRANGE' : interpolation,
    degree: isTurning ? Math.max(degree, LEAST_DEGREE) : degree,
    states: states.map((state) => turn(state, rotationAt(state.epoch))),
    ...(turned === undefined ? {} : { covariances: turned }),
  }
}

function turn({ epoch, r, v, a }: EphemerisState, rotation: FrameRotation): EphemerisState {
  const turned = rotateState(rotation, { r, v })
  if (a === undefined) return { epoch, ...turned }
  // With ω of the new axes in the old ones: a′ = R a − 2 ω × v′ − ω × (ω × r′), for constant ω.
  const { matrix, omegaRadS: omega } = rotation
  const fictitious: Vec3 = add(scale(cross(omega, turned.v), 2), cross(omega, cross(omega, turned.r)))
  return { epoch, ...turned, a: subtract(transform(matrix, a), fictitious) }
}

/** Returns the rotation from a celestial frame to TEME: precession and nutation, which a blend over a quarter of an hour follows to 1e-11 rad. */
function makeSlowRotation(model: EarthModel): (frame: Frame, epoch: Epoch) => FrameRotation {
  const known = new Map<string, Mat3>()
  const nodeAt = (frame: Frame, index: number): Mat3 => {
    const key = `${frame} ${index}`
    const old = known.get(key)
    if (old !== undefined) return old
    if (known.size >= MOST_NODES) known.clear()
    // The daily orientation of the Earth is irrelevant for this rotation.
    const earth = earthAt(makeEpoch(index * GRID_S), { ...model, outside: 'hold' })
    const { matrix } = rotationBetween(frame, 'TEME', earth)
    known.set(key, matrix)
    return matrix
  }
  return (frame, { taiS, taiFs }) => {
    const index = Math.floor(taiS / GRID_S)
    const share = (taiS - index * GRID_S + taiFs * 1e-15) / GRID_S
    const [before, after] = [nodeAt(frame, index), nodeAt(frame, index + 1)]
    return { matrix: blend(before, after, share), omegaRadS: [0, 0, 0] }
  }
}

/** Returns a weighted mean of two matrices. They differ by 1e-8 rad, so the mean differs from a rotation only by the square of 1e-8. */
function blend(a: Mat3, b: Mat3, share: number): Mat3 {
  const row = (p: Vec3, q: Vec3): Vec3 => add(p, scale(subtract(q, p), share))
  return [row(a[0], b[0]), row(a[1], b[1]), row(a[2], b[2])]
}
