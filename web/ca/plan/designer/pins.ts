import type { DesignSearch } from './design-address.ts'
import type { SEARCH_NAMES } from './search-names.ts'

/** The parameters that hold the compared burns, each by its name. */
export const PINS = ['a', 'b', 'c'] as const
export type Pin = (typeof PINS)[number]

/** Returns the label of a kept burn, a number, because the letters are used for the chosen burn and the suggestions. */
export const pinLabel = (pin: Pin): string => String(PINS.indexOf(pin) + 1)

/** The parameters of the address that define a burn. */
const OF_BURN = [
  'start',
  'unit',
  'goal',
  'target',
  'direction',
  'frame',
  'vector',
  'arc',
  'dynamics',
  'error',
  'matrix',
] as const satisfies readonly (typeof SEARCH_NAMES)[number][]

/** Returns a burn as the text of a parameter: its settings, with the time at which it starts. */
export function pinText(search: DesignSearch, ignitionMs: number): string {
  const kept = new URLSearchParams()
  for (const name of OF_BURN) {
    const value = search[name]
    if (value !== undefined) kept.set(name, value)
  }
  kept.set('unit', 'DATE')
  kept.set('start', new Date(ignitionMs).toISOString())
  return kept.toString()
}

/** Returns the settings of a kept burn; its missing parameters are undefined, so that they are removed from the address. */
export function askedOf(text: string): DesignSearch {
  const kept = new URLSearchParams(text)
  return Object.fromEntries(OF_BURN.map((name) => [name, kept.get(name) ?? undefined]))
}

/** Returns the compared burns, by their names. */
export const pinned = (search: DesignSearch) =>
  PINS.flatMap((pin) => {
    const text = search[pin]
    return text === undefined || text === '' ? [] : [{ pin, asked: askedOf(text), text }]
  })

/** Returns the parameter that keeps one more burn; undefined if the burn is kept already, or if three burns are kept. */
export function pinOf(search: DesignSearch, ignitionMs: number): DesignSearch | undefined {
  const text = pinText(search, ignitionMs)
  const there = pinned(search)
  const free = PINS.find((pin) => !there.some((one) => one.pin === pin))
  return free === undefined || there.some((one) => one.text === text) ? undefined : { [free]: text }
}
