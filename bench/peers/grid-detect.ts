const CELL_KM = 74
const TOLERANCE_KM = 84
const BUCKETS = 1 << 16
/** Cells are numbered from the corner of a cube of this half width, km; objects further out are ignored. */
const CORNER_KM = 74 * 8000
/** The half of a cell's 26 neighbours that come after it along the three axes, so that every two neighbouring cells are compared once. */
const FORWARD = Int32Array.from(
  [-1, 0, 1].flatMap((a) =>
    [-1, 0, 1].flatMap((b) => [-1, 0, 1].flatMap((c) => (9 * a + 3 * b + c > 0 ? [a, b, c] : []))),
  ),
)

/** Pairs that were near each other at a step, as numbers that are sorted by pair and then by time (keyOf). */
export interface Detections {
  keys: Float64Array
  count: number
}

/** A stretch never has more steps than this. */
export const STEPS_PER_KEY = 4096

/** Returns a pair at a step as one number that a double holds exactly. */
export function keyOf(pair: number, step: number): number {
  return pair * STEPS_PER_KEY + step
}

/** Makes a detector that finds the pairs nearer than the tolerance at one step, by a hashed grid in space. */
export function makeDetector(count: number) {
  const heads = new Int32Array(BUCKETS)
  const next = new Int32Array(count)
  const [a, b, c] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  return (positions: Float32Array, step: number, detections: Detections): void => {
    const at = { step, count, detections }
    heads.fill(-1)
    for (let k = 0; k < count; k += 1) {
      const x = positions[3 * k] as number
      const y = positions[3 * k + 1] as number
      const z = positions[3 * k + 2] as number
      // The condition is written with `!` and `<`, so that it also excludes NaN.
      if (!(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < CORNER_KM - CELL_KM)) {
        a[k] = -1
        continue
      }
      a[k] = (x + CORNER_KM) / CELL_KM
      b[k] = (y + CORNER_KM) / CELL_KM
      c[k] = (z + CORNER_KM) / CELL_KM
      const bucket = bucketOf(a[k] as number, b[k] as number, c[k] as number)
      next[k] = heads[bucket] as number
      heads[bucket] = k
    }
    for (let k = 0; k < count; k += 1) {
      const i = a[k] as number
      const j = b[k] as number
      const m = c[k] as number
      if (i < 0) continue
      for (let other = next[k] as number; other >= 0; other = next[other] as number)
        if (a[other] === i && b[other] === j && c[other] === m) testPair(positions, k, other, at)
      for (let n = 0; n < FORWARD.length; n += 3) {
        const p = i + (FORWARD[n] as number)
        const q = j + (FORWARD[n + 1] as number)
        const r = m + (FORWARD[n + 2] as number)
        for (let other = heads[bucketOf(p, q, r)] as number; other >= 0; other = next[other] as number)
          if (a[other] === p && b[other] === q && c[other] === r) testPair(positions, k, other, at)
      }
    }
  }
}

function bucketOf(a: number, b: number, c: number): number {
  return (Math.imul(a, 73_856_093) ^ Math.imul(b, 19_349_663) ^ Math.imul(c, 83_492_791)) & (BUCKETS - 1)
}

interface At {
  readonly step: number
  readonly count: number
  readonly detections: Detections
}

function testPair(positions: Float32Array, one: number, other: number, at: At): void {
  const dx = (positions[3 * one] as number) - (positions[3 * other] as number)
  const dy = (positions[3 * one + 1] as number) - (positions[3 * other + 1] as number)
  const dz = (positions[3 * one + 2] as number) - (positions[3 * other + 2] as number)
  if (dx * dx + dy * dy + dz * dz >= TOLERANCE_KM * TOLERANCE_KM) return
  const { detections } = at
  if (detections.count === detections.keys.length) {
    const larger = new Float64Array(2 * detections.count)
    larger.set(detections.keys)
    detections.keys = larger
  }
  detections.keys[detections.count] = keyOf(Math.min(one, other) * at.count + Math.max(one, other), at.step)
  detections.count += 1
}
