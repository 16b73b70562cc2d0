import { type Box, freePlaces, type Place } from '../../chart/label-places.ts'
import type { Scene } from './balance-scene.ts'

/** The distance of a label from its mark, and the size of the marks. */
const BESIDE_PX = 10
const MARK_PX = 6
/** The vertical distances of a label from its usual height, nearest first. */
const STEPS_PX = [0, -16, -32, -48, -64, -80, -96, 16, 32, 48]
/** Each part of the line of the forecast is divided into this number of pieces. */
const PIECES = 8

type Texts = { readonly have: string; readonly refused: string | undefined; readonly reached: readonly string[] }
export type BalanceLabels = {
  readonly have: Place | undefined
  readonly refused: Place | undefined
  readonly reached: readonly (Place | undefined)[]
}

/**
 * Returns the places of the labels over the plot, so that none covers another, a mark or the forecast: the current values are placed first,
 * then the refused orders.
 */
export function balanceLabels({ area, now, refused, reached, ahead }: Scene, texts: Texts): BalanceLabels {
  const taken = [...[...refused, ...reached].map((mark) => boxOfMark(mark, MARK_PX)), ...boxesOfLine(ahead)]
  const last = refused.at(0)
  const wished = [
    { text: texts.have, wishes: around([now.x, now.x], now.y - 6, area) },
    ...(last && texts.refused !== undefined
      ? [{ text: texts.refused, wishes: around([last.x, Math.max(last.x, now.x)], last.y + 4, area) }]
      : []),
    ...reached.map(({ x, y }, place) => ({ text: texts.reached[place] ?? '', wishes: around([x, x], y - 5, area) })),
  ]
  const [have, ...rest] = freePlaces(wished, { inside: area, taken, besidePx: 4 })
  const hasRefused = rest.length > reached.length
  return { have, refused: hasRefused ? rest[0] : undefined, reached: hasRefused ? rest.slice(1) : rest }
}

/**
 * Returns the places beside a mark: first at the right, as near to its height as possible, then at the left; on a phone across its line.
 */
function around([left, right]: readonly [number, number], y: number, area: Scene['area']): readonly Place[] {
  const middle = (area.left + area.right) / 2
  return [
    ...STEPS_PX.map((step) => ({ x: right + BESIDE_PX, y: y + step, align: 'start' as const })),
    ...STEPS_PX.map((step) => ({ x: left - BESIDE_PX, y: y + step, align: 'end' as const })),
    ...STEPS_PX.map((step) => ({ x: middle, y: y + step, align: 'middle' as const })),
  ]
}

type Point = { readonly x: number; readonly y: number }

const boxOfMark = ({ x, y }: Point, halfPx: number): Box => ({
  left: x - halfPx,
  right: x + halfPx,
  top: y - halfPx,
  bottom: y + halfPx,
})

function boxesOfLine(ahead: Scene['ahead']): readonly Box[] {
  return ahead.slice(1).flatMap((to, place) => {
    const from = ahead[place] ?? to
    return Array.from({ length: PIECES + 1 }, (_, piece) => {
      const share = piece / PIECES
      const [x, y] = [from.x + share * (to.x - from.x), from.expected + share * (to.expected - from.expected)]
      return boxOfMark({ x, y }, 1)
    })
  })
}
