import { hasCovariance } from '@apsis/astro/conjunction/definiteness.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import type { Ephemeris, PreparedSegment } from '@apsis/astro/ephemeris/ephemeris.ts'
import { watchFlatCovariance } from '@apsis/astro/ephemeris/flat-covariance.ts'
import { missing } from '@apsis/astro/missing.ts'
import { toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import type { OemCovariance, OemMetadata, OemState } from '@apsis/ccsds/oem/oem.ts'

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

/** A segment as it was read, and its first line. */
export type ReadSegment = {
  readonly line: number
  readonly metadata: OemMetadata
  readonly states: OemState[]
  readonly covariances: OemCovariance[]
}

type FileContent = {
  readonly segments: readonly ReadSegment[]
  readonly ephemeris: Ephemeris
  readonly originator: string | null
  readonly made: Epoch | null
}

/** Returns the facts of a readable ephemeris. Throws RangeError if it has no states. */
export function factsOf({ segments, ephemeris, originator, made }: FileContent): EphemerisFacts {
  const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
  const [head] = segments
  if (first === undefined || last === undefined || head === undefined) throw new RangeError('there are no states')
  const covariances = segments.flatMap((segment) => segment.covariances).filter(({ matrix }) => hasCovariance(matrix))
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
    points: segments.reduce((sum, { states }) => sum + states.length, 0),
    segments: segments.length,
    statesPerRevolution: densityOf(ephemeris, first),
    gaps: gapsOf(ephemeris),
    covariance: isGiven ? 'given' : 'assumed',
    covarianceFrame: isGiven ? (covariances[0]?.refFrame ?? head.metadata.refFrame) : null,
    envelopeFrom: envelopeOf(covariances),
  }
}

function envelopeOf(covariances: readonly OemCovariance[]): Epoch | null {
  const watch = watchFlatCovariance()
  for (const { epoch, matrix } of covariances) if (isResolved(epoch)) watch.take(epoch, matrix)
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
  const withA = segment.states.every(({ a }) => a !== undefined)
  const nodes = interpolation === 'HERMITE' ? Math.ceil((degree + 1) / (withA ? 3 : 2)) : degree + 1
  return Math.floor(nodes / 2)
}

/** Returns the number of states in a revolution of the orbit through the first one. */
function densityOf({ segments }: Ephemeris, first: PreparedSegment): number {
  const [state] = first.segment.states
  const steps = segments.reduce((sum, { times }) => sum + times.length - 1, 0)
  const seconds = segments.reduce((sum, { times }) => sum + (times.at(-1) ?? 0), 0)
  if (state === undefined || seconds === 0) return 0
  const { semiMajorAxisM, eccentricity } = toKeplerian(state, GM_EARTH)
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
