import {
  type ErrorCurve,
  type PredictionError,
  predictionError,
  type Revolution,
  revolutionAfter,
} from '@apsis/astro/ephemeris/prediction-error.ts'
import { entry } from '@apsis/astro/matrix.ts'
import { type Regime, regimeOf, shapeOf } from '@apsis/astro/screening/regime.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { unpackOrbit } from '../ephemeris/record/packed-orbit.ts'

/** Operational orbits of one satellite, newest first; `madeAt` is ISO 8601. */
export type FlownFiles = {
  readonly files: readonly { readonly madeAt: string; readonly packed: Uint8Array }[]
  /** Only orbits in this regime are used; if absent, orbits in any regime. */
  readonly regime?: Regime
}

/**
 * Returns the error of each file at the creation time of each later one; none for a satellite in another regime than the wanted one. One file is
 * unpacked at a time, and only one of its revolutions at each of those times is kept in memory. Runs in the worker pool.
 */
export async function learnErrors({ files, regime }: FlownFiles): Promise<PredictionError[]> {
  const later: { readonly made: Epoch; readonly was: Revolution }[] = []
  const errors: PredictionError[] = []
  for (const [place, { madeAt, packed }] of files.entries()) {
    const [made, ephemeris] = [epochOf(madeAt), await unpackOrbit(packed)]
    if (place === 0 && regime !== undefined && regimeOf(shapeOf({ kind: 'ephemeris', ephemeris })) !== regime) return []
    for (const truth of later) {
      const said = revolutionAfter(ephemeris, truth.made)
      const error = said && predictionError(said, truth.was, secondsBetween(made, truth.made))
      if (error !== null) errors.push(error)
    }
    const was = revolutionAfter(ephemeris, made)
    if (was !== null) later.push({ made, was })
  }
  return errors
}

const AXES = [0, 1, 2, 3, 4, 5] as const

export type OwnMessages = { readonly noradId: number; readonly messages: readonly Uint8Array[] }

/**
 * Returns the accuracy of a satellite's orbit in messages, by the time from their creation to TCA; if two have the same age, the newer one counts.
 * A single covariance cannot be interpolated and gives no curve. Runs in the worker pool.
 */
export function learnFromMessages({ noradId, messages }: OwnMessages): ErrorCurve {
  const byAge = new Map<number, ErrorCurve[number]>()
  for (const bytes of messages) {
    const reading = readCdm(Buffer.from(bytes).toString('utf8'), { strict: false })
    // An older version of the product could read this message, and this version cannot; the other messages are still used.
    if (!reading.ok) continue
    const { header, relative, objects } = reading.message
    const own = objects.find(({ metadata }) => Number(metadata.objectDesignator) === noradId)
    const matrix = own?.covariance.matrix
    // Zeros mark a covariance that the provider does not have.
    if (matrix === undefined || AXES.some((axis) => !(entry(matrix, axis, axis) > 0))) continue
    const ageS = secondsBetween(header.creationDate, relative.tca)
    if (ageS > 0) byAge.set(ageS, { ageS, covarianceRtn: matrix })
  }
  return byAge.size < 2 ? [] : [...byAge.values()].sort((a, b) => a.ageS - b.ageS)
}

const epochOf = (iso: string) => parseTime(iso.replace('Z', ''))
