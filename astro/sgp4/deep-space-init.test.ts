import { expect, test } from 'vitest'
import { rotationX, rotationZ } from '../frames/rotation.ts'
import { type Mat3, transform, transpose } from '../mat3.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { add, cross, dot, scale, subtract, type Vec3 } from '../vec3.ts'
import { initSgp4 } from './init.ts'
import type { DeepSpace, NearEarth } from './model.ts'

/**
 * The theory treats the orbits of the Sun and the Moon as circles in its strengths, while (1 − e′²)^−1.5 is 1.0045 for the Moon. It uses a mass
 * of the Moon of 1/82.53 instead of 1/82.30. Together this is half a percent of the largest rate.
 */
const THEORY = 6e-3
/** The theory uses the obliquity of 1900, and its day begins at UTC. */
const ANGLE_RAD = 3e-4
/** The sidereal day is given to 1e-4 s, in which the Earth rotates by 7e-9 rad; half of that. */
const SIDEREAL_DAY_RAD = 4e-9

const EPOCH = parseTime('2026-03-20T00:00:00')
const J2000 = parseTime('2000-01-01T12:00:00')
const OBLIQUITY_RAD = degToRad(23.44)
/** Mean motions, rad/min, as in the theory: of the Sun from the tropical year, of the Moon from the anomalistic month (Meeus, chapter 47). */
const SUN_RATE = (2 * Math.PI) / (365.2422 * 1440)
const MOON_RATE = (2 * Math.PI) / (27.554_55 * 1440)

interface Body {
  readonly pole: Vec3
  /** GM′/a′³, 1/min². */
  readonly strength: number
}

/** The Sun and the Moon on circles, in the mean equator. The node of the Moon's orbit moves backwards around in 18.6 years (Meeus, eq. 47.7). */
function bodiesAt(epoch: typeof EPOCH): readonly Body[] {
  const centuries = secondsBetween(J2000, epoch) / 86_400 / 36_525
  const node = degToRad(125.044_52 - 1934.136_261 * centuries)
  const inclination = degToRad(5.145)
  const toEquator = transpose(rotationX(OBLIQUITY_RAD))
  const lunarPole: Vec3 = [
    Math.sin(node) * Math.sin(inclination),
    -Math.cos(node) * Math.sin(inclination),
    Math.cos(inclination),
  ]
  return [
    { pole: transform(toEquator, [0, 0, 1]), strength: SUN_RATE ** 2 },
    { pole: transform(toEquator, lunarPole), strength: MOON_RATE ** 2 / 82.3 },
  ]
}

/** The acceleration at a position, 1/min² times the unit of the position. */
type Pull = (r: Vec3) => Vec3

/** For an average over a circle, the direction u of the body has ⟨u uᵀ⟩ = (1 − w wᵀ)/2 with its pole w: k (3 ⟨u uᵀ⟩ − 1) r. */
const pullOfCircle =
  ({ pole, strength }: Body): Pull =>
  (r) =>
    scale(subtract(scale(r, 0.5), scale(pole, 1.5 * dot(pole, r))), strength)

/** For a body in a fixed direction: k (3 u uᵀ − 1) r. */
const pullFrom =
  (direction: Vec3, strength: number): Pull =>
  (r) =>
    scale(subtract(scale(direction, 3 * dot(direction, r)), r), strength)

const NODES = 32

/**
 * Returns the rates of an orbit from Gauss' equations in vectors (Battin, §10.2), dh/dt = r × f and GM de/dt = f × h + v × (r × f), averaged over
 * the mean anomaly.
 */
