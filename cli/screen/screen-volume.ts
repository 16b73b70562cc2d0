import type { Regime } from '@apsis/astro/screening/regime.ts'
import { SCREENING_BOXES } from '@apsis/astro/screening/screening-box.data.ts'
import { type ScreeningBox, sphereAround } from '@apsis/astro/screening/screening-box.ts'
import { UsageError } from '../terminal/command.ts'

/** The volume within which an approach is an encounter: a distance, one box for all primaries, or the box of each primary's regime. */
export type Volume =
  | { readonly kind: 'distance'; readonly distanceM: number }
  | { readonly kind: 'box'; readonly box: ScreeningBox }
  | { readonly kind: 'regime' }

const UNIT_M: Readonly<Record<string, number>> = { m: 1, km: 1000 }

/** Reads --threshold and --box; 5 km if neither is given. */
export function readVolume(threshold: string | undefined, box: string | undefined): Volume {
  if (threshold !== undefined && box !== undefined) throw new UsageError('give one of --threshold and --box')
  if (box === 'auto') return { kind: 'regime' }
  if (box === undefined) return { kind: 'distance', distanceM: readLength(threshold ?? '5km', '--threshold') }
  const [, numbers = '', unit = ''] = /^(.*?)(km|m)?$/.exec(box) ?? []
  const sides = numbers.split(',')
  if (sides.length !== 3) {
    throw new UsageError(
      `--box is auto, or three half sides with commas between, as 2,44,51km, not ${JSON.stringify(box)}`,
    )
  }
  const [radialM = 0, transverseM = 0, normalM = 0] = sides.map((side) => readLength(`${side}${unit}`, '--box'))
  return { kind: 'box', box: { radialM, transverseM, normalM } }
}

/** Reads a length such as 5km or 800m; without a unit it is in km, in which boxes are published. */
function readLength(text: string, option: string): number {
  const [, number = '', unit = 'km'] = /^([\d.]+(?:e[-+]?\d+)?)(km|m)?$/i.exec(text.trim()) ?? []
  const lengthM = number === '' ? Number.NaN : Number(number) * (UNIT_M[unit.toLowerCase()] ?? Number.NaN)
  if (lengthM > 0 && Number.isFinite(lengthM)) return lengthM
  throw new UsageError(`${option} is a length above 0, as 5km or 800m, not ${JSON.stringify(text)}`)
}

/** Returns the box around a primary in a regime; null if only the distance counts. */
export function boxOf(volume: Volume, regime: Regime): ScreeningBox | null {
  if (volume.kind === 'distance') return null
  return volume.kind === 'box' ? volume.box : SCREENING_BOXES[regime]
}

/** Returns the radius of a sphere that contains the volume of a primary in a regime, m. */
export function reachOf(volume: Volume, regime: Regime): number {
  const box = boxOf(volume, regime)
  if (box !== null) return sphereAround(box)
  return volume.kind === 'distance' ? volume.distanceM : Number.NaN
}
