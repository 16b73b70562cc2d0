import { readdirSync, readFileSync } from 'node:fs'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import type { EarthAttitude } from '@apsis/astro/dynamics/force.ts'
import { EGM2008_FIELD, gravityForce } from '@apsis/astro/dynamics/gravity.ts'
import { propagateOrbit } from '@apsis/astro/dynamics/propagate-orbit.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween, transformState } from '@apsis/astro/frames/frame.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { fromPublished } from '@apsis/astro/sgp4/element-set.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { readMeme } from '@apsis/ccsds/meme/meme.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { afterEach, expect, test } from 'vitest'
import { memeName, memeText, sigmaAt } from './ephemeris-texts.ts'
import {
  OPEN_EPHEMERIDES_MOODS,
  type OpenEphemerides,
  type OpenEphemeridesMood,
  type OpenEphemeridesOptions,
  startOpenEphemerides,
} from './open-ephemerides.ts'
import { HOSTILE_TEXTS } from './service.ts'
import { elementsAt, epochOfMs, SIMULATED_PLANET, simulatedConstellation } from './simulated-objects.ts'
import { pathOfElements, pathOfStates, pathOfTwoBody, shifted, withBurn } from './simulated-paths.ts'

const NOW = Date.parse('2026-11-30T08:10:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FOLDER = '/public-files/ephemerides'
const MANIFEST = `${FOLDER}/MANIFEST.txt`
const STATES = 4321

/** A circular orbit in the plane x, y of EME2000, m and m/s. */
const RADIUS_M = 6_921_000
const SPEED_MPS = Math.sqrt(GM_EARTH / RADIUS_M)
const PERIOD_MS = 1000 * 2 * Math.PI * Math.sqrt(RADIUS_M ** 3 / GM_EARTH)
const CIRCLE = pathOfTwoBody({ atMs: NOW, r: [RADIUS_M, 0, 0], v: [0, SPEED_MPS, 0] })

let service: OpenEphemerides | undefined
let nowMs = NOW
afterEach(async () => {
  await service?.close()
  nowMs = NOW
})
async function start(options: OpenEphemeridesOptions = {}): Promise<OpenEphemerides> {
  service = await startOpenEphemerides({ clock: () => nowMs, constellation: 24, ...options })
  return service
}
async function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${service!.url}${path}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const manifest = async () => (await ask(MANIFEST)).text.trimEnd().split('\n')
const file = async (name: string) => (await ask(`${FOLDER}/${name}`)).text

type Record4 = { readonly time: string; readonly r: Vec3; readonly covariance: readonly number[] }
/** Returns the records of a file, positions in m, by splitting it only at blanks and line ends. */
function recordsOf(text: string): Record4[] {
  const lines = text.trimEnd().split('\n').slice(4)
  return Array.from({ length: lines.length / 4 }, (_, k) => {
    const [time = '', x, y, z] = lines[4 * k]!.split(' ')
    const covariance = lines.slice(4 * k + 1, 4 * k + 4).flatMap((line) => line.split(' ').map(Number))
    return { time, r: [Number(x) * 1000, Number(y) * 1000, Number(z) * 1000], covariance }
  })
}
/** Returns the standard deviations along UVW, m. */
const sigmasOf = ({ covariance }: Record4) => [0, 2, 5].map((place) => 1000 * Math.sqrt(covariance[place]!))

// ── The texts ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** The first public files with numbers of six digits (exchange/starlink/MANIFEST.txt): number, name, start, and the file's name. */
const RECORDED_NAMES = [
  [
    100_001,
    'STARLINK-38128',
    '2026-09-11T01:42:42Z',
    'MEME_100001_STARLINK-38128_2540142_Operational_1473385380_UNCLASSIFIED.txt',
  ],
  [
    100_002,
    'STARLINK-37711',
    '2026-09-11T01:49:42Z',
    'MEME_100002_STARLINK-37711_2540149_Operational_1473385800_UNCLASSIFIED.txt',
  ],
] as const

const versionFrom = (noradId: number, name: string, startMs: number) => ({
  noradId,
  name,
  path: CIRCLE,
  createdMs: startMs + 790_000,
  startMs,
  stopMs: startMs + 72 * HOUR_MS,
})

test('memeName() writes the names of public files', () => {
  for (const [noradId, name, begin, written] of RECORDED_NAMES)
    expect(memeName(versionFrom(noradId, name, Date.parse(begin)))).toBe(written)
})

test.skipIf(!hasCollection('exchange/starlink/MANIFEST.txt'))(
  'memeText() has the header and the layout of public files',
  () => {
    const folder = collectionPath('exchange/starlink')
    const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('MEME_100001'))
    const recorded = readFileSync(`${folder}/${name}`, 'utf8').split('\n')
    const own = memeText(versionFrom(100_001, 'STARLINK-38128', Date.parse('2026-09-11T01:42:42Z'))).split('\n')
    expect(own.slice(0, 4)).toEqual(recorded.slice(0, 4))
    /** Each digit becomes 0; the number of digits before a decimal point, and the signs, depend on the orbit. */
    const shape = (line: string) =>
      line
        .replaceAll(/\d/g, '0')
        .replaceAll(/-?0+\./g, '0.')
        .replaceAll(/e[-+]/g, 'e±')
    for (const line of [4, 5, 6, 7, 8, 9]) expect(shape(own[line]!), `line ${line}`).toBe(shape(recorded[line]!))
    expect(own[8]!.slice(0, 17)).toBe(recorded[8]!.slice(0, 17))
  },
)

