import type { EncounterObject } from '../conjunction/conjunction-plane.ts'
import { type Hall2021Result, hall2021 } from '../conjunction/probability/hall-2021.ts'
import type { EncounterModel } from './encounter-model.ts'

/** A value takes some kilobytes, and a page on which somebody designs burns for hours uses one model all the time. */
export const MOST_KEPT_VALUES = 1000

const VALUES = new WeakMap<EncounterModel, Map<string, Hall2021Result>>()

/**
 * Returns the Hall (2021) probability of an encounter. It takes tens of milliseconds, so it is computed once: plans for several targets from one
 * start try the same burns.
 */
export function keptHall(model: EncounterModel, primary: EncounterObject, secondary: EncounterObject): Hall2021Result {
  const values = VALUES.get(model) ?? new Map<string, Hall2021Result>()
  const key = JSON.stringify([primary, secondary])
  const known = values.get(key)
  if (known !== undefined) return known
  const result = hall2021(primary, secondary, { radiusM: model.encounter.radiusM })
  if (values.size >= MOST_KEPT_VALUES) values.clear()
  VALUES.set(model, values.set(key, result))
  return result
}
