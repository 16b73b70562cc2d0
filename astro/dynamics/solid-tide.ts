import { WGS84_RADIUS_M } from '../constants.ts'
import { add, dot, norm, scale, type Vec3 } from '../vec3.ts'
import type { BodyPath, Force } from './force.ts'

/** The Love number of the elastic Earth for its potential of degree 2 (IERS Conventions 2010, table 6.3). */
const LOVE_NUMBER_K2 = 0.3

/**
 * Returns the acceleration of an object by the tide that a body raises in the solid Earth: (k2/2) (GM/R³) (a⁵/r⁴) [(3 − 15 cos²θ) r̂ + 6 cos θ
 * R̂], with θ between object and body; the permanent part is included, because a tide-free field does not contain it. Source: C. Rizos and A.
 * Stolz, Manuscripta Geodaetica 10 (1985); IERS Conventions 2010, §6.2, only step 1 of degree 2, which is 95 % of the effect. At LAGEOS it is up
 * to 4e-8 m/s², metres over a day. Accuracy: agrees with the gradient of its potential by differences (solid-tide.test.ts). The bulge follows the
 * body; its potential outside is k2 times that of the tide at the surface, and falls with r⁻³.
 */
export function solidTideForce(gm: number, path: BodyPath): Force {
  return ({ epoch, r }) => {
    const body = path(epoch)
    const [distance, radius] = [norm(body), norm(r)]
    const towards: Vec3 = scale(body, 1 / distance)
    const up: Vec3 = scale(r, 1 / radius)
    const cosine = dot(up, towards)
    const size = ((LOVE_NUMBER_K2 / 2) * gm * WGS84_RADIUS_M ** 5) / (distance ** 3 * radius ** 4)
    return add(scale(up, size * (3 - 15 * cosine * cosine)), scale(towards, 6 * size * cosine))
  }
}
