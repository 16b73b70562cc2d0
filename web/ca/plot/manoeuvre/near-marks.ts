/** A burn on the map: when it starts, in revolutions before the closest approach, and how large it is, m/s. */
export type BurnMark = {
  readonly lead: number
  readonly deltaV: number
  readonly label: string
  readonly isChosen: boolean
  /** Where the chosen one was before it is dragged. */
  readonly isGhost?: boolean
}

type Scale = (value: number) => number

const NEAR_PX = 12

/** Marks that would cover each other become one with all of their names. */
export function togetherWhereNear(marks: readonly BurnMark[], x: Scale, y: Scale): readonly BurnMark[] {
  const kept: BurnMark[] = []
  for (const mark of marks) {
    const place = kept.findIndex(
      (one) =>
        !(one.isGhost || mark.isGhost) &&
        Math.hypot(x(one.lead) - x(mark.lead), y(one.deltaV) - y(mark.deltaV)) < NEAR_PX,
    )
    const near = kept[place]
    if (near === undefined) kept.push(mark)
    else kept[place] = { ...near, label: `${near.label}, ${mark.label}`, isChosen: near.isChosen || mark.isChosen }
  }
  return kept
}
