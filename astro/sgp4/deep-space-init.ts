import type { DeepSpace, NearEarth } from './model.ts'
import { initResonance } from './resonance-init.ts'
import { type ThirdBody, type ThirdBodyFactors, thirdBodyFactors } from './third-body.ts'

// Sources for the numbers of this file: Hoots and Roehrich, Spacetrack Report No. 3 (1980), §10, after R. S. Hujsak, Spacetrack Report No. 1
// (1979); Vallado et al., AIAA 2006-6753, dscom and dsinit.

/** Eccentricities of the orbits of the Sun and the Moon. */
export const E_SUN = 0.01675
export const E_MOON = 0.0549
/** Mean motions of the Sun and the Moon, rad/min. */
export const N_SUN = 1.194_59e-5
export const N_MOON = 1.583_521_8e-4
/**
 * The strength of the perturbations by the Sun and the Moon, rad/min: ¼ n′ times the mass of the body divided by its own mass plus that of the
 * Earth, which is 1 for the Sun and 1/82.53 for the Moon.
 */
const C_SUN = 2.986_479_7e-6
const C_MOON = 4.796_806_5e-7
/** Sine and cosine of the obliquity, and of the Sun's argument of perigee. */
const [SIN_OBLIQUITY, COS_OBLIQUITY] = [0.397_854_16, 0.917_448_67]
const [SIN_G_SUN, COS_G_SUN] = [-0.980_884_58, 0.194_590_5]
/** Days from 1899-12-31T12 to 1949-12-31, the origin of days in the theory. */
const DAYS_1900_TO_1950 = 18_261.5
/** Days from 1949-12-31T00 to J2000.0. */
const DAYS_1950_TO_2000 = 18_263.5
/** 3° in rad: the secular motion of the node is omitted at an inclination this close to 0° or 180°. */
const NODELESS_RAD = 5.235_987_7e-2

/**
 * Returns the deep-space coefficients of an orbit whose epoch is `day` days after 1949-12-31T00 UTC: for the Sun, the Moon, and the resonances
 * with the rotating Earth. Source: Spacetrack Report No. 3, §10; AIAA 2006-6753, improved mode.
 */
export function initDeepSpace(near: NearEarth, day: number): DeepSpace {
  const e2 = near.eccentricity * near.eccentricity
  const orbit = {
    meanMotion: near.meanMotion,
    e: near.eccentricity,
    sinI: near.sinInclination,
    cosI: near.cosInclination,
    sinOmega: Math.sin(near.argPerigee),
    cosOmega: Math.cos(near.argPerigee),
  }
  const node = { sin: Math.sin(near.node), cos: Math.cos(near.node) }
  const day1900 = day + DAYS_1900_TO_1950
  const lunarOrbit = moonAt(day1900, node)
  const sun = thirdBodyFactors(orbit, {
    sinG: SIN_G_SUN,
    cosG: COS_G_SUN,
    sinI: SIN_OBLIQUITY,
    cosI: COS_OBLIQUITY,
    sinH: node.sin,
    cosH: node.cos,
    c: C_SUN,
  })
  const moon = thirdBodyFactors(orbit, lunarOrbit)
  const solar = periodicTerms(sun, { e2, eBody: E_SUN })
  const lunar = periodicTerms(moon, { e2, eBody: E_MOON })
  const rates = secularRates(near, sun, moon)
  const gsto = siderealTime(day)
  return {
    // Mean anomalies at the epoch. The mean anomaly of the Moon is its mean longitude minus the longitude of its perigee.
    zmos: (6.256_583_7 + 0.017_201_977 * day1900) % (2 * Math.PI),
    zmol: (4.719_967_2 + 0.229_971_5 * day1900 - lunarOrbit.gamma) % (2 * Math.PI),
    se2: solar.e2,
    se3: solar.e3,
    si2: solar.i2,
    si3: solar.i3,
    sl2: solar.l2,
    sl3: solar.l3,
    sl4: solar.l4,
    sgh2: solar.gh2,
    sgh3: solar.gh3,
    sgh4: solar.gh4,
    sh2: solar.h2,
    sh3: solar.h3,
    ee2: lunar.e2,
    e3: lunar.e3,
    xi2: lunar.i2,
    xi3: lunar.i3,
    xl2: lunar.l2,
    xl3: lunar.l3,
    xl4: lunar.l4,
    xgh2: lunar.gh2,
    xgh3: lunar.gh3,
    xgh4: lunar.gh4,
    xh2: lunar.h2,
    xh3: lunar.h3,
    ...rates,
    gsto,
    ...initResonance(near, { ...rates, gsto }),
  }
}

/**
 * Returns the Moon's orbit on a day counted from 1899-12-31T12, with its node relative to the satellite's; gamma is the mean longitude of its
 * perigee, rad. The Moon's orbit is inclined to the ecliptic by 5.145°, and its node revolves in 18.6 years, so that its inclination to the
 * equator varies between 18.3° and 28.6°:
 *
 *   cos I = cos ε cos 5.145° − sin ε sin 5.145° cos Ω☾ = 0.9137… − 0.0357… cos Ω☾.
 *
 * The node on the equator follows from the spherical triangle of equator, ecliptic and lunar orbit by the law of sines, sin h = sin 5.145° sin
 * Ω☾ / sin I; the argument of perigee is counted from there.
 */
