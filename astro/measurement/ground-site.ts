import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { EARTH_RATE_RAD_S } from '../dynamics/drag.ts'
import type { BodyPath, EarthAttitude } from '../dynamics/force.ts'
import { GM_MOON, GM_SUN } from '../dynamics/third-body.ts'
import type { Geodetic } from '../frames/geodetic.ts'
import { makeStation } from '../frames/topocentric.ts'
import { type Mat3, multiply, transform, transpose } from '../mat3.ts'
import type { Epoch } from '../time/epoch.ts'
import { add, cross, dot, norm, scale, type Vec3 } from '../vec3.ts'

/** The position and velocity of a site at an instant, in GCRF (m, m/s), and the rotation from GCRF to its axes south, east, zenith. */
export interface SitePose {
  readonly r: Vec3
  readonly v: Vec3
  readonly toSez: Mat3
}

/** A site on the ground with a known state in GCRF at any time. */
export interface GroundSite {
  readonly place: Geodetic
  readonly at: (epoch: Epoch) => SitePose
}

/** The rotation of the Earth, and the bodies that cause tides. */
export interface SiteSky {
  readonly toEarthFixed: EarthAttitude
  readonly sun: BodyPath
  readonly moon: BodyPath
}

/**
 * Returns a site that rotates with the Earth and is moved by tides. The velocity is from the rotation, ω × r; the tide moves by micrometres per
 * second. Accuracy: agrees with rotationBetween's position with the tide to 13 µm, and with its velocity to 0.7 mm/s, because the axis of ITRF is
 * used, and the pole is up to 0.5″ away from it (ground-site.test.ts). In an inertial frame even a site at rest moves, by up to 465 m/s on the
 * equator: range rate and aberration need this velocity.
 */
export function makeGroundSite(place: Geodetic, sky: SiteSky): GroundSite {
  const station = makeStation(place)
  return {
    place,
    at: (epoch) => {
      const toFixed = sky.toEarthFixed(epoch)
      const toInertial = transpose(toFixed)
      const bodies = [
        { gm: GM_SUN, r: transform(toFixed, sky.sun(epoch)) },
        { gm: GM_MOON, r: transform(toFixed, sky.moon(epoch)) },
      ]
      // The tide is computed in ITRF, where the site is at rest, and rotated to GCRF with it.
      const r = transform(toInertial, add(station.r, solidTide(station.r, bodies)))
      // The Earth rotates about its pole, which is within 0.5″ of the z axis of ITRF: up to 1.1 mm/s are neglected.
      const axis = transform(toInertial, [0, 0, EARTH_RATE_RAD_S])
      return { r, v: cross(axis, r), toSez: multiply(station.toSez, toFixed) }
    },
  }
}

/**
 * Returns the shift of a site by the tides of the solid Earth, m in ITRF: up to 0.4 m. For each body, with R̂ towards it, r̂ to the site and c =
 * R̂·r̂: (GM/GM⊕)(a⁴/R³) {h2 r̂ (3c²/2 − 1/2) + 3 l2 c (R̂ − c r̂)}. Source: IERS Conventions 2010, eq. 7.5 (step 1, degree 2), with h2 = 0.6078
 * − 0.0006 P2(sin φ) and l2 = 0.0847 + 0.0002 P2(sin φ). The permanent tide is included, because ITRF coordinates do not contain it. The
 * neglected terms, degree 3 and the corrections of step 2, are below 2 cm.
 */
export function solidTide(site: Vec3, bodies: readonly { readonly gm: number; readonly r: Vec3 }[]): Vec3 {
  const radius = norm(site)
  const up = scale(site, 1 / radius)
  const p2 = 1.5 * up[2] ** 2 - 0.5
  const [h2, l2] = [0.6078 - 0.0006 * p2, 0.0847 + 0.0002 * p2]
  let sum: Vec3 = [0, 0, 0]
  for (const { gm, r } of bodies) {
    const distance = norm(r)
    const towards = scale(r, 1 / distance)
    const cosine = dot(towards, up)
    const size = ((gm / GM_EARTH) * WGS84_RADIUS_M ** 4) / distance ** 3
    const radial = scale(up, h2 * (1.5 * cosine * cosine - 0.5) - 3 * l2 * cosine * cosine)
    sum = add(sum, scale(add(radial, scale(towards, 3 * l2 * cosine)), size))
  }
  return sum
}
