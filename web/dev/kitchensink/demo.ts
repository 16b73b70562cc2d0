import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { now } from '../../clock/clock.ts'

/** Smaller probabilities are zero in the demo, to show how values below the display's lower limit look. */
const LOW_PC = 2e-9

/** Risk labels with their probability; the low ones are first, because there are many of them. */
const RISKS = [
  { label: 'LOW', pc: 1e-9 },
  { label: 'LOW', pc: 3e-8 },
  { label: 'UNKNOWN', pc: undefined },
  { label: 'LOW', pc: 4e-7 },
  { label: 'MEDIUM', pc: 2e-6 },
  { label: 'HIGH', pc: 1.4e-5 },
  { label: 'CRITICAL', pc: 9e-5 },
] as const

/** A made-up conjunction; no data is of a real object. */
export type DemoRow = {
  readonly id: string
  readonly risk: string
  readonly satellite: string
  readonly secondary: string
  readonly tcaMs: number
  readonly probability: number | undefined
  readonly before: number | undefined
  readonly missM: number
  readonly radialM: number
  readonly ageMs: number
}

/** The time for which the designs are drawn. */
export const DEMO_NOW_MS = Date.parse('2026-11-20T07:02:27Z')
/** The time at which the page was opened, from which ticks are counted. */
export const LIVE_MS = now()
const SPAN_MINUTES = 7 * 24 * 60

/** Returns a number in [0, 1) that looks random but is the same in every run: the fraction of a multiple of the golden ratio. */
function spread(place: number, salt: number): number {
  const turned = (place + 1) * 0.618_033_988_749_895 * (salt + 1)
  return turned - Math.floor(turned)
}

/** Returns rows that did not exist before, spread over the same days. */
export function laterRows(count: number, serial: number): readonly DemoRow[] {
  return demoRows(count).map((row) => ({ ...row, id: `later-${serial}-${row.id}`, risk: 'HIGH' }))
}

/** Returns conjunctions in the order of their closest approach. */
export function demoRows(count: number): readonly DemoRow[] {
  return Array.from({ length: count }, (_, place) => {
    const risk = RISKS[Math.floor(spread(place, 3) ** 3 * RISKS.length)] ?? RISKS[0]
    const probability = risk.pc === undefined ? undefined : risk.pc * (1 + 8 * spread(place, 5))
    return {
      id: `demo-${place}`,
      risk: risk.label,
      satellite: `SAT-${1 + Math.floor(spread(place, 7) * 6)}`,
      secondary: String(90_001 + Math.floor(spread(place, 11) * 9_000)),
      tcaMs: DEMO_NOW_MS + Math.floor(((place + 0.5) / count) * SPAN_MINUTES) * MINUTE_MS + place * 137,
      probability: probability !== undefined && probability < LOW_PC ? 0 : probability,
      before: probability === undefined || place % 9 === 0 ? undefined : probability / (0.4 + 2 * spread(place, 13)),
      missM: Math.round(20_000 * spread(place, 17) ** 2 + 12),
      radialM: Math.round(900 * (spread(place, 19) - 0.5)),
      ageMs: Math.floor(spread(place, 23) * 600) * MINUTE_MS,
    }
  })
}
