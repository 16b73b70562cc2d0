import type { SEARCH_NAMES } from './search-names.ts'
import type { DesignSearch } from './wish.ts'

/** The parameters that hold the burns that are compared, each by its name. */
export const PINS = ['a', 'b', 'c'] as const
export type Pin = (typeof PINS)[number]

/** What it is called: the letters are those of the chosen burn and of what is suggested. */
export const pinLabel = (pin: Pin): string => String(PINS.indexOf(pin) + 1)

/** What of the address makes a burn what it is. */
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

/** A burn as a parameter keeps it: what was asked for, with the time at which it starts. */
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

/** What was asked for with a burn; a parameter that it did not have is undefined, so that to take it leaves nothing of another one. */
export function askedOf(text: string): DesignSearch {
  const kept = new URLSearchParams(text)
  return Object.fromEntries(OF_BURN.map((name) => [name, kept.get(name) ?? undefined]))
}

/** The burns that are compared, by their names. */
export const pinned = (search: DesignSearch) =>
  PINS.flatMap((pin) => {
    const text = search[pin]
    return text === undefined || text === '' ? [] : [{ pin, asked: askedOf(text), text }]
  })

/** What keeps one more burn; undefined where it is kept already, or there are three. */
export function pinOf(search: DesignSearch, ignitionMs: number): DesignSearch | undefined {
  const text = pinText(search, ignitionMs)
  const there = pinned(search)
  const free = PINS.find((pin) => !there.some((one) => one.pin === pin))
  return free === undefined || there.some((one) => one.text === text) ? undefined : { [free]: text }
}
