import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { add, dot, scale, type Vec3 } from '../vec3.ts'
import { thirdBodyFactors } from './third-body.ts'

/** Central differences over 1e-4 rad have an error of the third derivative times 1e-8 / 6, and a rounding of 1e-12. */
const DIFFERENCED = 1e-6
const STEP = 1e-4
/** The mean of a polynomial of third degree in sine and cosine of the eccentric anomaly: sixteen points give it exactly. */
const POINTS = 16

interface Elements {
  readonly e: number
  readonly i: number
  readonly node: number
  readonly perigee: number
}

/** The vector with components along the node and 90° ahead of it, of an orbit of inclination `i` and node `node`. */
function inPlane({ i, node }: { readonly i: number; readonly node: number }, angle: number): Vec3 {
  const towardsNode: Vec3 = [Math.cos(node), Math.sin(node), 0]
  const ahead: Vec3 = [-Math.sin(node) * Math.cos(i), Math.cos(node) * Math.cos(i), Math.sin(i)]
  return add(scale(towardsNode, Math.cos(angle)), scale(ahead, Math.sin(angle)))
}

/**
 * Returns the mean over the satellite's revolution of the tidal potential k (3 (r·u)² − r²)/2 of a body in the direction u (Kaula,
 * Theory of Satellite Geodesy, 1966, §3.5), for a semi-major axis of 1. It is summed over points of the ellipse, without formulas
 * of the theory.
 */
function meanPotential(orbit: Elements, u: Vec3, k: number): number {
  const { e } = orbit
  const [p, q] = [inPlane(orbit, orbit.perigee), inPlane(orbit, orbit.perigee + Math.PI / 2)]
  let sum = 0
  for (let n = 0; n < POINTS; n += 1) {
    const anomaly = (2 * Math.PI * n) / POINTS
    const [x, y] = [Math.cos(anomaly) - e, Math.sqrt(1 - e * e) * Math.sin(anomaly)]
    const r = add(scale(p, x), scale(q, y))
    // The mean anomaly advances by 1 − e cos E.
    sum += ((k / 2) * (3 * dot(r, u) ** 2 - dot(r, r)) * (1 - e * Math.cos(anomaly))) / POINTS
  }
  return sum
}

/** Lagrange's planetary equations (Kaula, eq. 3.38) with the derivatives of that potential, for a semi-major axis of 1. */
function ratesOf(orbit: Elements, u: Vec3, { n, k }: { readonly n: number; readonly k: number }) {
  const slope = (name: keyof Elements) =>
    (meanPotential({ ...orbit, [name]: orbit[name] + STEP }, u, k) -
      meanPotential({ ...orbit, [name]: orbit[name] - STEP }, u, k)) /
    (2 * STEP)
  const { e, i } = orbit
  const beta = Math.sqrt(1 - e * e)
  const [byE, byI, byNode, byPerigee] = [slope('e'), slope('i'), slope('node'), slope('perigee')]
  return {
    e: (-beta / (n * e)) * byPerigee,
    i: (Math.cos(i) * byPerigee - byNode) / (n * beta * Math.sin(i)),
    node: byI / (n * beta * Math.sin(i)),
    // The perigee relative to the stars: ω plus the contribution of the node.
    perigee: (beta / (n * e)) * byE,
    // The potential grows with the square of the axis: ∂R/∂a is 2 R.
    anomaly: -(4 / n) * meanPotential(orbit, u, k) - ((beta * beta) / (n * e)) * byE,
  }
}

const angle = realBetween(0, 2 * Math.PI)
const orbits = fc.record({ e: realBetween(0.05, 0.8), i: realBetween(0.2, 2.9), node: angle, perigee: angle })

test('thirdBodyFactors() agrees with Lagrange’s equations for the mean tidal effect of a body', () => {
  fc.assert(
    fc.property(orbits, realBetween(0.1, 3), angle, angle, (orbit, bodyI, bodyPerigee, f) => {
      const [n, c] = [0.01, 0.003]
      const factors = thirdBodyFactors(
        {
          meanMotion: n,
          e: orbit.e,
          sinI: Math.sin(orbit.i),
          cosI: Math.cos(orbit.i),
          sinOmega: Math.sin(orbit.perigee),
          cosOmega: Math.cos(orbit.perigee),
        },
        {
          sinG: Math.sin(bodyPerigee),
          cosG: Math.cos(bodyPerigee),
          sinI: Math.sin(bodyI),
          cosI: Math.cos(bodyI),
          // The body's node is the origin.
          sinH: Math.sin(orbit.node),
          cosH: Math.cos(orbit.node),
          c,
        },
      )
      const { z1, z2, z3, z11, z12, z13, z21, z22, z23, z31, z32, z33, s1, s2, s3, s4, s5, s6, s7 } = factors
      // With the body at the true anomaly f a form is first cos² f + mixed sin f cos f + last sin² f.
      const [cos, sin] = [Math.cos(f), Math.sin(f)]
      const form = (first: number, mixed: number, last: number) =>
        first * cos * cos + mixed * sin * cos + last * sin * sin
      const u = inPlane({ i: bodyI, node: 0 }, bodyPerigee + f)
      // The strength of the theory is a quarter of GM′/a′³ over the body's mean motion, which is 1 here.
      const rates = ratesOf(orbit, u, { n, k: 4 * c })
      const found = {
        e: s1 * (s5 - s7 * Math.cos(2 * f) + s6 * Math.sin(2 * f)),
        i: 2 * s2 * form(z11, z12, z13),
        node: (-2 * s2 * form(z21, z22, z23)) / Math.sin(orbit.i),
        perigee: s4 * (2 * form(z31, z32, z33) - 6),
        anomaly: -s3 * (2 * form(z1, z2, z3) - 14 - 6 * orbit.e ** 2),
      }
      for (const name of ['e', 'i', 'node', 'perigee', 'anomaly'] as const) {
        // The largest of these rates are 30 c/n over e and sin i.
        const size = (30 * c) / n / (Math.sin(orbit.i) * orbit.e)
        expect(Math.abs(found[name] - rates[name]), name).toBeLessThan(DIFFERENCED * size)
      }
    }),
    { numRuns: 300 },
  )
})
