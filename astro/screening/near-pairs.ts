import { missing } from '../missing.ts'

/** Called with the two indices of a pair, the lower one first. */
export type OnPair = (first: number, second: number) => void

/**
 * Calls `onPair` once for every two points that are at most `distance` apart, in no particular order; `positions` has x, y, z of one after the
 * other, and a point with a NaN is excluded. The points are sorted along x, and each is compared with the following ones while the difference in
 * x is small enough. This is sweep and prune along one axis. It compares far more pairs than a grid does, but cannot have an error at a border of
 * cells: simplicity is more important for the reference of faster screenings. A point is compared with points whose x is at most `distance`
 * larger: for n points over a length L these are about n distance/L, so that 30,000 objects in low orbit (L = 14,000 km) take 6e6 comparisons at
 * 100 km.
 */
export function forNearPairs(positions: Float64Array, distance: number, onPair: OnPair): void {
  const count = Math.floor(positions.length / 3)
  const x = (place: number) => positions[3 * place] ?? Number.NaN
  const valid = Array.from({ length: count }, (_, place) => place).filter((place) => isWhole(positions, place))
  const order = Uint32Array.from(valid).sort((a, b) => x(a) - x(b))
  const sorted = new Float64Array(3 * order.length)
  order.forEach((place, at) => {
    sorted.set(positions.subarray(3 * place, 3 * place + 3), 3 * at)
  })
  for (let a = 0; a < order.length; a += 1) {
    for (let b = a + 1; b < order.length; b += 1) {
      const dx = (sorted[3 * b] ?? missing()) - (sorted[3 * a] ?? missing())
      if (dx > distance) break
      const dy = (sorted[3 * b + 1] ?? missing()) - (sorted[3 * a + 1] ?? missing())
      const dz = (sorted[3 * b + 2] ?? missing()) - (sorted[3 * a + 2] ?? missing())
      if (dx * dx + dy * dy + dz * dz > distance * distance) continue
      const [one, other] = [order[a] ?? missing(), order[b] ?? missing()]
      onPair(Math.min(one, other), Math.max(one, other))
    }
  }
}

function isWhole(positions: Float64Array, place: number): boolean {
  const [x, y, z] = positions.subarray(3 * place, 3 * place + 3)
  return Number.isFinite((x ?? Number.NaN) + (y ?? Number.NaN) + (z ?? Number.NaN))
}