/** Each standard deviation is printed as a variance with eleven digits. */
const PRINTED_DIGITS = 8

test('memeText() states the published standard deviations by age', () => {
  // exchange/starlink/sigma-by-age.csv: STARLINK-4045, 2026-09-02, m along U, V and W.
  const published = [
    [0, 1.0, 1.4, 1.7],
    [1, 2.7, 11, 2.7],
    [3, 7.3, 62, 2.2],
    [8, 26, 576, 3.0],
    [12, 100, 1000, 10],
    [48, 100, 1000, 10],
    [60, 350, 2000, 550],
    [72, 350, 2000, 550],
  ] as const
  const records = recordsOf(memeText(versionFrom(1, 'ONE', NOW)))
  expect(records.length).toBe(STATES)
  for (const [ageH, ...sigmas] of published) {
    const stated = sigmasOf(records[ageH * 60]!)
    for (const [k, sigma] of sigmas.entries()) expect(stated[k]! / sigma, `${ageH} h`).toBeCloseTo(1, PRINTED_DIGITS)
  }
  const grows = [0, 0.5, 1, 2, 3, 5, 8, 9.9].map((ageH) => sigmaAt(ageH)[1])
  expect(grows).toEqual(grows.toSorted((a, b) => a - b))
  expect(new Set(records.slice(600, 3600).map(({ covariance }) => covariance.join())).size).toBe(1)
})

test('our own reader reads each kind of file', async () => {
  await start()
  const [name = ''] = await manifest()
  const meme = readMeme(await file(name))
  expect(meme.ok && meme.message.states.length).toBe(STATES)
  const link = linksOf((await ask('/planet/')).text)[1]
  for (const [path, states] of [
    [`/planet/${link}`, 7201],
    ['/iss-coords/current/ISS_OEM/ISS.OEM_J2K_EPH.txt', 5401],
  ] as const) {
    const [found] = readMessages((await ask(path)).text, { strict: false }).messages
    const oem = found?.reading.ok && found.reading.message.kind === 'OEM' ? found.reading.message.message : undefined
    expect([path, oem?.segments[0]?.states.length]).toEqual([path, states])
  }
})

// ── The orbits ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** An element set has three angles with four decimals each, and the rounding of each is 6 m. */
const ROUNDED_ANGLES_M = 30

test('the files fly where the element sets of the local CelesTrak fly', () => {
  const [object] = simulatedConstellation(1)
  const own = pathOfElements(fromPublished(object!.elements))
  const published = pathOfElements(fromPublished(elementsAt(object!, NOW)))
  for (const hours of [0, 24, 72]) {
    const atMs = NOW + hours * HOUR_MS
    expect(norm(subtract(own(atMs).r, published(atMs).r))).toBeLessThan(ROUNDED_ANGLES_M)
  }
})

/**
 * The formulas of Clohessy and Wiltshire assume a sphere: the flattening of the Earth, J2 = 1.1e-3, adds an error of some J2 for each
 * radian of motion.
 */
const SPHERE_SHARE = 0.03

