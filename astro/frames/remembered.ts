import type { Vec3 } from '../vec3.ts'

const NODES = 8
/** The largest number of nodes kept. */
const CACHE_LIMIT = 4096

/**
 * Returns a slow function of three values, computed only at whole positions and interpolated between eight of them (Lagrange, degree 7). A long
 * series is then summed once for each node, not at each state of an ephemeris. The value at a node depends only on its number; keeping it only
 * saves time, and the memory is emptied when it is full. The error of a term is at most its amplitude times ω⁸ Π |x − k|/8!, with ω its radians
 * from node to node: 1.1e-3 ω⁸ in the middle of the eight.
 */
export function remembered(sum: (node: number) => Vec3): (position: number) => Vec3 {
  const cache = new Map<number, Vec3>()
  const nodeAt = (node: number): Vec3 => {
    const known = cache.get(node)
    if (known !== undefined) return known
    if (cache.size >= CACHE_LIMIT) cache.clear()
    const values = sum(node)
    cache.set(node, values)
    return values
  }
  return (position) => {
    // Four nodes on each side: the error of the polynomial is smallest between the middle two.
    const first = Math.floor(position) - NODES / 2 + 1
    const within = position - first
    let [x, y, z] = [0, 0, 0]
    for (let node = 0; node < NODES; node += 1) {
      const weight = lagrangeWeight(node, within)
      const values = nodeAt(first + node)
      x += weight * values[0]
      y += weight * values[1]
      z += weight * values[2]
    }
    return [x, y, z]
  }
}

/** Returns Π (at − j)/(node − j) over the other seven nodes 0 to 7. */
function lagrangeWeight(node: number, at: number): number {
  let weight = 1
  for (let other = 0; other < NODES; other += 1) if (other !== node) weight *= (at - other) / (node - other)
  return weight
}
