import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { findHardBodyRadius, findOwnRadiusM } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import { BLANKET_RADIUS_M, DEFAULT_SECONDARY_RADIUS_M } from '../../satellite/record/radius.data.ts'

/** The radius of an object that was used, m, and its source. */
export type ObjectRadius = { readonly radiusM: number; readonly from: 'satellite' | 'table' | 'message' | 'default' }
export type Radii = readonly [ObjectRadius, ObjectRadius]
/** The sizes of the two objects in the table of the organisation, m; null if the table has none. */
export type LoadedRadii = readonly [number | null, number | null]

/**
 * Returns the radii of the two objects of a message. A satellite of the organisation has its own radius. For other objects the table that
 * the organisation has loaded counts, else the comments of the message. If no source states a size, a standard value counts; the standard
 * values of both objects add up to the blanket radius. If neither object is a satellite of the organisation, and the table does not have
 * both, a combined radius (HBR) of the message decides, as in `apsis pc`. It is assigned to object 1, so that the sum of both radii equals
 * it.
 */
export function chooseRadii(cdm: Cdm, satellites: readonly [number | null, number | null], loaded: LoadedRadii): Radii {
  const [first, second] = satellites
  if (first === null && second === null && (loaded[0] === null || loaded[1] === null)) {
    const told = findHardBodyRadius(cdm)
    if (told?.from === 'HBR') return [message(told.radiusM), message(0)]
  }
  return [
    radiusOf(cdm, { place: 0, own: first, loaded: loaded[0], standard: BLANKET_RADIUS_M - DEFAULT_SECONDARY_RADIUS_M }),
    radiusOf(cdm, { place: 1, own: second, loaded: loaded[1], standard: DEFAULT_SECONDARY_RADIUS_M }),
  ]
}

/** Returns the combined radius, and its sources. */
export function combineRadii([first, second]: Radii): { readonly radiusM: number; readonly from: string } {
  const from = [...new Set([first.from, second.from])].join(' and ')
  return { radiusM: first.radiusM + second.radiusM, from }
}

const message = (radiusM: number): ObjectRadius => ({ radiusM, from: 'message' })

type RadiusQuestion = {
  readonly place: 0 | 1
  readonly own: number | null
  readonly loaded: number | null
  readonly standard: number
}

function radiusOf(cdm: Cdm, { place, own, loaded, standard }: RadiusQuestion): ObjectRadius {
  if (own !== null) return { radiusM: own, from: 'satellite' }
  if (loaded !== null) return { radiusM: loaded, from: 'table' }
  const told = findOwnRadiusM(cdm.objects[place])
  return told === null ? { radiusM: standard, from: 'default' } : message(told)
}