function averagedRates(near: NearEarth, pulls: readonly Pull[]) {
  const { meanMotion: n, eccentricity: e, inclination: i, node, argPerigee } = near
  const beta = Math.sqrt(1 - e * e)
  const axes: Mat3 = transpose([rotationZ(argPerigee), rotationX(i), rotationZ(node)].reduce(chainAxes))
  const [P, Q, W] = [0, 1, 2].map((k) => [axes[0][k], axes[1][k], axes[2][k]] as unknown as Vec3) as [Vec3, Vec3, Vec3]
  // In units of the semi-major axis and 1/n, GM is 1 and h is β.
  let [h, eccentricity, potential]: [Vec3, Vec3, number] = [[0, 0, 0], [0, 0, 0], 0]
  for (let k = 0; k < NODES; k += 1) {
    const E = (2 * Math.PI * (k + 0.5)) / NODES
    const radius = 1 - e * Math.cos(E)
    const r = add(scale(P, Math.cos(E) - e), scale(Q, beta * Math.sin(E)))
    const v = add(scale(P, -Math.sin(E) / radius), scale(Q, (beta * Math.cos(E)) / radius))
    const f = scale(pulls.map((pull) => pull(r)).reduce(add), 1 / (n * n))
    const share = radius / NODES
    const torque = cross(r, f)
    h = add(h, scale(torque, share))
    eccentricity = add(eccentricity, scale(add(cross(f, scale(W, beta)), cross(v, torque)), share))
    potential += (share * dot(r, f)) / 2
  }
  const along = (axis: Vec3) => dot(h, axis) / beta
  const nodeAxis: Vec3 = [Math.cos(node), Math.sin(node), 0]
  const iDot = along(cross(W, nodeAxis)) * -1
  const nodeDot = along(nodeAxis) / Math.sin(i)
  const perigee = dot(eccentricity, Q) / e
  return {
    dedt: n * dot(eccentricity, P),
    didt: n * iDot,
    dnodt: n * nodeDot,
    domdt: n * (perigee - Math.cos(i) * nodeDot),
    // dM/dt − n = −(2/na) ∂R/∂a − (β²/na² e) ∂R/∂e, with R ∝ a² and the second part β (ω̇ + cos i Ω̇).
    dmdt: n * (-4 * potential - beta * perigee),
  }
}

function chainAxes(a: Mat3, b: Mat3): Mat3 {
  const columns = transpose(b)
  return [transform(columns, a[0]), transform(columns, a[1]), transform(columns, a[2])]
}

function model(periodMin: number, e: number, angles: readonly [i: number, node: number, perigee: number]) {
  const [incRad, raanRad, argPeriapsisRad] = angles.map(degToRad) as [number, number, number]
  return initSgp4({
    epoch: EPOCH,
    meanMotionRadPerS: (2 * Math.PI) / (periodMin * 60),
    eccentricity: e,
    bstar: 0,
    incRad,
    raanRad,
    argPeriapsisRad,
    meanAnomalyRad: 0.4,
  })
}

test.each([
  ['a transfer orbit', 640, 0.72, [27, 100, 178]],
  ['a Molniya orbit', 717.8, 0.7, [63.4, 40, 270]],
  ['a navigation satellite', 718, 0.01, [55, 200, 30]],
  ['a high, inclined orbit', 3800, 0.3, [75, 310, 120]],
  ['a retrograde one', 900, 0.5, [140, 15, 60]],
] as const)(
  'Sun and Moon turn %s as Gauss’ equations do, averaged over both revolutions',
  (_name, period, e, angles) => {
    const { near, deep } = model(period, e, angles)
    const expected = averagedRates(near, bodiesAt(EPOCH).map(pullOfCircle))
    const largest = Math.max(...Object.values(expected).map(Math.abs))
    for (const [name, value] of Object.entries(expected))
      expect(Math.abs(deep![name as keyof DeepSpace] - value) / largest, name).toBeLessThan(THEORY)
  },
)

/** The fields of the amplitudes of cos 2f and sin 2f, and the rates whose integrals they are. */
const AMPLITUDES = {
  e: [0, 'se2', 'se3', 'ee2', 'e3'],
  i: [1, 'si2', 'si3', 'xi2', 'xi3'],
  node: [2, 'sh2', 'sh3', 'xh2', 'xh3'],
  perigee: [3, 'sgh2', 'sgh3', 'xgh2', 'xgh3'],
  anomaly: [4, 'sl2', 'sl3', 'xl2', 'xl3'],
} as const

/** Returns pole and perigee of the orbits of the Sun and the Moon, strengths and mean motions (Meeus, chapters 25 and 47). */
function orbitsAt(epoch: typeof EPOCH) {
  const centuries = secondsBetween(J2000, epoch) / 86_400 / 36_525
  const toEquator = transpose(rotationX(OBLIQUITY_RAD))
  const node = degToRad(125.044_52 - 1934.136_261 * centuries)
  // The longitude of the Moon's perigee completes a turn in 8.85 years.
  const lunarPerigee = degToRad(83.353_243 + 4069.013_71 * centuries) - node
  const lunar = [rotationZ(lunarPerigee), rotationX(degToRad(5.145)), rotationZ(node)].reduce(chainAxes)
  // The theory uses the Sun's perigee of 1900 (Newcomb), which has since moved by 2.2°.
  const solar = rotationZ(degToRad(281.2208))
  return [solar, lunar].map((axes, k) => ({
    // The direction of perigee, and the direction 90° ahead of it, in the mean equator.
    axes: [0, 1].map((row) => transform(toEquator, axes[row as 0 | 1])) as [Vec3, Vec3],
    rate: k === 0 ? SUN_RATE : MOON_RATE,
    strength: k === 0 ? SUN_RATE ** 2 : MOON_RATE ** 2 / 82.3,
  }))
}

