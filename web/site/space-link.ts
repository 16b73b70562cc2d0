/** An object that the globe follows is seen from this far, from above and behind. */
const FOLLOWED = { lat: '25', lon: '0', r: '4000' } as const

/** Returns an instant as links write it: to the second. */
export const secondInAddress = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`

/** Returns the search parameters of the page of space on which the globe follows an object, at a time if one is given. */
export const spaceOfObject = (number: number | string, atMs?: number) => ({
  ...FOLLOWED,
  view: 'globe',
  pick: String(number),
  at: 'pick',
  t: atMs === undefined ? undefined : secondInAddress(atMs),
})

/** Returns the search parameters of the page of space on which the globe shows both objects of an event at TCA. */
export const spaceOfEvent = (conjunctionId: string, tcaMs: number) => ({
  view: 'globe',
  at: conjunctionId,
  t: secondInAddress(tcaMs),
})

/** Returns the search parameters of the page of space on which the motion of one object from another is plotted, about a time. */
export const spaceOfMotion = (own: string, other: string, atMs: number) => ({
  view: 'flat',
  plot: 'relative',
  sat: own,
  with: other,
  t: secondInAddress(atMs),
})
