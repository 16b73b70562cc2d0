/** The orbits that a track allows by itself: the real radar track of GEOS-3 compared with the published orbit. */
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { type CartesianState, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { InitialOrbit } from '@apsis/contract/odt/observation/initial-orbit.ts'
import { expect, test } from 'vitest'
import { geos3, geos3Tdm } from '../testing/geos-3.ts'
import { initialOrbitsOf } from './initial-orbits-task.ts'
import { readTrack } from './read-track.ts'

const isHere = hasCollection('tracking/radar_geos3_1995')
/** The tolerance of the set (case.json): the two published solutions differ by half of this tolerance. */
const [POSITION_M, VELOCITY_MPS] = [1_000, 5]
/** The semi-major axis may differ from the published one by this many of its sigmas. */
const MOST_SIGMAS = 4
/** The time of its last measurement. */
const END = '1995-01-29T02:47:33Z'
const REVOLUTION_MS = 6_100_000

function found(part: Parameters<typeof geos3Tdm>[0] = {}) {
  const [segment] = geos3Tdm(part).segments
  const track = segment === undefined ? null : readTrack(segment, geos3().radar)
  if (track === null) throw new Error('no track')
  return initialOrbitsOf(track)
}

const vec = ([x = 0, y = 0, z = 0]: readonly number[]): Vec3 => [x, y, z]

/** Propagates the orbit to the epoch of the published solution. */
function atPublished({ epoch, position, velocity }: InitialOrbit): CartesianState {
  const [from, to] = [parseTime(epoch), parseTime(geos3().epochUtc, 'UTC')]
  const sky = makeEnvironment(from, { outside: 'hold' })
  const plan = { epoch: from, first: to, last: from, ...orbitForces(sky, null) }
  const flight = numericalFlight(plan)({ r: vec(position), v: vec(velocity) })
  if (flight === null) throw new Error('the orbit does not fly')
  return flight.stateAt(to)
}

/** Returns the difference of the semi-major axis from the published one, in its sigmas. */
function axisMiss(orbit: InitialOrbit): number {
  const { semiMajorAxisM: truth } = toKeplerian(geos3().solution, GM_EARTH)
  const { semiMajorAxisM: axis } = toKeplerian(atPublished(orbit), GM_EARTH)
  return Math.abs(axis - truth) / (orbit.fit?.semiMajorAxisSigma ?? 0)
}

test.skipIf(!isHere)('a real radar track gives the published orbit without a prior', () => {
  const { orbits, noOrbit, preference, span } = found()
  const [best] = orbits
  if (best?.fit == null) throw new Error('no fit')
  expect([noOrbit, best.objection, best.rank, best.sameAs]).toEqual([null, null, 1, null])
  expect(preference).not.toBeNull()
  expect(['GIBBS', 'HERRICK_GIBBS', 'LAMBERT']).toContain(best.method)
  expect(span).toBe((Date.parse(END) - Date.parse(`${geos3().epochUtc}Z`)) / 1000)
  const state = atPublished(best)
  const { solution } = geos3()
  expect(norm(subtract(state.r, solution.r))).toBeLessThan(POSITION_M)
  expect(norm(subtract(state.v, solution.v))).toBeLessThan(VELOCITY_MPS)
  expect(best.fit.used).toBe(3 * geos3().count - best.fit.edited)
  // With ranges the orbit is good enough to find the object again.
  expect(Date.parse(best.fit.usableUntil) - Date.parse(END)).toBeGreaterThan(REVOLUTION_MS)
  expect(best.canBeFollowed).toBe(true)
  // Each orbit that is not preferred has an objection.
  for (const other of orbits.slice(1)) expect(other.objection).not.toBeNull()
})

test.skipIf(!isHere)('the directions alone give the same orbit, with a large stated uncertainty', () => {
  const { orbits } = found({ hasRanges: false })
  const [best] = orbits
  if (best?.fit == null) throw new Error('no fit')
  expect(new Set(orbits.map(({ method }) => method))).toEqual(new Set(['GOODING']))
  expect(axisMiss(best)).toBeLessThan(MOST_SIGMAS)
  const radar = found().orbits[0]?.fit
  expect(best.fit.semiMajorAxisSigma).toBeGreaterThan(10 * (radar?.semiMajorAxisSigma ?? Number.NaN))
  expect(Date.parse(best.fit.usableUntil) - Date.parse(END)).toBeLessThan(REVOLUTION_MS)
})

test.skipIf(!isHere)('a track that is too short gives no orbit, or one with a short usable time', () => {
  const none = found({ hasRanges: false, most: 2 })
  expect(none).toMatchObject({ orbits: [], noOrbit: 'TOO_FEW_MEASUREMENTS', preference: null })
  const [short] = found({ most: 2 }).orbits
  expect(short?.method).toBe('LAMBERT')
  expect(Date.parse(short?.fit?.usableUntil ?? '') - Date.parse(short?.epoch ?? '')).toBeLessThan(REVOLUTION_MS)
})
