import { missing } from '@apsis/astro/missing.ts'
import { canMakeBoth, type MadePass } from '@apsis/contract/odt/sensor/sensor-turn.ts'

/** A time at which a sensor could make one of the wanted passes; times in s. */
export type Option = MadePass & {
  /** The wanted pass that the option serves; each wanted pass is made at most once. */
  readonly slot: string
  readonly sensorCode: string
  /** The value of making the pass in this option; above 0. */
  readonly value: number
}

/** The existing work of a sensor. */
export type Busy = Pick<Option, 'sensorCode' | 'startS' | 'endS' | 'pointing'>

/** The rates of sensors, deg/s, by their codes; a sensor that is not listed states none. */
export type SlewRates = ReadonlyMap<string, number>

/** The existing work of the sensors, and their rates. */
type Sensors = { readonly busy?: readonly Busy[]; readonly rates?: SlewRates }

const NO_RATES: SlewRates = new Map()
/** The most steps of the search; a schedule of 12 passes with 6 options each needs some thousands. */
const MOST_STEPS = 200_000

const areApart = (a: Busy, b: Busy, rates: SlewRates): boolean =>
  a.sensorCode !== b.sensorCode || canMakeBoth(a, b, rates.get(a.sensorCode) ?? null)

/**
 * Returns the options with the largest total value that do not conflict with each other or with the existing work of sensors. Each wanted
 * pass has at most one option, and each sensor has time to turn between two of them. Branch and bound (Land and Doig, Econometrica 28
 * (1960) 497): the bound is the best option of each remaining slot. After the allowed steps the best schedule so far is returned, which is
 * never worse than taking the most valuable option first. Accuracy: finds the integer optimum of 200 generated cases (schedule.test.ts).
 */
export function schedule(options: readonly Option[], { busy = [], rates = NO_RATES }: Sensors = {}): Option[] {
  const free = options.filter((option) => busy.every((one) => areApart(option, one, rates)))
  const bySlot = new Map<string, Option[]>()
  for (const option of free) bySlot.set(option.slot, [...(bySlot.get(option.slot) ?? []), option])
  // Slots with few options are searched first, because their conflicts show early.
  const slots = [...bySlot.values()]
    .map((own) => own.toSorted((a, b) => b.value - a.value || a.startS - b.startS))
    .sort((a, b) => a.length - b.length)
  const bestLeft = new Array<number>(slots.length + 1).fill(0)
  for (let at = slots.length - 1; at >= 0; at -= 1)
    bestLeft[at] = (bestLeft[at + 1] ?? missing()) + (slots[at]?.[0]?.value ?? missing())
  let [best, bestValue, steps] = [takeGreedily(free, rates), 0, 0]
  bestValue = worthOf(best)
  const chosen: Option[] = []
  const visit = (at: number, value: number): void => {
    steps += 1
    if (value > bestValue) [best, bestValue] = [[...chosen], value]
    if (at === slots.length || steps > MOST_STEPS || value + (bestLeft[at] ?? missing()) <= bestValue) return
    for (const option of slots[at] ?? []) {
      if (!chosen.every((one) => areApart(one, option, rates))) continue
      chosen.push(option)
      visit(at + 1, value + option.value)
      chosen.pop()
    }
    visit(at + 1, value)
  }
  visit(0, 0)
  return best.toSorted((a, b) => a.startS - b.startS)
}

export const worthOf = (options: readonly Option[]): number => options.reduce((sum, { value }) => sum + value, 0)

function takeGreedily(options: readonly Option[], rates: SlewRates): Option[] {
  const taken: Option[] = []
  for (const option of options.toSorted((a, b) => b.value - a.value))
    if (taken.every((one) => one.slot !== option.slot && areApart(one, option, rates))) taken.push(option)
  return taken
}
