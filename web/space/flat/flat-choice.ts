/** The plots beside the flat map, in the order in which they are offered. */
export const FLAT_PLOTS = ['none', 'along', 'ring', 'relative'] as const
export type FlatPlot = (typeof FLAT_PLOTS)[number]

/** The parameters of an address that choose a flat plot. */
export type FlatSearch = {
  readonly plot?: string | undefined
  readonly sat?: string | undefined
  readonly with?: string | undefined
  readonly radial?: string | undefined
  readonly plane?: string | undefined
  readonly reach?: string | undefined
  readonly unit?: string | undefined
  readonly degrees?: string | undefined
}

/** The choices in the address; undefined where the page chooses. */
export type FlatChoice = {
  readonly plot: FlatPlot | undefined
  /** The catalogue numbers of the own satellite and of the object that it is compared with. */
  readonly own: number | undefined
  readonly other: number | undefined
  readonly radialKm: number
  readonly planeDeg: number
  readonly reachKm: number | undefined
  readonly unit: 'km' | 's'
  /** The greatest distance of neighbours in the ring, degrees of longitude. */
  readonly withinDeg: number
}

/** The limits of what can be chosen, and what is offered; the first is the default. */
export const CHOICES = {
  radialKm: { from: 1, to: 200, offered: [40, 10, 20, 80, 160] },
  planeDeg: { from: 0.05, to: 5, offered: [0.5, 0.1, 0.25, 1, 2, 5] },
  withinDeg: { from: 0.2, to: 20, offered: [0.7, 0.3, 2, 5, 10] },
} as const

/** Returns the choice of an address; a value that is not a number, or beyond its limits, is ignored. */
export function flatChoiceOf(search: FlatSearch): FlatChoice {
  const catalogueNumber = (text: string | undefined) => {
    const number = Number(text)
    return Number.isSafeInteger(number) && number > 0 ? number : undefined
  }
  const limited = (text: string | undefined, { from, to, offered }: (typeof CHOICES)[keyof typeof CHOICES]) => {
    const number = Number(text ?? Number.NaN)
    return number >= from && number <= to ? number : offered[0]
  }
  const reach = Number(search.reach ?? Number.NaN)
  return {
    plot: FLAT_PLOTS.find((one) => one === search.plot),
    own: catalogueNumber(search.sat),
    other: catalogueNumber(search.with),
    radialKm: limited(search.radial, CHOICES.radialKm),
    planeDeg: limited(search.plane, CHOICES.planeDeg),
    reachKm: reach >= 1 && reach <= 21_000 ? reach : undefined,
    unit: search.unit === 's' ? 's' : 'km',
    withinDeg: limited(search.degrees, CHOICES.withinDeg),
  }
}
