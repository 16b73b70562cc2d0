import { type Box, boxOfText, freePlaces, type Place } from '../../../chart/label-places.ts'

/** A burn on the map: its start, in revolutions before the closest approach, and its size, m/s. */
export type BurnMark = {
  readonly lead: number
  readonly deltaV: number
  readonly label: string
  readonly isChosen: boolean
  /** The place of the chosen burn before it is dragged. */
  readonly isGhost?: boolean
}

type Scale = (value: number) => number

const NEAR_PX = 12

/** Returns the marks; marks that would cover each other are joined into one with all of their names. */
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

/** A mark at its place in the drawing, px. */
export type DrawnMark = BurnMark & { readonly px: number; readonly py: number }

/**
 * The distance from the middle of a mark to the name beside it, the distance between this name and the names on the lines above and below,
 * and half the size of a diamond with its edge.
 */
const [BESIDE_PX, LINE_PX, MARK_PX] = [13, 16, 10]

/**
 * Returns the places of the names of marks: beside their mark, else one or two lines above or below, over no other name or mark and inside
 * the map. The chosen burn is placed first, because people look for it. If everything is full, a name is beside its mark, on the side that
 * has more room.
 */
export function namePlaces(marks: readonly DrawnMark[], inside: Box): readonly Place[] {
  const taken = marks.map(
    ({ px, py }): Box => ({ left: px - MARK_PX, right: px + MARK_PX, top: py - MARK_PX, bottom: py + MARK_PX }),
  )
  const order = marks.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen))
  const labels = order.map(({ label, px, py }) => ({ text: label, wishes: wishesOf(px, py) }))
  const found = freePlaces(labels, { inside, taken, besidePx: 4 })
  return marks.map((mark) => found[order.indexOf(mark)] ?? withMoreRoom(mark, inside))
}

function wishesOf(px: number, py: number): Place[] {
  return [0, -1, 1, -2, 2].flatMap((lines): Place[] => {
    const y = py + 4 + lines * LINE_PX
    return [
      { x: px + BESIDE_PX, y, align: 'start' },
      { x: px - BESIDE_PX, y, align: 'end' },
    ]
  })
}

function withMoreRoom({ label, px, py }: DrawnMark, inside: Box): Place {
  const right: Place = { x: px + BESIDE_PX, y: py + 4, align: 'start' }
  return boxOfText(label, right).right <= inside.right || px - inside.left < inside.right - px
    ? right
    : { x: px - BESIDE_PX, y: py + 4, align: 'end' }
}