test('withBurn() puts an object 3 Δv T behind its circle a revolution after a burn along the track', () => {
  const burnt = withBurn(CIRCLE, { atMs: NOW, dvUvwMps: [0, 0.1, 0] })
  const later = NOW + PERIOD_MS
  const [x, y] = subtract(burnt(later).r, CIRCLE(later).r)
  const behindM = (3 * 0.1 * PERIOD_MS) / 1000
  expect(Math.abs(y + behindM)).toBeLessThan(SPHERE_SHARE * behindM)
  expect(Math.abs(x)).toBeLessThan(SPHERE_SHARE * behindM)
  expect(burnt(NOW - MINUTE_MS)).toEqual(CIRCLE(NOW - MINUTE_MS))
})

/** SGP4 is of first order in J2: its rates have a relative error of some J2 in the effect of the burn, which is 78 km after three days. */
const DISPLACED_M = 500

test('withBurn() differs after three days as numerical paths in the gravity field of the Earth do', () => {
  const [object] = simulatedConstellation(1)
  const path = pathOfElements({ ...fromPublished(object!.elements), bstar: 0 })
  const burn = { atMs: NOW, dvUvwMps: [0.01, 0.1, 0.03] } as const
  const burnt = withBurn(path, burn)
  const until = NOW + 72 * HOUR_MS
  const toEarthFixed: EarthAttitude = (epoch) =>
    rotationBetween('GCRF', 'ITRF', earthAt(epoch, { outside: 'hold' })).matrix
  const forces = [gravityForce(EGM2008_FIELD, { degree: 8 }, toEarthFixed)]
  const fly = ({ r, v }: CartesianState) => {
    const start = transformState({ frame: 'EME2000', epoch: epochOfMs(NOW), r, v }, 'GCRF')
    const orbit = propagateOrbit({ ...start, massKg: 100 }, { forces, until: epochOfMs(until) })
    if (!orbit.ok) throw new Error(orbit.reason)
    return orbit.end.r
  }
  // EME2000 and GCRF differ by 1e-7 rad.
  const numerical = subtract(fly(burnt(NOW)), fly(path(NOW)))
  const own = subtract(burnt(until).r, path(until).r)
  expect(norm(numerical)).toBeGreaterThan(70_000)
  expect(norm(subtract(own, numerical))).toBeLessThan(DISPLACED_M)
})

/** Hermite polynomials through states a minute apart agree with the orbit to less than this, m (interpolateState). */
const INTERPOLATION_M = 0.001

test('pathOfStates() goes through the states of a test, and ends with them', () => {
  const minutes = Array.from({ length: 30 }, (_, k) => NOW + k * MINUTE_MS)
  const path = pathOfStates(minutes.map((atMs) => ({ atMs, ...CIRCLE(atMs) })))
  expect(path(NOW)).toEqual(CIRCLE(NOW))
  const between = NOW + 10.5 * MINUTE_MS
  expect(norm(subtract(path(between).r, CIRCLE(between).r))).toBeLessThan(INTERPOLATION_M)
  expect(() => path(NOW + HOUR_MS)).toThrow('after-stop')
})

test('shifted() keeps the distance in radial, along-track and cross-track axes', () => {
  const beside = shifted(CIRCLE, [10, 200, 3000])
  const atStart = subtract(beside(NOW).r, [RADIUS_M, 0, 0])
  expect(atStart.map(Math.round)).toEqual([10, 200, 3000])
  const quarter = NOW + PERIOD_MS / 4
  expect(subtract(beside(quarter).r, CIRCLE(quarter).r).map(Math.round)).toEqual([-200, 10, 3000])
})

