import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { type ColumnSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import type { ErrorCurve } from '@apsis/astro/ephemeris/prediction-error.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CovarianceSource } from '@apsis/astro/screening/encounter-probability.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import type { Flight, Screening, ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'

/** The orbit of a submitted object; the worker makes the model of its elements. */
export type SubmittedFlight =
  | { readonly kind: 'elements'; readonly elements: MeanElements }
  /** The segments in the form of `v8.serialize`: the submitting process need not read them. */
  | { readonly kind: 'ephemeris'; readonly segments: Uint8Array }

export type SubmittedObject = Omit<ScreeningObject, 'flight'> & { readonly flight: SubmittedFlight }

/** The data of a message about an object, except its state. */
export type FactsOfMessage = {
  /** In the radial, transverse and normal axes of the object, m and m/s. */
  readonly covarianceRtn: Matrix
  /** The combined radius of both objects, m; undefined if the message gives none. */
  readonly radiusM: number | undefined
}

/** The covariance by age for a file without one, and the creation time of that file. */
export type LearntOf = {
  readonly source: Extract<CovarianceSource, 'history' | 'messages'>
  readonly curve: ErrorCurve
  readonly since: Epoch
}

/**
 * The conditions of a screening in addition to a distance, and the data about its objects in addition to their
 * orbits.
 */
export type ScreeningFilter = {
  /** The facts of messages, by the place of the object. */
  readonly told?: ReadonlyMap<number, FactsOfMessage>
  /** The derived covariances, by the place of a primary whose file has none. */
  readonly learnt?: ReadonlyMap<number, LearntOf>
  /** Combined radii, m, by the place of the primary, if its size is known; a radius from a message takes precedence. */
  readonly radiiM?: ReadonlyMap<number, number>
  /** Only encounters inside the box at the closest approach are kept; thresholdM is then the radius of the sphere around the box. */
  readonly box?: ScreeningBox
  /** The boxes by the place of a primary, if they differ: an encounter in the box of one of two primaries is enough. */
  readonly boxes?: ReadonlyMap<number, ScreeningBox>
  /** The places of the objects that are screened; without them the lower place of a pair is the primary. */
  readonly primaries?: readonly number[]
}

/** A submitted screening, before any model is made. */
export type SubmittedScreening = Omit<Screening, 'objects'> &
  ScreeningFilter & { readonly objects: readonly SubmittedObject[] }

/** A screening ready to run. */
export type StoredScreening = Screening & ScreeningFilter

/** Packed segments; in the first format, which may still wait for a worker, they are not packed. */
type Segments = Uint8Array | readonly ColumnSegment[]

/** A packed object; without segments it uses the next elements. */
type PackedObject = Omit<ScreeningObject, 'flight'> & { readonly segments?: Segments }

type PackedScreening = Omit<StoredScreening, 'objects'> & {
  readonly format: typeof STORED_FORMAT | typeof FIRST_STORED_FORMAT
  readonly objects: readonly PackedObject[]
  /** The elements of all objects with element sets, one after the other. */
  readonly elements: Float64Array
}

const STORED_FORMAT = 2
const FIRST_STORED_FORMAT = 1
const NUMBERS = [
  'meanMotionRadPerS',
  'eccentricity',
  'incRad',
  'raanRad',
  'argPeriapsisRad',
  'meanAnomalyRad',
  'bstar',
] as const
/** The numbers, and the two parts of the epoch. */
const STRIDE = NUMBERS.length + 2

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** Packs a screening, so that each worker gets exactly the same numbers. */
export async function packScreening({ objects, ...rest }: SubmittedScreening): Promise<Buffer> {
  const elements = new Float64Array(objects.filter(({ flight }) => flight.kind === 'elements').length * STRIDE)
  let at = 0
  const packed = objects.map(({ flight, ...object }): PackedObject => {
    if (flight.kind === 'ephemeris') return { ...object, segments: flight.segments }
    const { epoch } = flight.elements
    elements.set([...NUMBERS.map((name) => flight.elements[name]), epoch.taiS, epoch.taiFs], at)
    at += STRIDE
    return object
  })
  return compress(serialize({ ...rest, format: STORED_FORMAT, objects: packed, elements } satisfies PackedScreening))
}

/** Unpacks a screening, ready to run. Throws a RangeError that names the object with an unusable orbit. */
export async function unpackScreening(bytes: Buffer): Promise<StoredScreening> {
  const { format, objects, elements, ...rest } = deserialize(await decompress(bytes)) as PackedScreening
  if (format !== STORED_FORMAT && format !== FIRST_STORED_FORMAT)
    throw new RangeError(`the screening is stored in format ${format}, this version reads ${STORED_FORMAT}`)
  let at = 0
  const flightOf = (segments: Segments | undefined): Flight => {
    if (segments instanceof Uint8Array) return { kind: 'ephemeris', ephemeris: makeEphemeris(deserialize(segments)) }
    if (segments !== undefined) return { kind: 'ephemeris', ephemeris: makeEphemeris(segments) }
    at += STRIDE
    return { kind: 'elements', model: initSgp4(readElements(elements.subarray(at - STRIDE, at))) }
  }
  const flying = objects.map(({ segments, ...object }) => ({ ...object, flight: named(object.id, flightOf, segments) }))
  return { ...rest, objects: flying }
}

function readElements(numbers: Float64Array): MeanElements {
  const number = (index: number) => numbers[index] ?? Number.NaN
  const fields = Object.fromEntries(NUMBERS.map((name, index) => [name, number(index)]))
  const epoch = { taiS: number(NUMBERS.length), taiFs: number(NUMBERS.length + 1) }
  return { ...(fields as Record<(typeof NUMBERS)[number], number>), epoch }
}

function named<A, R>(id: string, work: (argument: A) => R, argument: A): R {
  try {
    return work(argument)
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`object ${id}: ${error.message}`, { cause: error }) : error
  }
}
