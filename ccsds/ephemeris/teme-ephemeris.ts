import {
  axesAt,
  type CovarianceColumns,
  epochAt,
  hasPositionCovariance,
  type StateColumns,
  sliceCovariances,
  statesOf,
  toCovarianceColumns,
  toStateColumns,
} from '@apsis/astro/ephemeris/columns.ts'
import { type ColumnSegment, type Ephemeris, INTERPOLATIONS, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { makeStateConverter } from '@apsis/astro/ephemeris/to-teme.ts'
import type { EarthModel } from '@apsis/astro/frames/earth.ts'
import { type Frame, isTerrestrial, transformState } from '@apsis/astro/frames/frame.ts'
import { parseLocalFrame } from '@apsis/astro/frames/local.ts'
import { compareEpochs } from '@apsis/astro/time/epoch.ts'
import { isResolved, type MessageTime } from '../block/block.ts'
import { toFrame } from '../block/frame-name.ts'
import type { OemSegment, OemState } from '../oem/oem.ts'

/** Outside the Earth orientation parameters, the values at their ends are used: all objects have the same error, which then cancels. */
const HELD: EarthModel = { outside: 'hold' }

type SegmentMetadata = Parameters<typeof requireEarthFrame>[0] &
  Parameters<typeof interpolationOf>[0] &
  Parameters<typeof spanOf>[0]

/** The part of an OEM segment that an ephemeris needs. */
export interface GivenSegment extends Pick<OemSegment, 'states' | 'covariances'> {
  readonly metadata: SegmentMetadata
}

/** The segments in columns; the axes of covariances have the names that they have in the message. */
export interface MessageColumns<M extends SegmentMetadata = SegmentMetadata> {
  readonly metadata: M
  readonly states: StateColumns
  readonly covariances: CovarianceColumns
}

/** Returns a segment in columns. A covariance whose time is unknown is omitted. Throws RangeError for a state whose time is unknown. */
export function toMessageColumns<M extends SegmentMetadata>(
  segment: GivenSegment & { readonly metadata: M },
): MessageColumns<M> {
  const { metadata } = segment
  const given = segment.covariances.flatMap(({ epoch, matrix, refFrame = metadata.refFrame }) =>
    isResolved(epoch) ? [{ epoch, covariance: matrix, refFrame }] : [],
  )
  const axes = [...new Set(given.map(({ refFrame }) => refFrame))]
  const places = new Map(axes.map((name, place) => [name, place]))
  const axesOf = Uint32Array.from(given, ({ refFrame }) => places.get(refFrame) ?? 0)
  const covariances = { ...toCovarianceColumns(given, metadata.refFrame), axes, axesOf }
  return { metadata, states: toStateColumns(resolveStates(segment.states)), covariances }
}

/**
 * Returns the segments of one object as an ephemeris in TEME for a screening, with their covariances. A covariance in unknown axes is omitted, and so
 * is one of zeros, which counts as missing. Throws RangeError for states that cannot be transformed to TEME.
 */
export function toTemeEphemeris(segments: readonly (GivenSegment | MessageColumns)[]): Ephemeris {
  return makeEphemeris(
    segments.map((given): ColumnSegment => {
      const segment = 'count' in given.states ? (given as MessageColumns) : toMessageColumns(given as GivenSegment)
      const { metadata } = segment
      const frame = requireEarthFrame(metadata)
      const bare = {
        ...interpolationOf(metadata),
        ...spanOf(metadata),
        frame: 'TEME',
        states: isTerrestrial(frame) ? fromEarth(segment.states, frame) : fromSky(segment.states, frame),
      }
      return { ...bare, covariances: knownCovariances(segment.covariances, bare) }
    }),
  )
}

/** Converts states in a celestial frame; its grid of rotations serves all files about the same days. */
const fromSky = makeStateConverter(HELD)

/** Converts states in a frame that rotates with the Earth. */
function fromEarth(states: StateColumns, frame: Frame): StateColumns {
  // An acceleration in a frame that rotates with the Earth is not the orbit's acceleration, so it is not used. The interpolation degree in the
  // message does not count it, either.
  return toStateColumns(
    statesOf(states).map(({ epoch, r, v }) => {
      const state = transformState({ frame, epoch, r, v }, 'TEME', HELD)
      return { epoch, r: state.r, v: state.v }
    }),
  )
}

/**
 * Returns the covariances that can be used: in axes that are known, not of zeros, and within the usable span. They stay in their axes, and
 * are rotated only when they are needed (covarianceInFrame), because a conjunction needs two of thousands.
 */
function knownCovariances(given: CovarianceColumns, bare: ColumnSegment): CovarianceColumns {
  const [whole] = makeEphemeris([bare]).segments
  // An unknown name is empty.
  const axes = given.axes.map((name) => toFrame(name) ?? (parseLocalFrame(name) === undefined ? '' : name))
  const named = { ...given, axes }
  const rows: number[] = []
  for (let row = 0; row < given.count && whole !== undefined; row += 1) {
    const epoch = epochAt(given, row)
    const isWithin = compareEpochs(epoch, whole.start) >= 0 && compareEpochs(epoch, whole.stop) <= 0
    const isKnown = axesAt(named, row) !== ''
    if (isWithin && isKnown && hasPositionCovariance(given.triangles, row)) rows.push(row)
  }
  return rows.length === given.count ? named : sliceCovariances(named, rows)
}

/** Returns the frame of data about the Earth in a message. Throws RangeError if its states cannot be transformed. */
export function requireEarthFrame({ centreName, refFrame }: { centreName: string; refFrame: string }): Frame {
  if (centreName.toUpperCase() !== 'EARTH') throw new RangeError(`CENTER_NAME is ${centreName}, not EARTH`)
  const frame = toFrame(refFrame)
  if (frame === null) throw new RangeError(`REF_FRAME ${refFrame} cannot be transformed`)
  return frame
}

/** Returns the method and degree that a message asks for, if they are known. */
export function interpolationOf(metadata: { interpolation?: string; interpolationDegree?: number }) {
  const method = INTERPOLATIONS.find((known) => known === metadata.interpolation?.toUpperCase())
  const { interpolationDegree } = metadata
  return {
    ...(method === undefined ? {} : { interpolation: method }),
    ...(interpolationDegree === undefined ? {} : { degree: interpolationDegree }),
  }
}

/** Returns the span in which, according to the message, its states may be used. */
export function spanOf(metadata: { useableStartTime?: MessageTime; useableStopTime?: MessageTime }) {
  const { useableStartTime: start, useableStopTime: stop } = metadata
  return {
    ...(start !== undefined && isResolved(start) ? { useableStart: start } : {}),
    ...(stop !== undefined && isResolved(stop) ? { useableStop: stop } : {}),
  }
}

/** Returns states whose times are known. Throws RangeError for a time system without a relation to UTC. */
export function resolveStates(states: readonly OemState[]) {
  return states.map(({ epoch, ...rest }) => {
    if (isResolved(epoch)) return { epoch, ...rest }
    throw new RangeError(`times in ${epoch.timeSystem} have no known relation to UTC`)
  })
}
