import { buildMatrix, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { Vec3 } from '../vec3.ts'
import { type Force, type OrbitState, sumForces } from './force.ts'

/**
 * The step h of the central difference of a force, in m and m/s. The difference (f(x + h) − f(x − h))/2h has the error h² f‴/6 and the rounding
 * error of f, ε f/h. Relative to the gradient of a point mass at radius r, the first is (h/r)² and the second ε r/h; at h = 10 m in low orbit
 * both are below 1e-10.
 */
const STEP_M = 10
const STEP_MPS = 0.1

/**
 * Returns the partial derivatives of the forces at an instant: 3 × 6, 1/s² for position and 1/s for velocity, by central differences. Accuracy:
 * 1e-10 of the gradient of a point mass (variation.test.ts). One gradient needs twelve evaluations of all forces. A density model is smooth over
 * 20 m, and a field of degree 50 has wavelengths of 800 km, so one step is suitable for all.
 */
export function forceGradient(forces: readonly Force[], at: OrbitState): Matrix {
  const columns = [0, 1, 2, 3, 4, 5].map((k): Vec3 => {
    const step = k < 3 ? STEP_M : STEP_MPS
    const [up, down] = [sumForces(forces, moved(at, k, step)), sumForces(forces, moved(at, k, -step))]
    return [(up[0] - down[0]) / (2 * step), (up[1] - down[1]) / (2 * step), (up[2] - down[2]) / (2 * step)]
  })
  return buildMatrix(3, 6, (i, j) => columns[j]?.[i] ?? missing())
}

function moved(at: OrbitState, k: number, by: number): OrbitState {
  const shift = (v: Vec3, from: number): Vec3 => [
    v[0] + (k === from ? by : 0),
    v[1] + (k === from + 1 ? by : 0),
    v[2] + (k === from + 2 ? by : 0),
  ]
  return { ...at, r: shift(at.r, 0), v: shift(at.v, 3) }
}
