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
 * A function that writes ephemerides again in TEME of date, for a screening: one for many of them, as it keeps what
 * they share. Every state is turned to TEME of its own epoch, velocities out of turning axes with ω × r; accelerations
 * and covariances too. Throws RangeError for a segment in a frame that is none of FRAMES, and for a state in a
 * terrestrial one outside the Earth orientation parameters (unless the model says to hold them).
 *
 * All go by way of GCRF, so that ephemerides of different frames stay to each other as they are. SGP4's own tie of TEME
 * to the Earth, by GMST, is another one: 1 m in low orbit today, 7 m in the geostationary ring (rotationBetween), far
 * less than what element sets are good to.
 *
 * Interpolating afterwards by the method and degree of the message agrees with turning what is interpolated in its own
 * frame: between celestial frames to 1 mm in low orbit and 2 cm in the geostationary ring at steps of minutes, as the
 * axes of date turn by 1e-11 rad/s, which is not in the velocities (rotationBetween). Out of terrestrial frames, both
 * follow the orbit to the error of the method itself. But a low degree that follows an object which stands still above
 * a turning Earth does not follow its circle: there it is raised to 7, and LINEAR becomes LAGRANGE.
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
    // The daily orientation of the Earth is irrelevant for it.
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

/** Returns a weighted mean of two matrices. They differ by 1e-8 rad, so the mean is a rotation to the square of that. */
function blend(a: Mat3, b: Mat3, share: number): Mat3 {
  const row = (p: Vec3, q: Vec3): Vec3 => add(p, scale(subtract(q, p), share))
  return [row(a[0], b[0]), row(a[1], b[1]), row(a[2], b[2])]
}
