import { type EarthModel, earthAt } from '../frames/earth.ts'
import { FRAMES, type Frame, isTerrestrial, rotationBetween } from '../frames/frame.ts'
import { chain, type FrameRotation, rotateCovariance, rotateState } from '../frames/rotation.ts'
import { transform } from '../mat3.ts'
import { missing } from '../missing.ts'
import { type Epoch, makeEpoch } from '../time/epoch.ts'
import { add, cross, scale, subtract, type Vec3 } from '../vec3.ts'
import {
  axesAt,
  type CovarianceColumns,
  type EphemerisState,
  epochAt,
  matrixAt,
  type StateColumns,
  statesOf,
  toStateColumns,
  writeTriangle,
} from './columns.ts'
import { type ColumnSegment, type Ephemeris, makeEphemeris, type PreparedSegment } from './ephemeris.ts'

/** Between celestial frames, rotations are computed at this interval, s, and interpolated. */
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
          ? (epoch: Epoch) =>
              chain(rotationBetween(frame, 'GCRF', earthAt(epoch, model)), slowRotation.rotationAt('GCRF', epoch))
          : (epoch: Epoch) => slowRotation.rotationAt(frame, epoch)
        return convert(prepared, rotationAt, isTerrestrial(frame))
      }),
    )
}

/**
 * Returns a function that converts states in columns from a celestial frame to TEME of date, each to that of its own epoch. Dense states share the
 * rotations of a grid of a quarter of an hour; states that are further apart each have their own.
 */
export function makeStateConverter(model: EarthModel = {}): (columns: StateColumns, frame: Frame) => StateColumns {
  const slowRotation = makeSlowRotation(model)
  return (columns, frame) => {
    if (frame === 'TEME') return columns
    const { count, taiS, taiFs } = columns
    const isDense = count > 0 && (taiS[count - 1] ?? missing()) - (taiS[0] ?? missing()) < count * GRID_S
    const states = new Float64Array(columns.states.length)
    const accelerations = columns.accelerations && new Float64Array(columns.accelerations.length)
    const matrix = new Float64Array(9)
    for (let row = 0; row < count; row += 1) {
      if (isDense) slowRotation.write(frame, taiS[row] ?? missing(), taiFs[row] ?? missing(), matrix)
      else matrix.set(rotationBetween(frame, 'TEME', earthAt(epochAt(columns, row), model)).matrix.flat())
      transformInto(matrix, columns.states, states, 6 * row)
      transformInto(matrix, columns.states, states, 6 * row + 3)
      if (accelerations !== undefined && columns.accelerations !== undefined)
        transformInto(matrix, columns.accelerations, accelerations, 3 * row)
    }
    return { count, taiS, taiFs, states, ...(accelerations === undefined ? {} : { accelerations }) }
  }
}

/** Transforms the three numbers from an index on. */
function transformInto(matrix: Float64Array, from: Float64Array, into: Float64Array, at: number): void {
  const x = from[at] ?? missing()
  const y = from[at + 1] ?? missing()
  const z = from[at + 2] ?? missing()
  into[at] = (matrix[0] ?? missing()) * x + (matrix[1] ?? missing()) * y + (matrix[2] ?? missing()) * z
  into[at + 1] = (matrix[3] ?? missing()) * x + (matrix[4] ?? missing()) * y + (matrix[5] ?? missing()) * z
  into[at + 2] = (matrix[6] ?? missing()) * x + (matrix[7] ?? missing()) * y + (matrix[8] ?? missing()) * z
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
): ColumnSegment {
  const { covariances, states, ...rest } = segment
  return {
    ...rest,
    frame: 'TEME',
    interpolation: isTurning && interpolation === 'LINEAR' ? 'LAGRANGE' : interpolation,
    degree: isTurning ? Math.max(degree, LEAST_DEGREE) : degree,
    states: toStateColumns(statesOf(states).map((state) => turn(state, rotationAt(state.epoch)))),
    ...(covariances === undefined ? {} : { covariances: turnCovariances(covariances, segment.frame, rotationAt) }),
  }
}