test.each([
  ['a Molniya orbit', 717.8, 0.7, [63.4, 40, 270]],
  ['a navigation satellite', 718, 0.2, [55, 200, 30]],
  ['a retrograde orbit', 900, 0.5, [140, 15, 60]],
] as const)(
  'the periodic terms of %s are what the rates leave over as the body goes round',
  (_name, period, e, angles) => {
    const { near, deep } = model(period, e, angles)
    for (const [k, { axes, rate, strength }] of orbitsAt(EPOCH).entries()) {
      // Rates with the body at four places of its orbit: the part with cos 2f is half of R(0°) − R(90°), that with sin 2f half of R(45°) −
      // R(135°).
      const at = (deg: number) => {
        const [cos, sin] = [Math.cos(degToRad(deg)), Math.sin(degToRad(deg))]
        const { dedt, didt, dnodt, domdt, dmdt } = averagedRates(near, [
          pullFrom(add(scale(axes[0], cos), scale(axes[1], sin)), strength),
        ])
        const { sinInclination: sinI, cosInclination: cosI } = near
        return [dedt, didt, dnodt * sinI, domdt + cosI * dnodt, dmdt]
      }
      const [r0, r45, r90, r135] = [0, 45, 90, 135].map(at)
      const expected = Object.entries(AMPLITUDES).flatMap(([name, [row, ...fields]]) => {
        // The integral over f = n′ t of δ = X2 f2 + X3 f3, with f2 = −¼ cos 2f and f3 = −¼ sin 2f.
        const x2 = (r45![row]! - r135![row]!) / rate
        const x3 = -(r0![row]! - r90![row]!) / rate
        return [[`${name} cos 2f`, fields[2 * k]!, x2] as const, [`${name} sin 2f`, fields[2 * k + 1]!, x3] as const]
      })
      const largest = Math.max(...expected.map(([, , value]) => Math.abs(value)))
      for (const [name, field, value] of expected)
        expect(Math.abs(deep![field] - value) / largest, `${k === 0 ? 'Sun' : 'Moon'}, ${name}`).toBeLessThan(THEORY)
    }
  },
)

test('initDeepSpace() fixes the node within 3° of the equator, where its rate is divided by sin i', () => {
  const nodeDot = (incDeg: number) => model(1436, 0.001, [incDeg, 10, 20]).deep!.dnodt
  expect([nodeDot(2.9), nodeDot(177.1)]).toEqual([0, 0])
  expect(nodeDot(3.1)).not.toBe(0)
  expect(nodeDot(176.9)).not.toBe(0)
})

test('a geostationary orbit tilts by 0.75° to 0.95° a year, depending on the node of the Moon', () => {
  // Soop, Handbook of Geostationary Orbits, §5.3: between 0.75° (1997) and 0.95° a year (2006).
  const tiltDegPerYear = (year: number) => {
    const epoch = parseTime(`${year}-03-20T00:00:00`)
    const { deep } = initSgp4({
      epoch,
      meanMotionRadPerS: 7.292_115e-5,
      eccentricity: 1e-4,
      bstar: 0,
      incRad: 1e-3,
      raanRad: degToRad(90),
      argPeriapsisRad: 0,
      meanAnomalyRad: 0,
    })
    // The pole moves towards the equinox. With the node at 90° the inclination therefore increases or decreases by the full amount.
    const { deep: other } = initSgp4({
      epoch,
      meanMotionRadPerS: 7.292_115e-5,
      eccentricity: 1e-4,
      bstar: 0,
      incRad: 1e-3,
      raanRad: 0,
      argPeriapsisRad: 0,
      meanAnomalyRad: 0,
    })
    return (Math.hypot(deep!.didt, other!.didt) * 525_949 * 180) / Math.PI
  }
  expect(tiltDegPerYear(1997)).toBeGreaterThan(0.73)
  expect(tiltDegPerYear(1997)).toBeLessThan(0.78)
  expect(tiltDegPerYear(2006)).toBeGreaterThan(0.92)
  expect(tiltDegPerYear(2006)).toBeLessThan(0.97)
})

