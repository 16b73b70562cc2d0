import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { typedTime } from '../../../clock/typed-instant.ts'
import { readNumber } from '../../../ui/format/number.ts'
import { orbitOfText } from '../orbit-text.ts'
import type { PassQuestion } from '../pass-query.ts'

/** The query in the address: all values are text. */
export type PassesSearch = {
  readonly [K in 'object' | 'satellite' | 'sensors' | 'from' | 'days' | 'elevation' | 'least']?: string | undefined
}
export const DAYS = ['1', '3', '7', '14'] as const
export const USUAL_DAYS = '7'

export type PassFault = 'badObject' | 'badFrom' | 'badElevation' | 'badLeast'
export type PassReading =
  | { readonly ok: true; readonly question: PassQuestion /** Shorter passes are left out. */; readonly leastMs: number }
  | { readonly ok: false; readonly faults: readonly PassFault[] }

type Beside = { readonly message: string | undefined; readonly nowMs: number }

/** Returns the query of the address; a message that is too long for the address is passed separately. */
export function askedOf(search: PassesSearch, { message, nowMs }: Beside): PassReading {
  const faults: PassFault[] = []
  const orbit = search.satellite
    ? ({ kind: 'satellite', satelliteId: search.satellite } as const)
    : orbitOfText(message ?? search.object ?? '')
  if (!orbit) faults.push('badObject')
  const fromMs = search.from === undefined ? Math.floor(nowMs / MINUTE_MS) * MINUTE_MS : typedTime(search.from)
  if (fromMs === undefined) faults.push('badFrom')
  const elevation = search.elevation === undefined ? undefined : readNumber(search.elevation)
  if (elevation !== undefined && !(elevation >= 0 && elevation <= 90)) faults.push('badElevation')
  const least = search.least === undefined ? 0 : readNumber(search.least)
  if (!(least >= 0)) faults.push('badLeast')
  if (!orbit || fromMs === undefined || faults.length > 0) return { ok: false, faults }
  const days = DAYS.find((one) => one === search.days) ?? USUAL_DAYS
  const codes = (search.sensors ?? '').split(/[\s,;]+/).filter((code) => code !== '')
  const question = { orbit, codes, fromMs, toMs: fromMs + Number(days) * DAY_MS, elevation }
  return { ok: true, question, leastMs: least * MINUTE_MS }
}
