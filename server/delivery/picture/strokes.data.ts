import type { Place } from './canvas.ts'

/** The characters that pictures are labelled with, as strokes: 6 units high, y from the top. */
const STROKES: Readonly<Record<string, { readonly width: number; readonly lines: readonly (readonly Place[])[] }>> = {
  '0': {
    width: 4,
    lines: [
      [
        [0, 1],
        [1, 0],
        [3, 0],
        [4, 1],
        [4, 5],
        [3, 6],
        [1, 6],
        [0, 5],
        [0, 1],
      ],
    ],
  },
  '1': {
    width: 2,
    lines: [
      [
        [0, 1.4],
        [2, 0],
        [2, 6],
      ],
    ],
  },
  '2': {
    width: 4,
    lines: [
      [
        [0, 1],
        [1, 0],
        [3, 0],
        [4, 1],
        [4, 2.2],
        [0, 6],
        [4, 6],
      ],
    ],
  },
  '5': {
    width: 4,
    lines: [
      [
        [4, 0],
        [0.4, 0],
        [0, 2.8],
        [1, 2.3],
        [3, 2.3],
        [4, 3.3],
        [4, 5],
        [3, 6],
        [1, 6],
        [0, 5],
      ],
    ],
  },
  k: {
    width: 3.4,
    lines: [
      [
        [0, 0],
        [0, 6],
      ],
      [
        [3.2, 2],
        [0, 4.6],
      ],
      [
        [1.2, 3.6],
        [3.4, 6],
      ],
    ],
  },
  m: {
    width: 5,
    lines: [
      [
        [0, 2],
        [0, 6],
      ],
      [
        [0, 3],
        [0.9, 2],
        [1.6, 2],
        [2.5, 3],
        [2.5, 6],
      ],
      [
        [2.5, 3],
        [3.4, 2],
        [4.1, 2],
        [5, 3],
        [5, 6],
      ],
    ],
  },
  '.': {
    width: 0.6,
    lines: [
      [
        [0.3, 5.9],
        [0.3, 6],
      ],
    ],
  },
  '3': {
    width: 4,
    lines: [
      [
        [0, 0],
        [4, 0],
        [1.8, 2.4],
        [3, 2.4],
        [4, 3.4],
        [4, 5],
        [3, 6],
        [1, 6],
        [0, 5],
      ],
    ],
  },
  '4': {
    width: 4,
    lines: [
      [
        [3, 6],
        [3, 0],
        [0, 4.2],
        [4, 4.2],
      ],
    ],
  },
  '6': {
    width: 4,
    lines: [
      [
        [3.6, 0],
        [1.6, 0.6],
        [0.2, 3],
        [0, 4.4],
        [1, 6],
        [3, 6],
        [4, 5],
        [4, 3.8],
        [3, 2.7],
        [1.2, 2.7],
        [0.1, 3.8],
      ],
    ],
  },
  '7': {
    width: 4,
    lines: [
      [
        [0, 0],
        [4, 0],
        [1.4, 6],
      ],
    ],
  },
  '8': {
    width: 4,
    lines: [
      [
        [1, 2.8],
        [0.2, 2],
        [0.2, 0.8],
        [1, 0],
        [3, 0],
        [3.8, 0.8],
        [3.8, 2],
        [3, 2.8],
        [1, 2.8],
        [0, 3.8],
        [0, 5],
        [1, 6],
        [3, 6],
        [4, 5],
        [4, 3.8],
        [3, 2.8],
      ],
    ],
  },
  '9': {
    width: 4,
    lines: [
      [
        [0.4, 6],
        [2.4, 5.4],
        [3.8, 3],
        [4, 1.6],
        [3, 0],
        [1, 0],
        [0, 1],
        [0, 2.2],
        [1, 3.3],
        [2.8, 3.3],
        [3.9, 2.2],
      ],
    ],
  },
  '-': {
    width: 2.4,
    lines: [
      [
        [0, 3.2],
        [2.4, 3.2],
      ],
    ],
  },
  T: {
    width: 4.4,
    lines: [
      [
        [0, 0],
        [4.4, 0],
      ],
      [
        [2.2, 0],
        [2.2, 6],
      ],
    ],
  },
  C: {
    width: 4.2,
    lines: [
      [
        [4.2, 1.2],
        [3, 0],
        [1.4, 0],
        [0, 1.6],
        [0, 4.4],
        [1.4, 6],
        [3, 6],
        [4.2, 4.8],
      ],
    ],
  },
  A: {
    width: 4.4,
    lines: [
      [
        [0, 6],
        [2.2, 0],
        [4.4, 6],
      ],
      [
        [0.8, 4],
        [3.6, 4],
      ],
    ],
  },
  ' ': { width: 1, lines: [] },
}
const UNIT_PX = 3
const GAP = 2
const M_PER_KM = 1_000

type At = { readonly right: number; readonly bottom: number; readonly unitPx: number }

/** A text as strokes that end at a place, and how wide it is. Characters that have no strokes are left out. */
export function writeText(text: string, { right, bottom, unitPx }: At) {
  const letters = [...text].map((one) => STROKES[one])
  const widths = letters.map((letter) => (letter?.width ?? 0) + GAP)
  const widthPx = (widths.reduce((all, width) => all + width, 0) - GAP) * unitPx
  const lines = letters.flatMap((letter, place) => {
    const from = right - widthPx + widths.slice(0, place).reduce((all, width) => all + width, 0) * unitPx
    const strokes = letter?.lines ?? []
    return strokes.map((line) => line.map(([x, y]): Place => [from + x * unitPx, bottom - (6 - y) * unitPx]))
  })
  return { lines, widthPx }
}

/** A length in metres, or kilometres from one on, as strokes that end at a place. */
export const writeBarLabel = (lengthM: number, { right, bottom }: Omit<At, 'unitPx'>) =>
  writeText(lengthM < M_PER_KM ? `${lengthM} m` : `${lengthM / M_PER_KM} km`, { right, bottom, unitPx: UNIT_PX }).lines
