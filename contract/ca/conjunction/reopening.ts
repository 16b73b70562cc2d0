import { RISK_LEVELS, type RiskLevel } from '../cdm.ts'
import type { Conjunction } from '../conjunction.ts'

/** Who signs what the product does by itself. */
export const PRODUCT = 'Apsis'

/** Inside a level, a probability that grows by this factor is news to whoever has decided (domain.md F29). */
const GROWTH_THAT_REOPENS = 5

/** The probability above which a decision is looked at again where nobody has named one; below HIGH the level is enough. */
export function standardReopening(level: RiskLevel, probability: number | null): number | null {
  if (probability === null || probability <= 0) return null
  if (RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf('HIGH')) return null
  const above = probability * GROWTH_THAT_REOPENS
  return above < 1 ? above : null
}

/** Whether nobody has acknowledged an event since it was found, or since the product opened it again by itself. */
export const isUnseen = ({ state, by }: Pick<Conjunction['decision'], 'state' | 'by'>): boolean =>
  state === 'NEW' || (by === PRODUCT && (state === 'ACKNOWLEDGED' || state === 'ASSIGNED'))