// ── The moods of open ephemerides ────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** The expected behaviour in each mood that only these services have, as a client sees it. */
const MOODS: Readonly<Record<OpenEphemeridesMood, () => Promise<void>>> = {
  unchanged: async () => {
    const { headers } = await ask(MANIFEST)
    nowMs += 9 * HOUR_MS
    const etag = headers.get('etag') ?? ''
    expect((await ask(MANIFEST, { 'if-none-match': etag })).status).toBe(304)
    service!.mood = 'ok'
    expect((await ask(MANIFEST, { 'if-none-match': etag })).status).toBe(200)
  },
  'new-manifest': async () => {
    service!.mood = 'ok'
    const before = await manifest()
    service!.mood = 'new-manifest'
    const after = await manifest()
    expect(after.filter((name) => !before.includes(name)).length).toBe(3)
    expect(after.length).toBe(before.length)
  },
  gone: async () => {
    const [name = ''] = await manifest()
    expect((await ask(`${FOLDER}/${name}`)).status).toBe(404)
    await manifest()
    expect(service!.violations).toEqual([])
    await manifest()
    expect(service!.violations).toEqual(['the manifest was requested again within an hour'])
  },
  'ends-early': async () => {
    const [name = ''] = await manifest()
    const text = await file(name)
    expect(recordsOf(text).length).toBe(1441)
    expect(text).toContain(' ephemeris_stop:2026-12-01 ')
    service!.mood = 'ok'
    expect((await ask(`${FOLDER}/${name}`)).status).toBe(404)
  },
  'ends-unsaid': async () => {
    const text = await file((await manifest())[0] ?? '')
    expect(recordsOf(text).length).toBe(1441)
    expect(text).toContain(' ephemeris_stop:2026-12-03 ')
  },
  'flat-covariance': async () => {
    const records = recordsOf(await file((await manifest())[0] ?? ''))
    expect(new Set(records.map(({ covariance }) => covariance.join())).size).toBe(1)
    for (const [k, sigma] of [100, 1000, 10].entries())
      expect(sigmasOf(records[0]!)[k]! / sigma).toBeCloseTo(1, PRINTED_DIGITS)
  },
  'two-versions': async () => {
    const names = await manifest()
    const ofFirst = names.filter((name) => name.split('_')[1] === names[0]!.split('_')[1])
    expect([names.length, ofFirst.length]).toEqual([48, 2])
    const starts = []
    for (const name of ofFirst) starts.push(recordsOf(await file(name))[0]!.time)
    expect(starts).toEqual(starts.toSorted())
    expect(new Set(starts).size).toBe(2)
  },
  'plain-list': async () => {
    const { headers, text } = await ask('/planet/')
    expect(headers.get('content-type')).toBe('text/plain')
    const names = text.trimEnd().split('\n')
    expect(names.length).toBe(PLANET_SATELLITES)
    expect((await ask(`/planet/${names[0]}`)).text).toMatch(/^CCSDS_OEM_VERS/)
  },
  'without-numbers': async () => {
    const links = linksOf((await ask('/planet/')).text)
    expect(links.slice(0, 2)).toEqual(['../', 'FLOCK-SIMULATED-1.oem'])
    expect((await ask(`/planet/${links[1]}`)).text).toContain('OBJECT_ID            = 62001\n')
  },
  'many-links': async () => {
    expect(linksOf((await ask('/planet/')).text).length).toBe(1 + PLANET_SATELLITES + 100_000)
  },
}
const PLANET_SATELLITES = SIMULATED_PLANET.length
const linksOf = (page: string) => [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)

test.for(Object.entries(MOODS))(
  'startOpenEphemerides() behaves as its table says in the mood %s',
  async ([mood, expectMood]) => {
    await start()
    service!.mood = mood as OpenEphemeridesMood
    await expectMood()
    expect(Object.keys(OPEN_EPHEMERIDES_MOODS)).toContain(mood)
  },
)

