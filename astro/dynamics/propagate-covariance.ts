import { localRotation } from '../frames/local.ts'
import { buildMatrix, entry, invert, type Matrix, mapCovariance, multiplyMatrices } from '../matrix.ts'
import { missing } from '../missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import type { Orbit } from './propagate-orbit.ts'

/**
 * Unknown accelerations as white noise: power spectral density along radial, transverse and normal, m²/s³, and the step of the sum; default 60 s.
 */
export interface ProcessNoise {
  readonly densityRsw: Vec3
  readonly stepS?: number
}

/**
 * Returns the covariance (6 × 6 in GCRF, m and m/s) at an epoch of a motion with a transition matrix, from the covariance at its start: Φ P Φᵀ.
 * With noise, the contribution of each step is mapped to the end in the same way and added. The result is symmetric, and positive definite if the
 * first covariance is. Source: Tapley, Schutz and Born, Statistical Orbit Determination, §4.9; the noise of a step is computed for free motion,
 * so its error falls with the square of the step: 1e-5 of the noise for 60 s in low orbit. Throws RangeError outside the motion. P(t) = Φ(t, t0)
 * P0 Φ(t, t0)ᵀ + ∫ Φ(t, u) G S Gᵀ Φ(t, u)ᵀ du, where G puts an acceleration into the velocity. The linear map is good while the uncertainty is
 * small compared with the orbit's curvature: over 10 km the path deviates from a straight line by 7 m.
 */
export function propagateCovariance(
  orbit: Orbit,
  covariance: Matrix,
  to: { readonly epoch: Epoch; readonly noise?: ProcessNoise },
): Matrix {
  const { epoch, noise } = to
  const carried = mapCovariance(orbit.transitionTo(epoch), covariance)
  return noise === undefined ? carried : addedNoise(orbit, carried, { epoch, noise })
}

function addedNoise(orbit: Orbit, carried: Matrix, { epoch, noise }: { epoch: Epoch; noise: ProcessNoise }): Matrix {
  const span = secondsBetween(orbit.start.epoch, epoch)
  if (span < 0) throw new RangeError('noise is not added backwards in time')
  const steps = Math.max(1, Math.ceil(span / (noise.stepS ?? 60)))
  const h = span / steps
  const end = orbit.transitionTo(epoch)
  let sum: Matrix = carried
  for (let k = 1; k <= steps; k += 1) {
    // In the middle of the step the free motion after an acceleration is accurate to second order.
    const at = addSeconds(orbit.start.epoch, (k - 0.5) * h)
    // Φ(t, u) = Φ(t, t0) Φ(u, t0)⁻¹: one integration from the start is enough for all steps.
    const inverse = invert(orbit.transitionTo(at))
    if (inverse === null) throw new RangeError('the transition matrix is singular')
    const added = mapCovariance(
      multiplyMatrices(end, inverse),
      stepNoise(orbit, at, { densityRsw: noise.densityRsw, h }),
    )
    const before = sum
    sum = buildMatrix(6, 6, (i, j) => entry(before, i, j) + entry(added, i, j))
  }
  return sum
}

/**
 * Returns the covariance that white noise of density S adds in a step of h seconds, at the middle of the step. A velocity change of 1 at time u
 * from the middle changes the position there by −u, and ∫ du over the step gives S h for the velocity, S h³/12 for the position, and 0 for their
 * product.
 */
function stepNoise(orbit: Orbit, at: Epoch, { densityRsw, h }: { densityRsw: Vec3; h: number }): Matrix {
  const [radial, transverse, normal] = localRotation('RSW', orbit.stateAt(at)).matrix
  const density = (i: number, j: number) =>
    densityRsw[0] * (radial[i] ?? missing()) * (radial[j] ?? missing()) +
    densityRsw[1] * (transverse[i] ?? missing()) * (transverse[j] ?? missing()) +
    densityRsw[2] * (normal[i] ?? missing()) * (normal[j] ?? missing())
  return buildMatrix(6, 6, (i, j) => {
    if (i < 3 !== j < 3) return 0
    return density(i % 3, j % 3) * (i < 3 ? h ** 3 / 12 : h)
  })
}
