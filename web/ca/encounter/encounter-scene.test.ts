import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Dynamics, J2, TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { cross, dot, norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { alongVelocity, drawnAt, type EncounterScene, ellipsoidOf, sceneOfEncounter } from './encounter-scene.ts'
import { arrowsOf, centreOf, placedAs } from './encounter-view.ts'
import { ARROWS } from './look.ts'

type Reference = { readonly messages: readonly { readonly path: string; readonly text: string }[] }
const FILE = join(import.meta.dirname, '../../../ccsds/cdm/cdm.reference.json')
const { messages } = JSON.parse(readFileSync(FILE, 'utf8')) as Reference

function published(name: string) {
  const text = messages.find(({ path }) => path.endsWith(name))?.text ?? ''
  const reading = readCdm(text, { strict: false })
  if (!reading.ok) throw new Error(`${name} cannot be read`)
  return reading.message
}
const MESSAGE = published('ION_SCV8_vs_STARLINK_1233.txt')

/**
 * Returns the eigenvalues of a symmetric 3 × 3 matrix in closed form, largest first: the trigonometric roots of the characteristic
 * polynomial (O. K. Smith, Eigenvalues of a symmetric 3 × 3 matrix, Communications of the ACM 4 (1961) 168). It uses no code of the
 * product.
 */
function bySmith(m: Matrix): readonly number[] {
  const at = (i: number, j: number) => m[i]?.[j] ?? Number.NaN
  const q = (at(0, 0) + at(1, 1) + at(2, 2)) / 3
  const off = at(0, 1) ** 2 + at(0, 2) ** 2 + at(1, 2) ** 2
  const p = Math.sqrt(((at(0, 0) - q) ** 2 + (at(1, 1) - q) ** 2 + (at(2, 2) - q) ** 2 + 2 * off) / 6)
  const b = (i: number, j: number) => (at(i, j) - (i === j ? q : 0)) / p
  const determinant =
    b(0, 0) * (b(1, 1) * b(2, 2) - b(1, 2) ** 2) -
    b(0, 1) * (b(0, 1) * b(2, 2) - b(1, 2) * b(0, 2)) +
    b(0, 2) * (b(0, 1) * b(1, 2) - b(1, 1) * b(0, 2))
  const angle = Math.acos(Math.max(-1, Math.min(1, determinant / 2))) / 3
  return [0, 2, 1].map((k) => q + 2 * p * Math.cos(angle + (2 * Math.PI * k) / 3)).toSorted((x, y) => y - x)
}

/** The rounding error of the closed form, which loses half of the digits if two eigenvalues are close to each other. */
const SHARE = 1e-6

test.each([0, 1] as const)(
  'object %i of a published message: half axes and directions agree with its covariance',
  (k) => {
    const given = MESSAGE.objects[k].covariance.matrix.slice(0, 3).map((row) => row.slice(0, 3))
    const { halfAxesM, directions } = ellipsoidOf(given)
    const roots = bySmith(given)
    for (const [place, length] of halfAxesM.entries())
      expect(Math.abs(length ** 2 / (roots[place] ?? Number.NaN) - 1), `half axis ${place}`).toBeLessThan(SHARE)
    for (const [place, direction] of directions.entries()) {
      // The test computes P u = λ u itself.
      const image = given.map((row) => dot(row as unknown as Vec3, direction)) as unknown as Vec3
      const wanted = direction.map((part) => part * halfAxesM[place as 0 | 1 | 2] ** 2) as unknown as Vec3
      expect(norm(image.map((part, i) => part - (wanted[i] ?? 0)) as unknown as Vec3) / (roots[0] ?? 1)).toBeLessThan(
        1e-12,
      )
    }
    const [a, b, c] = directions
    expect(dot([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], c)).toBeCloseTo(1, 12)
  },
)

test('the ellipsoid of an object with the largest uncertainty along its track is aligned with its own T, not with that of the other object', () => {
  const { ellipsoids } = sceneOfEncounter(MESSAGE, '55051')
  const [own, other] = ellipsoids
  // CT_T is 9738.8 m² for object 1: 98.7 m, 1.4° away from T because of CT_R.
  expect(own.halfAxesM[0]).toBeCloseTo(98.7, 0)
  expect(Math.abs(own.directions[0][1])).toBeGreaterThan(Math.cos((2 * Math.PI) / 180))
  // Object 2 approaches nearly head on, at 13954.8 against 7.6 km/s along T and 4100.4 along N: its track is turned by the angle between
  // these two.
  expect(other.halfAxesM[0]).toBeCloseTo(Math.sqrt(1_555_885.7), -1)
  const own2 = sceneOfEncounter(MESSAGE, '45214').ellipsoids[0]
  expect(Math.abs(own2.directions[0][1])).toBeGreaterThan(Math.cos((2 * Math.PI) / 180))
  expect(Math.abs(other.directions[0][1])).toBeLessThan(Math.abs(own2.directions[0][1]))
})

test('object 2 passes at the place in the message, and the miss distance is the one in the message', () => {
  const scene = sceneOfEncounter(MESSAGE, '55051')
  const { relativePosition, relativeVelocity } = {
    relativePosition: [-21.3, -15.2, -49.3],
    relativeVelocity: [1.9, -13_954.8, 4_100.4],
  }
  // The message gives positions to 0.1 m, velocities to 0.1 m/s, and the miss distance to 1 m.
  const place = scene.placeAt(-scene.tcaS)
  for (const [k, part] of place.entries()) expect(part, 'RTN'[k]).toBeCloseTo(relativePosition[k] ?? Number.NaN, 0)
  for (const [k, part] of scene.velocity.entries())
    expect(part, 'RTN'[k]).toBeCloseTo(relativeVelocity[k] ?? Number.NaN, 0)
  expect(Math.abs(scene.missM - 55)).toBeLessThan(1)
  expect(Math.hypot(...scene.placeAt(0))).toBeCloseTo(scene.missM, 6)
  for (const seconds of [-1e-3, 1e-3]) expect(Math.hypot(...scene.placeAt(seconds))).toBeGreaterThan(scene.missM)
})

/** The rotation rate of the Earth, rad/s (IERS Conventions 2010, table 1.2). */
const ROTATION = 7.292_115e-5

test('the velocities are those in the message, in axes that do not rotate', () => {
  const { velocities, velocity } = sceneOfEncounter(MESSAGE, '55051')
  for (const [k, own] of velocities.entries()) {
    // The message is in ITRF, in which a point fixed to the Earth moves with ω × r in inertial axes.
    const { r, v } = MESSAGE.objects[k as 0 | 1].state
    expect(norm(own)).toBeCloseTo(Math.hypot(v[0] - ROTATION * r[1], v[1] + ROTATION * r[0], v[2]), 0)
  }
  // Object 1 has no velocity normal to its own orbital plane, and hardly any upwards.
  const [own, other] = velocities
  expect(Math.abs(own[2])).toBeLessThan(1e-6)
  expect(own[1]).toBeGreaterThan(7_000)
  for (const k of [0, 1, 2] as const) expect(other[k] - own[k]).toBeCloseTo(velocity[k], 9)
})

test('the picture begins where the distance of object 2 is three times the larger of the miss distance and an ellipsoid of 3σ', () => {
  const { missM, ellipsoids, velocity, spanS } = sceneOfEncounter(MESSAGE, '55051')
  const largestM = Math.max(missM, ...ellipsoids.map(({ halfAxesM }) => 3 * Math.max(...halfAxesM)))
  expect((norm(velocity) * spanS) / largestM).toBeCloseTo(3, 12)
  // Objects with a low relative velocity are shown for five minutes to either side.
  expect(spanS).toBeLessThan(300)
})

test('the Sun is above the correct place on the Earth at that moment', () => {
  const { sun } = sceneOfEncounter(MESSAGE, '55051')
  // 2023-07-05T20:31:16Z: 22.77° N, and 4 min 36 s behind the mean Sun (Astronomical Almanac 2023: declination and equation of time).
  const [latitude, longitude] = [22.77, -15 * (20 + 31.27 / 60 - 4.6 / 60 - 12)].map((deg) => (deg * Math.PI) / 180)
  const toSun: Vec3 = [
    Math.cos(latitude!) * Math.cos(longitude!),
    Math.cos(latitude!) * Math.sin(longitude!),
    Math.sin(latitude!),
  ]
  const { r, v } = MESSAGE.objects[0].state
  const across = cross(r, [v[0] - ROTATION * r[1], v[1] + ROTATION * r[0], v[2]])
  const [WITHIN, n] = [0.005, norm(across)]
  expect(norm(sun)).toBeCloseTo(1, 12)
  expect(Math.abs(sun[0] - dot(toSun, r) / norm(r))).toBeLessThan(WITHIN)
  expect(Math.abs(sun[1] - dot(toSun, cross(across, r)) / (n * norm(r)))).toBeLessThan(WITHIN)
  expect(Math.abs(sun[2] - dot(toSun, across) / n)).toBeLessThan(WITHIN)
})

test('the picture is centred on an object or the middle of the miss vector, and velocities start at their objects', () => {
  const scene = sceneOfEncounter(MESSAGE, '55051')
  const seconds = scene.spanS / 2
  const seenFrom = (target: string) => ({
    scene,
    seconds,
    names: ['one', 'two', 'Sun'] as const,
    arrows: ARROWS,
    camera: { target, azimuthDeg: 0, elevationDeg: 0, distanceM: 100 },
  })
  expect(centreOf(seenFrom('encounter'))).toEqual([0, 0, 0])
  expect(centreOf(seenFrom('object2'))).toEqual(scene.placeAt(seconds))
  const middle = centreOf(seenFrom('miss'))
  // The middle has the same distance from both objects at the closest approach, and is on the line between them.
  expect(norm(middle)).toBeCloseTo(scene.missM / 2, 6)
  expect(norm(scene.placeAt(0).map((part, k) => part - middle[k as 0]) as unknown as Vec3)).toBeCloseTo(
    scene.missM / 2,
    6,
  )
  const arrows = arrowsOf(seenFrom('object2'))
  expect(arrows.map(({ name }) => name)).toEqual(['R', 'T', 'N', 'v₁', 'v₂', 'Sun'])
  const from = (name: string) => arrows.find((one) => one.name === name)?.from
  expect(from('v₁')).toEqual([0, 0, 0])
  for (const name of ['v₂', 'R', 'Sun']) expect(from(name), name).toEqual(scene.placeAt(seconds))
  for (const { name, direction } of arrows) expect(norm(direction), name).toBeCloseTo(1, 12)
  expect(arrowsOf({ ...seenFrom('miss'), arrows: [] }).map(({ name }) => name)).toEqual(['R', 'T', 'N'])
})

test('a burn half a revolution earlier shifts the path of object 2 as Clohessy and Wiltshire predict, and no burn does not', () => {
  const burnOf = (alongMps: number) => ({
    ignitionEpoch: '2023-07-05T19:43:45.893Z',
    deltaVRtn: [0, alongMps, 0] as [number, number, number],
    manoeuvreDuration: 0,
    dynamics: 'two-body' as const,
    drag: null,
  })
  const before = sceneOfEncounter(MESSAGE, '55051')
  expect(sceneOfEncounter(MESSAGE, '55051', burnOf(0)).missM).toBeCloseTo(before.missM, 6)
  const [alongMps, leadS] = [0.1, 2_850]
  const after = sceneOfEncounter(MESSAGE, '55051', burnOf(alongMps))
  // Hill's equations: an impulse along T moves object 1 by 2 Δv (1 − cos nt) / n up and Δv (4 sin nt / n − 3 t) ahead.
  const n = Math.sqrt(3.986_004_418e14 / norm(MESSAGE.objects[0].state.r) ** 3)
  const upM = (2 * alongMps * (1 - Math.cos(n * leadS))) / n
  // The shift of the TCA removes most of the displacement along the track: only the component across the relative velocity remains. All of
  // the radial displacement remains.
  const moved = after.placeAt(0)[0] - before.placeAt(0)[0]
  expect(Math.abs(moved + upM) / upM).toBeLessThan(0.02)
})

/**
 * The tolerance for a burn shorter than a second. Its axes rotate at the rate of a circular orbit; the error of this is twice the
 * eccentricity, a hundredth of 13 m.
 */
const BURN_M = 0.2

test('a burn is propagated with the dynamics of its plan: two bodies, or with the flattening of the Earth', () => {
  const [deltaVRtn, leadS] = [[0, 0.1, 0] as [number, number, number], 86_400]
  const tca = MESSAGE.relative.tca
  const ignitionEpoch = `${formatTime(addSeconds(tca, -leadS))}Z`
  const missOf = (dynamics: 'two-body' | 'j2') =>
    sceneOfEncounter(MESSAGE, '55051', { ignitionEpoch, deltaVRtn, manoeuvreDuration: 0, dynamics, drag: null }).missM
  const [primary, secondary] = encounterOfCdm(MESSAGE)
  const plannedMissM = (flown: Dynamics) => {
    const trial = trialOf(makeEncounterModel({ primary, secondary, radiusM: 0 }, flown), { burnS: -leadS })
    return trial.attempt(transform(transpose(trial.rtn), deltaVRtn)).after.missDistanceM
  }
  // The ignition is given to the nanosecond.
  expect(Math.abs(missOf('two-body') - plannedMissM(TWO_BODY))).toBeLessThan(1e-3)
  expect(Math.abs(missOf('j2') - plannedMissM(J2))).toBeLessThan(1e-3)
  expect(Math.abs(missOf('j2') - missOf('two-body'))).toBeGreaterThan(1)
})

test('a burn shorter than a second is propagated as an impulse of its size at its middle, along the axes at ignition', () => {
  const missOf = (ignitionS: number, deltaVRtn: readonly [number, number, number], manoeuvreDuration = 0) =>
    sceneOfEncounter(MESSAGE, '55051', {
      ignitionEpoch: `${formatTime(addSeconds(MESSAGE.relative.tca, ignitionS))}Z`,
      deltaVRtn: [...deltaVRtn],
      manoeuvreDuration,
      dynamics: 'two-body',
      drag: null,
    }).missM
  const [leadS, durationS, alongMps] = [-2_850, 0.8, 50]
  // The axes rotate once per revolution: at the middle of the burn they are ahead of the axes at ignition.
  const n = Math.sqrt(3.986_004_418e14 / norm(MESSAGE.objects[0].state.r) ** 3)
  const turn = (n * durationS) / 2
  const inItsMiddle = missOf(leadS + durationS / 2, [alongMps * Math.sin(turn), alongMps * Math.cos(turn), 0])
  const atIgnition = missOf(leadS, [0, alongMps, 0])
  expect(Math.abs(inItsMiddle - atIgnition)).toBeGreaterThan(1)
  expect(Math.abs(missOf(leadS, [0, alongMps, 0], durationS) - inItsMiddle)).toBeLessThan(BURN_M)
})

test('the drawn ball extends as far along each half axis as the ellipsoid, around its object', () => {
  const [, other] = sceneOfEncounter(MESSAGE, '55051').ellipsoids
  const at: Vec3 = [10, 20, 30]
  const matrix = placedAs(other, { at, sigma: 3 })
  const tip = new Vector3(1, 0, 0).applyMatrix4(matrix).sub(new Vector3(...drawnAt(at)))
  expect(tip.length()).toBeCloseTo(3 * other.halfAxesM[0], 6)
  const wanted = new Vector3(...drawnAt(other.directions[0]))
  expect(Math.abs(tip.normalize().dot(wanted))).toBeCloseTo(1, 9)
  expect(matrix.determinant()).toBeGreaterThan(0)
})

test('the view along the relative velocity is from the side from which the other object comes', () => {
  const from = (...velocity: [number, number, number]) => alongVelocity({ velocity } as unknown as EncounterScene)
  // For a velocity along R, T or N, T is drawn to the right, N to the back and R up.
  const { azimuthDeg, elevationDeg } = from(0, 7_000, 0)
  expect([Math.abs(azimuthDeg), Math.abs(elevationDeg)]).toEqual([180, 0])
  expect(from(0, 0, -7_000)).toEqual({ azimuthDeg: expect.closeTo(90), elevationDeg: expect.closeTo(0) })
  expect(from(-7_000, 0, 0).elevationDeg).toBeCloseTo(90)
})