test('startOpenEphemerides() changes names and records as the moods of every service say', async () => {
  await start({ constellation: 8 })
  const [name = ''] = await manifest()
  const texts: Record<string, { readonly names: string; readonly meme: string; readonly oem: string }> = {}
  for (const mood of ['empty-list', 'unknown-field', 'missing-field', 'hostile-text', 'huge', 'wrong-type'] as const) {
    service!.mood = mood
    const oem = '/iss-coords/current/ISS_OEM/ISS.OEM_J2K_EPH.txt'
    texts[mood] = { names: (await ask(MANIFEST)).text, meme: await file(name), oem: (await ask(oem)).text }
  }
  expect(texts['empty-list']!.names).toBe('')
  expect(texts['empty-list']!.meme.split('\n').length).toBe(5)
  expect(texts['unknown-field']!.names.split('\n')[0]!.split('_').length).toBe(8)
  expect(texts['unknown-field']!.meme).toContain('\nfield_of_next_year:1\n')
  expect(texts['missing-field']!.names.split('\n').map((line) => line.split('_').length)).toEqual([
    6, 7, 7, 7, 7, 7, 7, 7, 1,
  ])
  expect(texts['missing-field']!.meme.split('\n')[4]!.split(' ').length).toBe(6)
  expect(texts['missing-field']!.meme.split('\n')[8]!.split(' ').length).toBe(7)
  expect(texts['hostile-text']!.names).toContain('../../etc/passwd')
  expect(texts['hostile-text']!.meme).toContain(`ephemeris_source:${HOSTILE_TEXTS[0]}`)
  expect(texts['hostile-text']!.oem).toContain(`OBJECT_NAME          = ${HOSTILE_TEXTS[0]}`)
  expect(texts.huge!.meme.length).toBeGreaterThan(20_000_000)
  expect(JSON.parse(texts['wrong-type']!.names).length).toBe(8)
  expect(texts['wrong-type']!.meme).toMatch(/^\{/)
})

test('startOpenEphemerides() changes the page of Planet as the moods of every service say', async () => {
  await start()
  const pages: Record<string, string> = {}
  for (const mood of [
    'ok',
    'empty-list',
    'unknown-field',
    'missing-field',
    'hostile-text',
    'huge',
    'wrong-type',
  ] as const) {
    service!.mood = mood
    pages[mood] = (await ask('/planet/')).text
  }
  expect(linksOf(pages.ok!)).toEqual([
    '../',
    ...SIMULATED_PLANET.map(({ noradId }, i) => `${noradId}_FLOCK-SIMULATED-${i + 1}.oem`),
  ])
  expect(linksOf(pages['empty-list']!)).toEqual(['../'])
  expect(pages['unknown-field']).toContain('</a> 30-Nov-2026 08:00  1.1M</li>')
  expect(linksOf(pages['missing-field']!).length).toBe(PLANET_SATELLITES)
  expect(linksOf(pages['hostile-text']!)).toEqual(
    expect.arrayContaining(['//elsewhere.example/62001_ELSEWHERE.oem', '../control', 'javascript:alert(1)']),
  )
  expect(linksOf(pages.huge!).length).toBe(1 + 10 * PLANET_SATELLITES)
  expect(JSON.parse(pages['wrong-type']!).length).toBe(PLANET_SATELLITES)
  // The first request got a complete answer; each later request came too soon.
  expect(service!.violations).toEqual(Array(6).fill('the page was requested again within an hour'))
})

// ── What they always do ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
test('startOpenEphemerides() names 11,000 satellites, half of them with six digits, an eighth anew each hour', async () => {
  await start({ constellation: 11_000 })
  const before = await manifest()
  expect([before.length, new Set(before).size]).toEqual([11_000, 11_000])
  const RULE = /^MEME_\d{5,6}_STARLINK-SIMULATED-\d{1,5}_334\d{4}_Operational_\d{10}_UNCLASSIFIED\.txt$/
  expect(before.filter((name) => !RULE.test(name))).toEqual([])
  expect(before.filter((name) => /^MEME_\d{6}_/.test(name)).length).toBe(5500)
  nowMs += HOUR_MS
  const after = new Set(await manifest())
  expect(before.filter((name) => !after.has(name)).length).toBe(1375)
  nowMs += 7 * HOUR_MS
  const next = new Set(await manifest())
  expect(before.filter((name) => next.has(name))).toEqual([])
  expect(service!.violations).toEqual([])
})

/**
 * The largest possible difference between two versions, m: each error is at most √3 times 65 m per hour of age; the factor 1.1 is a margin.
 */
const MOST_DIFFERENCE_M = 65 * Math.sqrt(3) * (3 + 11) * 1.1

test('startOpenEphemerides() predicts with an error that grows along the track', async () => {
  await start({ constellation: 8 })
  const [old = ''] = await manifest()
  const before = recordsOf(await file(old))
  nowMs += 8 * HOUR_MS
  const [newer = ''] = await manifest()
  const after = recordsOf(await file(newer))
  const timeOf = new Map(before.map(({ time, r }) => [time, r]))
  const apart = after.flatMap(({ time, r }) => {
    const same = timeOf.get(time)
    return same === undefined ? [] : [norm(subtract(r, same))]
  })
  expect(apart.length).toBe(64 * 60 + 1)
  expect(apart[180]).toBeGreaterThan(0)
  expect(apart[180]).toBeLessThan(MOST_DIFFERENCE_M)
  expect(apart.at(-1)).toBeGreaterThan(apart[180]!)
})

test('publish() makes a new version, with a shift and a burn that stay, and an end that does not', async () => {
  const objects = [7, 8].map((noradId) => ({ noradId, name: `CIRCLE-${noradId}`, path: CIRCLE }))
  const { publish } = await start({ objects, everyMs: Number.POSITIVE_INFINITY })
  const names = await manifest()
  const [first = ''] = publish([7], { shiftUvwM: [0, 500, 0], stopMs: NOW + 2 * HOUR_MS })
  expect(await manifest()).toEqual([first, names[1]])
  const short = recordsOf(await file(first))
  expect([short[0]!.time, short.length]).toEqual(['2026334081000.000', 121])
  expect(subtract(short[0]!.r, [RADIUS_M, 0, 0]).map(Math.round)).toEqual([0, 500, 0])
  expect((await ask(`${FOLDER}/${names[0]}`)).status).toBe(404)

  const [second = ''] = publish([7], { burn: { atMs: NOW + HOUR_MS, dvUvwMps: [0, 0.1, 0] } })
  expect(second).not.toBe(first)
  const long = recordsOf(await file(second))
  expect(long.length).toBe(STATES)
  // The new file begins a second later, so that it has another name; the orbital motion in that second is 7.6 km.
  const at = (records: readonly Record4[], minutes: number) =>
    subtract(records[minutes]!.r, CIRCLE(NOW + 1000 + minutes * MINUTE_MS).r)
  expect(norm(at(long, 0))).toBeCloseTo(500, 1)
  expect(norm(at(long, 59))).toBeCloseTo(500, 1)
  expect(Math.abs(norm(at(long, 240)) - 500)).toBeGreaterThan(1000)
  expect(() => publish([9])).toThrow('nobody publishes an ephemeris of 9')
})

test('a person publishes a version that is shifted by a call', async () => {
  await start({ objects: [{ noradId: 7, name: 'CIRCLE', path: CIRCLE }] })
  const { status } = await fetch(`${service!.url}/control/publish?object=7&alongTrackM=500`, { method: 'POST' })
  const [first] = recordsOf(await file((await manifest())[0] ?? ''))
  expect([status, subtract(first!.r, [RADIUS_M, 0, 0]).map(Math.round)]).toEqual([200, [0, 500, 0]])
})

test('publish() announces a burn of the station in its comments', async () => {
  const { publish } = await start()
  publish([25544], { burn: { atMs: NOW + 30 * HOUR_MS, dvUvwMps: [0, 1.5, 0] } })
  const { text } = await ask('/iss-coords/current/ISS_OEM/ISS.OEM_J2K_EPH.txt')
  expect(text).toContain('COMMENT  SIMULATED Reboost     335:14:10:00.000             1.5\n')
})

test('startOpenEphemerides() answers 304 to who has the manifest or the file', async () => {
  await start()
  const first = await ask(MANIFEST)
  expect(first.headers.get('last-modified')).toBe('Mon, 30 Nov 2026 08:00:00 GMT')
  nowMs += 40 * MINUTE_MS
  expect((await ask(MANIFEST, { 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
  expect((await ask(MANIFEST, { 'if-modified-since': first.headers.get('last-modified')! })).status).toBe(304)
  const name = first.text.split('\n')[0]
  const etag = (await ask(`${FOLDER}/${name}`)).headers.get('etag')!
  expect((await ask(`${FOLDER}/${name}`, { 'if-none-match': etag })).status).toBe(304)
  expect(service!.violations).toEqual(Array(2).fill('the manifest was requested again within an hour'))
})

test('startOpenEphemerides() counts files, and writes down who fetches too many or the manifest too often', async () => {
  await start({ constellation: 8 })
  service!.next('cut-off-length', 1, ({ path }) => path === MANIFEST)
  await expect(ask(MANIFEST)).rejects.toThrow()
  await manifest()
  expect(service!.violations).toEqual([])
  for (let k = 0; k < 1001; k += 1) await ask(`${FOLDER}/MEME_1_NONE_${k}.txt`)
  expect(service!.filesRequested().length).toBe(1001)
  expect(service!.violations).toEqual(['more than 1000 files were requested within a minute'])
})
