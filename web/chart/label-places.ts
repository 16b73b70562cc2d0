/** A rectangle of the drawing, px. */
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
export type Place = { readonly x: number; readonly y: number; readonly align: 'start' | 'middle' | 'end' }

/** The average width of a character of 12 px, and its height with a small gap. */
const CHAR_PX = 6.4
const HEIGHT_PX = 15

/** Returns the box of a line of text. */
export function boxOfText(text: string, { x, y, align }: Place): Box {
  const width = text.length * CHAR_PX
  const left = align === 'start' ? x : align === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - HEIGHT_PX + 3, bottom: y + 3 }
}

/** Returns the first of the wished places that lies within `inside` and overlaps no taken box; undefined if there is none. */
export function freePlace(
  text: string,
  wishes: readonly Place[],
  { inside, taken }: { readonly inside: Box; readonly taken: readonly Box[] },
): Place | undefined {
  return wishes.find((place) => {
    const box = boxOfText(text, place)
    const isInside =
      box.left >= inside.left && box.right <= inside.right && box.top >= inside.top && box.bottom <= inside.bottom
    return isInside && !taken.some((other) => overlap(box, other))
  })
}

type Room = {
  readonly inside: Box
  readonly taken: readonly Box[]
  /** The least distance between two texts beside each other; with less they are read as one text. */
  readonly besidePx?: number
}

/** Returns a free place for each text in turn, so that no text covers another; undefined for a text without a free place. */
export function freePlaces(
  labels: readonly { readonly text: string; readonly wishes: readonly Place[] }[],
  { inside, taken, besidePx = 0 }: Room,
): readonly (Place | undefined)[] {
  const full = [...taken]
  return labels.map(({ text, wishes }) => {
    const place = freePlace(text, wishes, { inside, taken: full })
    if (!place) return undefined
    const { left, right, ...box } = boxOfText(text, place)
    full.push({ ...box, left: left - besidePx, right: right + besidePx })
    return place
  })
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
