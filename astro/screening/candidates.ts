import { DELTA_MPS, epsilonAt, GM, type Window } from './window.ts'

/** Called with the two places in a window of a pair that may meet in it; the order is no matter. */
export type OnCandidate = (one: number, other: number) => void

/** Shells are this thick where the crowds are, and ten times as thick above; m. */
const SHELL_M = 15_000
const CROWD_M = 9_000_000
const INNERMOST_M = 6_300_000
/** All above share one shell: what flies there is rare. */
const OUTERMOST_M = 60_000_000
/** Cells per axis at most: smaller ones would cost more than they spare. */
const MOST_CELLS = 40

/**
 * Calls `onCandidate` for every pair of objects that can come nearer than `thresholdM` within a window, once, and for some
 * that cannot. Wild objects are left out.
 *
 * Why no pair is missed. Let two objects be nearer than D at s, |s| ≤ h. Then at s their radii differ by less than D, so
 * that their intervals of radius, each widened by D/2, overlap: they share a shell, and of those they share the lowest
 * is the higher one of their first shells. Their directions at s are less than 1.01 D/ρ apart, so that those at the centre are
 * not further apart than that and the two turns together: in cells of this width, the same or neighbours along each
 * axis. mayMeet keeps them by the bound written there.
 */
export function forCandidates(window: Window, thresholdM: number, onCandidate: OnCandidate): void {
  const first = Int32Array.from(window.low, (low) => shellOf(low - thresholdM / 2))
  const shells = collectShells(window, first, thresholdM)
  const cells = makeCells(window.count)
  for (const [shell, members] of shells.entries()) {
    if (members.length < 2) continue
    let [turn, rho] = [0, Number.POSITIVE_INFINITY]
    for (const k of members) {
      turn = Math.max(turn, window.turn[k] ?? 0)
      rho = Math.min(rho, window.low[k] ?? 0)
    }
    const width = 2 * turn + (1.01 * thresholdM) / rho
    cells.pairUp(window, members, width, (one, other) => {
      const isLowest = Math.max(first[one] ?? 0, first[other] ?? 0) === shell
      if (isLowest && mayMeet(window, thresholdM, one, other)) onCandidate(one, other)
    })
  }
}

function shellOf(radiusM: number): number {
  if (radiusM < CROWD_M) return Math.max(0, Math.floor((radiusM - INNERMOST_M) / SHELL_M))
  const crowd = (CROWD_M - INNERMOST_M) / SHELL_M
  return crowd + Math.floor((Math.min(radiusM, OUTERMOST_M) - CROWD_M) / (10 * SHELL_M))
}

function collectShells(window: Window, first: Int32Array, thresholdM: number): number[][] {
  const shells: number[][] = Array.from({ length: shellOf(OUTERMOST_M) + 1 }, () => [])
  for (let k = 0; k < window.count; k += 1) {
    if (window.isWild[k] === 1) continue
    const last = shellOf((window.high[k] ?? 0) + thresholdM / 2)
    for (let shell = first[k] ?? 0; shell <= last; shell += 1) shells[shell]?.push(k)
  }
  return shells
}

/**
 * Whether two objects can come nearer than D in the window.
 *
 * Let |d(s)| < D for the vector d between them. The gravity of a point differs by at most K|d| between two places d apart,
 * K = 2µ/ρ³ with ρ the least radius between them, and by (1) of window.ts the difference of their accelerations is at most
 * K|d| + 2ε. Their relative speed stays below V = |Δv| + 2δ + 2gh. At u between 0 and s, |d(u)| < D + V|s − u|; put into
 * d(s) = d(0) + d′(0) s + ∫(s − u) d″(u) du this gives
 *
 *   |d(0) + Δv s| < D + E(s),   E(s) = 2δ|s| + (K D/2 + ε) s² + K V |s|³/3.
 *
 * So the straight line of Δr and Δv comes below D + E(s) at s. Its nearest point σ in the window is then also below, and
 * s is no further from σ than (D + E(h))/|Δv|, which bounds E(s) by E of a time that is known.
 */
