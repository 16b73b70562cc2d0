type Point = readonly [x: number, y: number]
/** A shape in a square of 12 × 12, around its centre; a ring has a line of 2. */
export type Shape =
  | { readonly kind: 'dot' | 'ring'; readonly radius: number }
  | { readonly kind: 'polygon'; readonly points: readonly Point[] }

/** The six shapes (ux.md §3.1): they distinguish levels whose colours look the same to some people. */
export const SHAPES = {
  inactive: { kind: 'dot', radius: 2.6 },
  pending: { kind: 'ring', radius: 4 },
  ok: { kind: 'dot', radius: 3.6 },
  caution: {
    kind: 'polygon',
    points: [
      [1.8, 1.8],
      [10.2, 1.8],
      [10.2, 10.2],
      [1.8, 10.2],
    ],
  },
  serious: {
    kind: 'polygon',
    points: [
      [6, 0.4],
      [11.6, 6],
      [6, 11.6],
      [0.4, 6],
    ],
  },
  critical: {
    kind: 'polygon',
    points: [
      [0.3, 1.2],
      [11.7, 1.2],
      [6, 11.2],
    ],
  },
} as const satisfies Readonly<Record<string, Shape>>
