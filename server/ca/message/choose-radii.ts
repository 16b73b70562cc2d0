import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { findHardBodyRadius, findOwnRadiusM } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import { BLANKET_RADIUS_M, DEFAULT_SECONDARY_RADIUS_M } from '../fleet/radius.data.ts'

/** The radius of an object that was used, m, and where it is from. */
export type ObjectRadius = { readonly radiusM: number; readonly from: 'satellite' | 'message' | 'default' }
export type Radii = readonly [ObjectRadius, ObjectRadius]

/**
 * The radii of the two objects of a message. A satellite of the organisation has its own; then the other object is as
 * large as the message says in its comments, else as the default. Where neither object is a satellite with a known
 * radius, the message decides alone, as in `apsis pc`; a combined radius (HBR) is carried by object 1, so that the sum of
 * both is what it says. Where nobody tells anything, the blanket value counts.
 */
export function chooseRadii(cdm: Cdm, satellites: readonly [number | null, number | null]): Radii {
  const [first, second] = satellites
  if (first === null && second === null) {
    const told = findHardBodyRadius(cdm)
    if (told?.from === 'HBR') return [message(told.radiusM), message(0)]
  }
  return [
    radiusOf(cdm, { place: 0, own: first, standard: BLANKET_RADIUS_M - DEFAULT_SECONDARY_RADIUS_M }),
    radiusOf(cdm, { place: 1, own: second, standard: DEFAULT_SECONDARY_RADIUS_M }),
  ]
}

/** Both together, as they are added up everywhere. */
export function combineRadii([first, second]: Radii): { readonly radiusM: number; readonly from: string } {
  const from = [...new Set([first.from, second.from])].join(' and ')
  return { radiusM: first.radiusM + second.radiusM, from }
}

const message = (radiusM: number): ObjectRadius => ({ radiusM, from: 'message' })

type Asked = { readonly place: 0 | 1; readonly own: number | null; readonly standard: number }

function radiusOf(cdm: Cdm, { place, own, standard }: Asked): ObjectRadius {
  if (own !== null) return { radiusM: own, from: 'satellite' }
  const told = findOwnRadiusM(cdm.objects[place])
  return told === null ? { radiusM: standard, from: 'default' } : message(told)
}