/** Converts the covariances in the frame of the states; those in other axes stay in them. */
function turnCovariances(
  covariances: CovarianceColumns,
  frame: string,
  rotationAt: (epoch: Epoch) => FrameRotation,
): CovarianceColumns {
  const triangles = covariances.triangles.slice()
  for (let row = 0; row < covariances.count; row += 1) {
    if (axesAt(covariances, row) !== frame) continue
    const rotation = rotationAt(epochAt(covariances, row))
    writeTriangle(triangles, row, rotateCovariance(rotation, matrixAt(triangles, row)))
  }
  return { ...covariances, triangles, axes: covariances.axes.map((name) => (name === frame ? 'TEME' : name)) }
}

function turn({ epoch, r, v, a }: EphemerisState, rotation: FrameRotation): EphemerisState {
  const turned = rotateState(rotation, { r, v })
  if (a === undefined) return { epoch, ...turned }
  // With ω of the new axes in the old ones: a′ = R a − 2 ω × v′ − ω × (ω × r′), for constant ω.
  const { matrix, omegaRadS: omega } = rotation
  const fictitious: Vec3 = add(scale(cross(omega, turned.v), 2), cross(omega, cross(omega, turned.r)))
  return { epoch, ...turned, a: subtract(transform(matrix, a), fictitious) }
}

interface SlowRotation {
  rotationAt(frame: Frame, epoch: Epoch): FrameRotation
  /** Writes the nine numbers of the matrix, row by row. */
  write(frame: Frame, taiS: number, taiFs: number, into: Float64Array): void
}

/**
 * Returns the rotation from a celestial frame to TEME: precession and nutation. A cubic through four rotations, a quarter of an hour apart, follows
 * them to 1e-14 rad.
 */
function makeSlowRotation(model: EarthModel): SlowRotation {
  const known = new Map<Frame, Map<number, Float64Array>>()
  let near: { readonly frame: Frame; readonly index: number; readonly four: readonly Float64Array[] } | null = null
  const nodeAt = (frame: Frame, index: number): Float64Array => {
    const nodes = known.get(frame) ?? new Map<number, Float64Array>()
    known.set(frame, nodes)
    const old = nodes.get(index)
    if (old !== undefined) return old
    if (nodes.size >= MOST_NODES) nodes.clear()
    // The daily orientation of the Earth is irrelevant for this rotation.
    const earth = earthAt(makeEpoch(index * GRID_S), { ...model, outside: 'hold' })
    const matrix = Float64Array.from(rotationBetween(frame, 'TEME', earth).matrix.flat())
    nodes.set(index, matrix)
    return matrix
  }
  const write = (frame: Frame, taiS: number, taiFs: number, into: Float64Array): void => {
    const index = Math.floor(taiS / GRID_S)
    if (near === null || near.frame !== frame || near.index !== index)
      near = { frame, index, four: [-1, 0, 1, 2].map((step) => nodeAt(frame, index + step)) }
    blend(near.four, (taiS - index * GRID_S + taiFs * 1e-15) / GRID_S, into)
  }
  return {
    write,
    rotationAt(frame, { taiS, taiFs }) {
      const numbers = new Float64Array(9)
      write(frame, taiS, taiFs, numbers)
      const row = (i: number): Vec3 => [
        numbers[i] ?? missing(),
        numbers[i + 1] ?? missing(),
        numbers[i + 2] ?? missing(),
      ]
      return { matrix: [row(0), row(3), row(6)], omegaRadS: [0, 0, 0] }
    },
  }
}

/** Writes the cubic through matrices at −1, 0, 1 and 2 (Lagrange). They differ so little that the sum is a rotation to the last digit. */
function blend([a, b, c, d]: readonly Float64Array[], at: number, into: Float64Array): void {
  if (a === undefined || b === undefined || c === undefined || d === undefined) missing()
  const wa = (-at * (at - 1) * (at - 2)) / 6
  const wb = ((at + 1) * (at - 1) * (at - 2)) / 2
  const wc = (-(at + 1) * at * (at - 2)) / 2
  const wd = ((at + 1) * at * (at - 1)) / 6
  for (let k = 0; k < into.length; k += 1)
    into[k] = wa * (a[k] ?? missing()) + wb * (b[k] ?? missing()) + wc * (c[k] ?? missing()) + wd * (d[k] ?? missing())
}
