import type { Place } from './canvas.ts'

/** The characters that a length of 1, 2 or 5 times a power of ten is written with, as strokes: 6 units high, y from the top. */
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
  ' ': { width: 1, lines: [] },
}
const UNIT_PX = 3
const GAP = 2
const M_PER_KM = 1_000

/** A length in metres, or kilometres from one on, as strokes that end at a place. */
export function writeBarLabel(lengthM: number, { right, bottom }: { readonly right: number; readonly bottom: number }) {
  const letters = [...(lengthM < M_PER_KM ? `${lengthM} m` : `${lengthM / M_PER_KM} km`)].map((one) => STROKES[one])
  const widths = letters.map((letter) => (letter?.width ?? 0) + GAP)
  const left = right - (widths.reduce((all, width) => all + width, 0) - GAP) * UNIT_PX
  return letters.flatMap((letter, place) => {
    const from = left + widths.slice(0, place).reduce((all, width) => all + width, 0) * UNIT_PX
    const lines = letter?.lines ?? []
    return lines.map((line) => line.map(([x, y]): Place => [from + x * UNIT_PX, bottom - (6 - y) * UNIT_PX]))
  })
}