function moonAt(day1900: number, node: { sin: number; cos: number }): ThirdBody & { readonly gamma: number } {
  // The node on the ecliptic moves backwards by 9.24e-4 rad a day, once around in 18.6 years.
  const nodeOnEcliptic = (4.523_602 - 9.242_202_9e-4 * day1900) % (2 * Math.PI)
  const [stem, ctem] = [Math.sin(nodeOnEcliptic), Math.cos(nodeOnEcliptic)]
  const cosI = 0.913_751_64 - 0.035_680_96 * ctem
  const sinI = Math.sqrt(1 - cosI * cosI)
  const sinHEquator = (0.089_683_511 * stem) / sinI
  const cosHEquator = Math.sqrt(1 - sinHEquator * sinHEquator)
  // The perigee moves forwards by 1.94e-3 rad a day, once around in 8.85 years.
  const gamma = 5.835_151_4 + 0.001_944_368 * day1900
  // The arc of the Moon's orbit between its nodes on the equator and on the ecliptic. It is computed from sine and cosine, because an arc sine
  // alone would not give the quadrant.
  const along = Math.atan2((SIN_OBLIQUITY * stem) / sinI, cosHEquator * ctem + COS_OBLIQUITY * sinHEquator * stem)
  const g = along + gamma - nodeOnEcliptic
  return {
    sinG: Math.sin(g),
    cosG: Math.cos(g),
    sinI,
    cosI,
    sinH: node.sin * cosHEquator - node.cos * sinHEquator,
    cosH: cosHEquator * node.cos + sinHEquator * node.sin,
    c: C_MOON,
    gamma,
  }
}

/**
 * Returns the amplitudes of the periodic terms of one body in e, i, mean anomaly (l), argument of perigee (gh) and node (h). The digits 2 and 3
 * mark the factors of f2 and f3, the terms of twice the body's true anomaly f. The digit 4 marks the factor of sin f, from the eccentricity of
 * the body's orbit. The report names them se2, sl4, xgh3 and so on.
 */
function periodicTerms(b: ThirdBodyFactors, { e2, eBody }: { readonly e2: number; readonly eBody: number }) {
  return {
    e2: 2 * b.s1 * b.s6,
    e3: 2 * b.s1 * b.s7,
    i2: 2 * b.s2 * b.z12,
    i3: 2 * b.s2 * (b.z13 - b.z11),
    l2: -2 * b.s3 * b.z2,
    l3: -2 * b.s3 * (b.z3 - b.z1),
    l4: -2 * b.s3 * (-21 - 9 * e2) * eBody,
    gh2: 2 * b.s4 * b.z32,
    gh3: 2 * b.s4 * (b.z33 - b.z31),
    gh4: -18 * b.s4 * eBody,
    h2: -2 * b.s2 * b.z22,
    h3: -2 * b.s2 * (b.z23 - b.z21),
  }
}

/**
 * Returns the secular rates from both bodies, rad/min. `h` is dΩ·sin i and `gh` is dω + cos i·dΩ, which remain finite at low inclinations. The
 * rate of the node itself is omitted within 3° of the equator, where the quotient would be large.
 */
function secularRates(near: NearEarth, sun: ThirdBodyFactors, moon: ThirdBodyFactors) {
  const { sinInclination: sinI, cosInclination: cosI, inclination } = near
  const ofSun = ratesOfBody(sun, N_SUN, near.eccentricity)
  const ofMoon = ratesOfBody(moon, N_MOON, near.eccentricity)
  const isNodeless = inclination < NODELESS_RAD || inclination > Math.PI - NODELESS_RAD || sinI === 0
  const dnodt = isNodeless ? 0 : (ofSun.h + ofMoon.h) / sinI
  return {
    dedt: ofSun.e + ofMoon.e,
    didt: ofSun.i + ofMoon.i,
    dmdt: ofSun.l + ofMoon.l,
    dnodt,
    domdt: ofSun.gh + ofMoon.gh - cosI * dnodt,
  }
}

/**
 * Returns the secular rates of one body with mean motion n′: the average of its perturbation over a revolution of the satellite and over one of
 * the body.
 */
function ratesOfBody(b: ThirdBodyFactors, nBody: number, e: number) {
  return {
    e: b.s1 * nBody * b.s5,
    i: b.s2 * nBody * (b.z11 + b.z13),
    l: -nBody * b.s3 * (b.z1 + b.z3 - 14 - 6 * e * e),
    gh: b.s4 * nBody * (b.z31 + b.z33 - 6),
    h: -nBody * b.s2 * (b.z21 + b.z23),
  }
}

/** Returns Greenwich mean sidereal time of 1982 (Aoki et al.), rad in [0, 2π), with UTC in place of UT1 as in the theory. */
function siderealTime(day: number): number {
  const centuries = (day - DAYS_1950_TO_2000) / 36_525
  const seconds =
    -6.2e-6 * centuries ** 3 +
    0.093_104 * centuries ** 2 +
    (876_600 * 3600 + 8_640_184.812866) * centuries +
    67_310.548_41
  const angle = ((seconds * Math.PI) / 43_200) % (2 * Math.PI)
  return angle < 0 ? angle + 2 * Math.PI : angle
}