test('the phases of the Sun and the Moon agree with the almanac, as does the sidereal time', () => {
  const { deep } = model(1436, 0.001, [5, 10, 20])
  // Days of UTC, without the five leap seconds since.
  const days = 9574.5
  const apart = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))
  // Mean anomalies of the Sun and the Moon (Meeus, eqs. 47.3 and 47.4), to the accuracy of the constants of the theory, 0.01 rad.
  expect(apart(deep!.zmos, degToRad(357.529_11 + 0.985_600_28 * days))).toBeLessThan(0.01)
  expect(apart(deep!.zmol, degToRad(134.963_4 + 13.064_993 * days))).toBeLessThan(0.02)
  // Greenwich mean sidereal time at 0 h of this equinox: 11 h 49 m 31 s (The Astronomical Almanac has 177.38°).
  expect(apart(deep!.gsto, degToRad(280.460_618 + 360.985_647_37 * days))).toBeLessThan(ANGLE_RAD)
  const later = initSgp4({ ...modelElements(), epoch: addSeconds(EPOCH, 86_164.090_5) })
  expect(apart(later.deep!.gsto, deep!.gsto)).toBeLessThan(SIDEREAL_DAY_RAD)
})

function modelElements() {
  return {
    epoch: EPOCH,
    meanMotionRadPerS: (2 * Math.PI) / (1436 * 60),
    eccentricity: 0.001,
    bstar: 0,
    incRad: 0.1,
    raanRad: 0.2,
    argPeriapsisRad: 0.3,
    meanAnomalyRad: 0.4,
  }
}

test('the amplitudes of the node follow from the torque of each tide, twice per revolution of its body', () => {
  const { near, deep } = model(1436, 0.001, [55, 10, 20])
  const { inclination: i, node } = near
  // The normal w of the orbit, and M in its plane, 90° ahead of the node.
  const w: Vec3 = [Math.sin(i) * Math.sin(node), -Math.sin(i) * Math.cos(node), Math.cos(i)]
  const ahead: Vec3 = [-Math.cos(i) * Math.sin(node), Math.cos(i) * Math.cos(node), Math.sin(i)]
  const measured = [Math.hypot(deep!.sh2, deep!.sh3), Math.hypot(deep!.xh2, deep!.xh3)]
  for (const [k, { axes, rate, strength }] of orbitsAt(EPOCH).entries()) {
    // Averaged over a circle, a body in the direction u rotates the orbit by sin i dΩ/dt = (3k/2n) (w·u)(M·u). As u revolves, the product has a
    // part of twice its angle with the amplitude ½ |w∥| |M∥|, the lengths of w and M in the plane of the body: (w·P + i w·Q)(M·P + i M·Q)
    // contains both components. The integral is divided by 2n′, and f2 and f3 contain a factor of a quarter.
    const lengthIn = (v: Vec3) => Math.hypot(dot(v, axes[0]), dot(v, axes[1]))
    const expected = ((1.5 * strength) / (near.meanMotion * rate)) * lengthIn(w) * lengthIn(ahead)
    expect(Math.abs(measured[k]! / expected - 1), k === 0 ? 'Sun' : 'Moon').toBeLessThan(THEORY)
  }
})

test('the terms of sin f follow from the distance of each body on its ellipse', () => {
  const { near, deep } = model(1436, 0.3, [55, 10, 20])
  const { meanMotion: n, eccentricity: e } = near
  // The part of the tide that has no direction is R = −½ k ⟨r²⟩ = −½ k a² (1 + 3e²/2); by Lagrange's equations the perigee turns by −1.5 k β/n,
  // and the mean anomaly gains (3.5 + 1.5 e²) k/n. As k varies with d′⁻³ = a′⁻³ (1 + 3 e′ cos f), the integral over f = n′ t is 3 e′/n′ times
  // that. Eccentricities of 1900 (Newcomb) and of Brown's theory.
  for (const [eBody, rate, strength, gh4, l4] of [
    [0.016_751, SUN_RATE, SUN_RATE ** 2, deep!.sgh4, deep!.sl4],
    [0.0549, MOON_RATE, MOON_RATE ** 2 / 82.3, deep!.xgh4, deep!.xl4],
  ] as const) {
    const swing = (3 * eBody * strength) / (rate * n)
    expect(Math.abs(gh4 / (-1.5 * swing * Math.sqrt(1 - e * e)) - 1)).toBeLessThan(THEORY)
    expect(Math.abs(l4 / (swing * (3.5 + 1.5 * e * e)) - 1)).toBeLessThan(THEORY)
  }
})
