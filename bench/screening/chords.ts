/** The paths of all objects during a step, as straight lines: the middle and half of the path, x, y, z of one object after the other. */
export interface Chords {
  readonly middles: Float64Array
  readonly halves: Float64Array
}

export function makeChords(count: number): Chords {
  return { middles: new Float64Array(3 * count), halves: new Float64Array(3 * count) }
}

/** Makes the lines between two lists of positions; if either position is NaN, the object has no line. */
export function layChords({ middles, halves }: Chords, from: Float64Array, to: Float64Array): void {
  for (let k = 0; k < middles.length; k += 1) {
    const [a = Number.NaN, b = Number.NaN] = [from[k], to[k]]
    middles[k] = (a + b) / 2
    halves[k] = (b - a) / 2
  }
}

const BUCKETS = 1 << 16
/** Cells are numbered from the corner of a cube of this half width, m: no object is further out. */
const CORNER_M = 1e9

/**
 * Calls `onPair`, the lower place first, for every two objects whose lines come nearer than `distanceM` at the same time. Objects are sorted into
 * cubic cells by the middles of their lines. If two lines come that near, their middles are at most `distanceM` plus half of both paths apart. Cells
 * are at least as wide as the largest such sum, so the two objects are in the same cell or in neighbouring ones. Each object is compared with those
 * before it in its own cell and the 26 around it.
 */
export function forNearChords(
  chords: Chords,
  distanceM: number,
  onPair: (first: number, second: number) => void,
): void {
  const { middles } = chords
  const count = middles.length / 3
  const width = distanceM + 2 * longestHalf(chords)
  const heads = new Int32Array(BUCKETS).fill(-1)
  const next = new Int32Array(count)
  const cells = new Float64Array(count)
  for (let place = 0; place < count; place += 1) {
    const a = Math.floor(((middles[3 * place] ?? 0) + CORNER_M) / width)
    const b = Math.floor(((middles[3 * place + 1] ?? 0) + CORNER_M) / width)
    const c = Math.floor(((middles[3 * place + 2] ?? 0) + CORNER_M) / width)
    // An object without a position is left out.
    if (Number.isNaN(a + b + c)) continue
    for (let around = 0; around < 27; around += 1) {
      const [i, j, k] = [a + (around % 3) - 1, b + (Math.floor(around / 3) % 3) - 1, c + Math.floor(around / 9) - 1]
      const cell = cellOf(i, j, k)
      for (let other = heads[bucketOf(i, j, k)] ?? -1; other >= 0; other = next[other] ?? -1) {
        if (cells[other] === cell && isNear(chords, [other, place], distanceM)) onPair(other, place)
      }
    }
    const bucket = bucketOf(a, b, c)
    cells[place] = cellOf(a, b, c)
    next[place] = heads[bucket] ?? -1
    heads[bucket] = place
  }
}

/** Returns one number for each cell: there are far fewer than 2^17 cells along an axis. */
function cellOf(a: number, b: number, c: number): number {
  return (a * 131_072 + b) * 131_072 + c
}

/** Returns the bucket of a cell. Several cells may share a bucket, so its entries are compared by their cell. */
function bucketOf(a: number, b: number, c: number): number {
  return (Math.imul(a, 73_856_093) ^ Math.imul(b, 19_349_663) ^ Math.imul(c, 83_492_791)) & (BUCKETS - 1)
}

function longestHalf({ halves }: Chords): number {
  let longest = 0
  for (let k = 0; k < halves.length; k += 3) {
    const [x = 0, y = 0, z = 0] = [halves[k], halves[k + 1], halves[k + 2]]
    const length = Math.sqrt(x * x + y * y + z * z)
    // If the length is NaN, the comparison is false and the object is ignored.
    if (length > longest) longest = length
  }
  return longest
}

/** True if the smallest distance of two lines at the same time, between their beginnings and ends, is below `distanceM`. */
function isNear({ middles, halves }: Chords, [one, other]: readonly [number, number], distanceM: number): boolean {
  let [dd, dw, ww] = [0, 0, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    const d = (middles[3 * other + axis] ?? 0) - (middles[3 * one + axis] ?? 0)
    const w = (halves[3 * other + axis] ?? 0) - (halves[3 * one + axis] ?? 0)
    dd += d * d
    dw += d * w
    ww += w * w
  }
  const at = ww > 0 ? Math.max(-1, Math.min(1, -dw / ww)) : 0
  return dd + at * (2 * dw + at * ww) < distanceM * distanceM
}