function mayMeet(window: Window, D: number, one: number, other: number): boolean {
  const h = window.halfS
  if ((window.low[one] ?? 0) - (window.high[other] ?? 0) > D) return false
  if ((window.low[other] ?? 0) - (window.high[one] ?? 0) > D) return false
  const dx = (window.x[one] ?? 0) - (window.x[other] ?? 0)
  const dy = (window.y[one] ?? 0) - (window.y[other] ?? 0)
  const dz = (window.z[one] ?? 0) - (window.z[other] ?? 0)
  const wx = (window.vx[one] ?? 0) - (window.vx[other] ?? 0)
  const wy = (window.vy[one] ?? 0) - (window.vy[other] ?? 0)
  const wz = (window.vz[one] ?? 0) - (window.vz[other] ?? 0)
  const w2 = wx * wx + wy * wy + wz * wz
  const dw = dx * wx + dy * wy + dz * wz
  // Objects that stand still towards each other have no nearest point, and need none: then the centre is as good.
  const sigma = w2 > 0 ? Math.max(-h, Math.min(h, -dw / w2)) : 0
  const nearest2 = dx * dx + dy * dy + dz * dz + sigma * (2 * dw + sigma * w2)
  const speed = Math.sqrt(w2)
  const least = Math.min(window.low[one] ?? 0, window.low[other] ?? 0)
  // A chord of 1100 km, the most that two objects come together in a minute, dips below both radii by 0.4 %.
  const rho = 0.98 * least
  const K = (2 * GM) / (rho * rho * rho)
  const quadratic = (K * D) / 2 + epsilonAt(least)
  const cubic = (K * (speed + 2 * DELTA_MPS + 20 * h)) / 3
  const atH = D + h * (2 * DELTA_MPS + h * (quadratic + h * cubic))
  if (nearest2 >= atH * atH) return false
  const s = Math.min(h, Math.abs(sigma) + atH / speed)
  const atS = D + s * (2 * DELTA_MPS + s * (quadratic + s * cubic))
  return nearest2 < atS * atS
}

/** A grid of cells over the unit cube of directions, used for one shell after the other. */
function makeCells(count: number) {
  const heads = new Int32Array(MOST_CELLS ** 3).fill(-1)
  const next = new Int32Array(count)
  const cellAt = new Int32Array(count)
  return {
    /** Calls `onPair` once for each two members whose cells are the same or neighbours. */
    pairUp: ({ x, y, z }: Window, members: readonly number[], width: number, onPair: OnCandidate) => {
      const perAxis = Math.max(1, Math.min(MOST_CELLS, Math.floor(2 / width)))
      const along = (part: number) => Math.min(perAxis - 1, Math.max(0, Math.floor(((part + 1) / 2) * perAxis)))
      for (const k of members) {
        const [px = 0, py = 0, pz = 0] = [x[k], y[k], z[k]]
        const r = Math.sqrt(px * px + py * py + pz * pz)
        const [a, b, c] = [along(px / r), along(py / r), along(pz / r)]
        for (let i = Math.max(0, a - 1); i <= Math.min(perAxis - 1, a + 1); i += 1) {
          for (let j = Math.max(0, b - 1); j <= Math.min(perAxis - 1, b + 1); j += 1) {
            for (let m = Math.max(0, c - 1); m <= Math.min(perAxis - 1, c + 1); m += 1) {
              // Those that came before are in the lists already.
              for (let at = heads[(i * perAxis + j) * perAxis + m] ?? -1; at >= 0; at = next[at] ?? -1) onPair(at, k)
            }
          }
        }
        const cell = (a * perAxis + b) * perAxis + c
        cellAt[k] = cell
        next[k] = heads[cell] ?? -1
        heads[cell] = k
      }
      for (const k of members) heads[cellAt[k] ?? 0] = -1
    },
  }
}
