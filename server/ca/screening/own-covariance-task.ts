import {
  type ErrorCurve,
  errorCurve,
  type MadeEphemeris,
  type PredictionError,
  predictionError,
} from '@apsis/astro/ephemeris/prediction-error.ts'
import { entry } from '@apsis/astro/matrix.ts'
import { type Regime, regimeOf, shapeOf } from '@apsis/astro/screening/regime.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { unpackOrbit } from '../ephemeris-file/packed-orbit.ts'

/** A satellite whose file states no covariance, and all that one may be learnt from. */
export type BareFlyer = { readonly satelliteId: string; readonly noradId: number }

export type Evidence = {
  readonly bare: readonly BareFlyer[]
  /** Orbits that satellites of the organisation flew by, oldest first; `madeAt` is ISO 8601. */
  readonly flown: readonly { readonly satelliteId: string; readonly madeAt: string; readonly packed: Uint8Array }[]
  /** Messages about the bare satellites as they came. */
  readonly messages: readonly Uint8Array[]
}

/** What a covariance was learnt from: own files of the satellite, those of its regime, or messages about it. */
export type LearntCovariance = {
  readonly satelliteId: string
  readonly source: 'history' | 'messages'
  readonly curve: ErrorCurve
}

type Flown = MadeEphemeris & { readonly satelliteId: string }

/**
 * For each satellite the covariance by age that its file does not state: from what its own earlier files were wrong by, where there
 * are enough; else from those of all own satellites in its regime; else from what messages say of it. For the pool.
 */
export async function learnCovariances({ bare, flown, messages }: Evidence): Promise<LearntCovariance[]> {
  const files: Flown[] = []
  for (const { satelliteId, madeAt, packed } of flown)
    files.push({ satelliteId, made: epochOf(madeAt), ephemeris: await unpackOrbit(packed) })
  const bySatellite = Map.groupBy(files, ({ satelliteId }) => satelliteId)
  return bare.flatMap(({ satelliteId, noradId }): LearntCovariance[] => {
    const own = errorCurve(errorsOf(bySatellite.get(satelliteId) ?? []))
    if (own.length > 0) return [{ satelliteId, source: 'history', curve: own }]
    const ofRegime = errorCurve(alikeOf(bySatellite, satelliteId).flatMap(errorsOf))
    if (ofRegime.length > 0) return [{ satelliteId, source: 'history', curve: ofRegime }]
    const curve = curveOfMessages(noradId, messages)
    // One covariance cannot be interpolated.
    return curve.length < 2 ? [] : [{ satelliteId, source: 'messages', curve }]
  })
}

/** The files of all satellites that fly in the regime of this one. */
function alikeOf(bySatellite: ReadonlyMap<string, readonly Flown[]>, satelliteId: string): (readonly Flown[])[] {
  const regime = regimeOfNewest(bySatellite.get(satelliteId) ?? [])
  return regime === null ? [] : [...bySatellite.values()].filter((files) => regimeOfNewest(files) === regime)
}

function regimeOfNewest(files: readonly Flown[]): Regime | null {
  const last = files.at(-1)
  return last === undefined ? null : regimeOf(shapeOf({ kind: 'ephemeris', ephemeris: last.ephemeris }))
}

/** Each file against each later one. */
function errorsOf(files: readonly Flown[]): PredictionError[] {
  return files.flatMap((late, place) => files.slice(0, place).flatMap((early) => predictionError(early, late) ?? []))
}

const AXES = [0, 1, 2, 3, 4, 5] as const

/** What messages say of the satellite's orbit, by the time from their creation to TCA; of two that are as old, the newer. */
function curveOfMessages(noradId: number, messages: readonly Uint8Array[]): ErrorCurve {
  const byAge = new Map<number, ErrorCurve[number]>()
  for (const bytes of messages) {
    const reading = readCdm(Buffer.from(bytes).toString('utf8'), { strict: false })
    // It was read when it came; a message is never changed.
    if (!reading.ok) throw new TypeError('a stored message cannot be read')
    const { header, relative, objects } = reading.message
    const own = objects.find(({ metadata }) => Number(metadata.objectDesignator) === noradId)
    const matrix = own?.covariance.matrix
    // Zeros stand for a covariance that the provider does not have.
    if (matrix === undefined || AXES.some((axis) => !(entry(matrix, axis, axis) > 0))) continue
    const ageS = secondsBetween(header.creationDate, relative.tca)
    if (ageS > 0) byAge.set(ageS, { ageS, covarianceRtn: matrix })
  }
  return [...byAge.values()].sort((a, b) => a.ageS - b.ageS)
}

const epochOf = (iso: string) => parseTime(iso.replace('Z', ''))
