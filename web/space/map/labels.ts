import { type Box, overlap } from '../../chart/label-places.ts'

type Point = { readonly x: number; readonly y: number }

/** A label of one or more lines for a mark of a map. */
export type Block = {
  readonly id: string
  readonly lines: readonly string[]
  /** The classes of the first line. */
  readonly tone: string
  /** The mark, px. */
  readonly of: Box
  /** The only side on which the label may be. */
  readonly only?: 'above' | 'right'
  /** True for a label that may lie over a track, if there is no other place for it. */
  readonly isVital?: boolean
  /** A mark that is drawn only with its label. */
  readonly mark?: Point
}

/** A label with its place: of the first line, with the side to which the text is aligned. */
export type PlacedBlock = Pick<Block, 'id' | 'lines' | 'tone' | 'mark'> &
  Point & {
    readonly anchor: 'start' | 'middle' | 'end'
    /** The line from the mark to a label that is not beside it. */
    readonly leader: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number } | undefined
  }

type Wish = { readonly box: Box; readonly placed: PlacedBlock }

/** The average width of a character of 12 px, and the height of a line. */
const CHAR_PX = 6.6
const LINE_PX = 15
/** The distances of a label from the edge of its mark; from the third on a line leads from one to the other. */
const DISTANCES_PX = [3, 9, 16, 28, 44] as const
const LED_FROM_PX = 12
/** The directions in which a label can be: beside its mark first, then above and below, then between. */
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0.8, -0.6],
  [0.8, 0.6],
  [-0.8, -0.6],
  [-0.8, 0.6],
  [0, -1],
  [0, 1],
] as const
const ONLY = { above: [0, -1], right: [1, 0] } as const

/**
 * Returns a place for each label in turn, the nearest that is inside and covers neither a mark nor a track nor an earlier label. Labels
 * without such a place are left out; a vital one may cover a track.
 */
export function placeBlocks(
  blocks: readonly Block[],
  {
    inside,
    taken,
    tracks = [],
  }: { readonly inside: Box; readonly taken: readonly Box[]; readonly tracks?: readonly Box[] },
): readonly PlacedBlock[] {
  const full = [...taken]
  return blocks.flatMap((block) => {
    const wishes = wishesOf(block).filter(
      ({ box }) =>
        box.left >= inside.left &&
        box.right <= inside.right &&
        box.top >= inside.top &&
        box.bottom <= inside.bottom &&
        !full.some((other) => overlap(box, other)),
    )
    const found =
      wishes.find(({ box }) => !tracks.some((other) => overlap(box, other))) ?? (block.isVital ? wishes[0] : undefined)
    if (!found) return []
    full.push(found.box)
    return [found.placed]
  })
}

const wishesOf = (block: Block): readonly Wish[] =>
  DISTANCES_PX.flatMap((distance) =>
    (block.only ? [ONLY[block.only]] : DIRECTIONS).map((direction) => wishOf(block, distance, direction)),
  )

function wishOf({ id, lines, tone, of, mark }: Block, distance: number, [dx, dy]: readonly [number, number]): Wish {
  const width = Math.max(...lines.map(({ length }) => length)) * CHAR_PX
  const height = lines.length * LINE_PX
  const [middleX, middleY] = [(of.left + of.right) / 2, (of.top + of.bottom) / 2]
  const [reachX, reachY] = [(of.right - of.left) / 2 + distance, (of.bottom - of.top) / 2 + distance]
  const edgeX = middleX + dx * reachX
  const left = dx > 0 ? edgeX : dx < 0 ? edgeX - width : edgeX - width / 2
  const edgeY = middleY + dy * reachY
  const top = dx === 0 ? (dy > 0 ? edgeY : edgeY - height) : edgeY - height / 2
  const anchor = dx > 0 ? 'start' : dx < 0 ? 'end' : 'middle'
  const leader =
    distance < LED_FROM_PX
      ? undefined
      : { x1: middleX + dx * (reachX - distance), y1: middleY + dy * (reachY - distance), x2: edgeX, y2: edgeY }
  return {
    box: { left, right: left + width, top, bottom: top + height },
    placed: { id, lines, tone, ...(mark ? { mark } : {}), x: edgeX, y: top + 12, anchor, leader },
  }
}
