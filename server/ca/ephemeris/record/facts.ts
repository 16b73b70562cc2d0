import { GM_EARTH } from '@apsis/astro/constants.ts'
import {
  axesAt,
  epochAt,
  hasPositionCovariance,
  haveAccelerations,
  stateAt,
  TRIANGLE_NUMBERS,
} from '@apsis/astro/ephemeris/columns.ts'
import type { Ephemeris, PreparedSegment } from '@apsis/astro/ephemeris/ephemeris.ts'
import { watchFlatCovariance } from '@apsis/astro/ephemeris/flat-covariance.ts'
import { missing } from '@apsis/astro/missing.ts'
import { toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { MessageColumns } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import type { OemMetadata } from '@apsis/ccsds/oem/oem.ts'

export type Span = { readonly from: Epoch; readonly to: Epoch }

/** The facts of a file, as far as it can be read. */
export type EphemerisFacts = {
  readonly originator: string | null
  /** The creation time; null if the format does not state it. */
  readonly made: Epoch | null
  readonly objectId: string
  readonly objectName: string
  readonly referenceFrame: string
  readonly span: Span
  /** The span without its ends, where a polynomial has states on one side only. */
  readonly usable: Span
  readonly points: number
  readonly segments: number
  readonly statesPerRevolution: number
  readonly gaps: readonly Span[]
  readonly covariance: 'given' | 'assumed'
  readonly covarianceFrame: string | null
  /** From here on the covariance is a flat envelope; null: it is an estimate, or there is none. */
  readonly envelopeFrom: Epoch | null
}

type FileContent = {
  readonly segments: readonly MessageColumns<OemMetadata>[]
  readonly ephemeris: Ephemeris
  readonly originator: string | null
  readonly made: Epoch | null
}

/** Returns the facts of a readable ephemeris. Throws RangeError if it has no states. */
export function factsOf({ segments, ephemeris, originator, made }: FileContent): EphemerisFacts {
  const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
  const [head] = segments
  if (first === undefined || last === undefined || head === undefined) throw new RangeError('there are no states')
  const isGiven = ephemeris.segments.some(({ covarianceTimes }) => covarianceTimes.length > 0)
  const frames = new Set(segments.map(({ metadata }) => metadata.refFrame))
  return {
    originator,
    made,
    objectId: head.metadata.objectId,
    objectName: head.metadata.objectName,
    referenceFrame: [...frames].join(', '),
    span: { from: first.origin, to: lastEpoch(last) },
    usable: usableOf(first, last),
    points: segments.reduce((sum, { states }) => sum + states.count, 0),
    segments: segments.length,
    statesPerRevolution: densityOf(ephemeris, first),
    gaps: gapsOf(ephemeris),
    covariance: isGiven ? 'given' : 'assumed',
    covarianceFrame: isGiven ? axesOf(segments) : null,
    envelopeFrom: envelopeOf(segments),
  }
}

/** Returns the axes of the first covariance that is not of zeros. */
function axesOf(segments: FileContent['segments']): string | null {
  for (const { covariances } of segments)
    for (let row = 0; row < covariances.count; row += 1)
      if (hasPositionCovariance(covariances.triangles, row)) return axesAt(covariances, row)
  return null
}

function envelopeOf(segments: FileContent['segments']): Epoch | null {
  const watch = watchFlatCovariance()
  for (const { covariances } of segments)
    for (let row = 0; row < covariances.count && watch.from === null; row += 1)
      if (hasPositionCovariance(covariances.triangles, row))
        watch.take(epochAt(covariances, row), covariances.triangles, TRIANGLE_NUMBERS * row)
  return watch.from
}

function lastEpoch({ origin, times }: PreparedSegment): Epoch {
  return addSeconds(origin, times.at(-1) ?? 0)
}

/** Returns the stated usable span, or the span in which polynomials have states on both sides: without half the nodes at each end. */
function usableOf(first: PreparedSegment, last: PreparedSegment): Span {
  const margin = (segment: PreparedSegment) => Math.min(marginOf(segment), Math.floor((segment.times.length - 1) / 2))
  const from =
    first.segment.useableStart === undefined
      ? addSeconds(first.origin, first.times[margin(first)] ?? missing())
      : first.start
  const to =
    last.segment.useableStop === undefined ? addSeconds(last.origin, last.times.at(-1 - margin(last)) ?? 0) : last.stop
  return compareEpochs(from, to) < 0 ? { from, to } : { from: first.start, to: last.stop }
}

function marginOf({ interpolation, degree, segment }: PreparedSegment): number {
  if (interpolation === 'LINEAR') return 0
  const withA = haveAccelerations(segment.states)
  const nodes = interpolation === 'HERMITE' ? Math.ceil((degree + 1) / (withA ? 3 : 2)) : degree + 1
  return Math.floor(nodes / 2)
}

/** Returns the number of states in a revolution of the orbit through the first one. */
function densityOf({ segments }: Ephemeris, first: PreparedSegment): number {
  const steps = segments.reduce((sum, { times }) => sum + times.length - 1, 0)
  const seconds = segments.reduce((sum, { times }) => sum + (times.at(-1) ?? 0), 0)
  if (seconds === 0) return 0
  const { semiMajorAxisM, eccentricity } = toKeplerian(stateAt(first.segment.states, 0), GM_EARTH)
  if (eccentricity >= 1) return 0
  return (2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH) * steps) / seconds
}

/** Returns times between two segments that no segment covers. */
function gapsOf({ segments }: Ephemeris): Span[] {
  return segments.slice(1).flatMap((segment, place) => {
    const before = segments[place]
    if (before === undefined || secondsBetween(before.stop, segment.start) <= 0) return []
    return [{ from: before.stop, to: segment.start }]
  })
}
