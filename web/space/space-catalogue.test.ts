import { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { expect, test } from 'vitest'
import { epochMsOf, filterCatalogue, largestClouds, openSpaceCatalogue, SHELLS } from './space-catalogue.ts'

/** Published mean motions and eccentricities: the space station, Sputnik's successor in a low polar orbit, Molniya, GPS and a satellite in GEO. */
const OBJECTS = [
  { noradId: 25_544, kind: 0, owner: 0, revs: 15.5, eccentricity: 0.0004 },
  { noradId: 33_591, kind: 0, owner: 0, revs: 14.13, eccentricity: 0.0014 },
  { noradId: 40_000, kind: 2, owner: -1, revs: 2.006, eccentricity: 0.74 },
  { noradId: 41_000, kind: 0, owner: 1, revs: 2.0056, eccentricity: 0.01 },
  { noradId: 42_000, kind: 1, owner: 1, revs: 1.0027, eccentricity: 0.0002 },
]
const column = (of: (one: (typeof OBJECTS)[number]) => number) => OBJECTS.map(of)
const columns: CatalogueElements = CatalogueElements.parse({
  isSimulated: true,
  origin: '2026-11-20T00:00:00.000Z',
  kinds: ['payloads', 'rocketBodies', 'debris', 'unknown'],
  owners: ['US', 'PRC'],
  sources: ['simulated'],
  noradId: column(({ noradId }) => noradId),
  name: OBJECTS.map(({ noradId }) => `SIM ${noradId}`),
  internationalDesignator: OBJECTS.map(() => ''),
  kind: column(({ kind }) => kind),
  owner: column(({ owner }) => owner),
  source: column(() => 0),
  epochS: OBJECTS.map((_, k) => k * 3600),
  meanMotionRevPerDay: column(({ revs }) => revs),
  eccentricity: column(({ eccentricity }) => eccentricity),
  inclinationDeg: column(() => 50),
  raanDeg: column(() => 0),
  argPeriapsisDeg: column(() => 0),
  meanAnomalyDeg: column(() => 0),
  bstar: column(() => 0),
})
const catalogue = openSpaceCatalogue(columns)
const ALL = { kinds: ['payloads', 'rocketBodies', 'debris', 'unknown'], shells: SHELLS.map(({ id }) => id) } as const
const NONE = new Set<number>()

/** Published heights are rounded, and mean motions have four digits here. */
const HEIGHT_KM = 10

test('heights are those that are published for such orbits, and each object is in the shell of its perigee', () => {
  // The station flies at about 413 × 422 km, NOAA 19 at 849 × 869 km, Molniya at 530 × 39 830 km, GEO at 35 786 km.
  const published = [
    [0, 413, 422],
    [1, 849, 869],
    [2, 530, 39_830],
    [4, 35_786, 35_786],
  ] as const
  for (const [k, perigee, apogee] of published) {
    expect(Math.abs(catalogue.perigeeKm[k]! - perigee)).toBeLessThan(perigee * 0.02 + HEIGHT_KM)
    expect(Math.abs(catalogue.apogeeKm[k]! - apogee)).toBeLessThan(apogee * 0.02 + HEIGHT_KM)
  }
  expect([...catalogue.shell].map((place) => SHELLS[place]?.id)).toEqual(['500', '1000', '700', 'meo', 'geo'])
  expect(catalogue.placeOf.get(41_000)).toBe(3)
  expect([catalogue.newestMs, epochMsOf(catalogue, 4)]).toEqual([
    Date.parse('2026-11-20T04:00:00Z'),
    Date.parse('2026-11-20T04:00:00Z'),
  ])
})

test('conditions hold together, counts are of what would remain, and kept objects are always drawn', () => {
  const everything = filterCatalogue(catalogue, { ...ALL, owner: undefined }, NONE)
  expect([everything.drawn, everything.byKind, everything.byShell]).toEqual([5, [3, 1, 1, 0], [1, 1, 1, 0, 1, 1]])
  const payloads = filterCatalogue(catalogue, { ...ALL, kinds: ['payloads'], owner: 1 }, NONE)
  expect([payloads.drawn, payloads.byKind, payloads.byShell]).toEqual([1, [1, 1, 0, 0], [0, 0, 0, 0, 1, 0]])
  const nobody = filterCatalogue(catalogue, { ...ALL, owner: -1 }, new Set([0]))
  expect([...nobody.mask]).toEqual([1, 0, 1, 0, 0])
  expect([nobody.drawn, nobody.byKind]).toEqual([2, [0, 0, 1, 0]])
})

/** Objects of the public catalogue: two breakups with some of their pieces and parents, a piece that names no launch, and a launch without debris. */
const PIECES = [
  ['FENGYUN 1C', '1999-025A', 0],
  ['FENGYUN 1C DEB', '1999-025D', 2],
  ['FENGYUN 1C DEB', '1999-025AAB', 2],
  ['CZ-4B DEB', '1999-025C', 2],
  ['COSMOS 2251', '1993-036A', 2],
  ['COSMOS 2251 DEB', '1993-036PX', 2],
  ['DEB', '', 2],
  ['ISS (ZARYA)', '1998-067A', 0],
] as const
const broken = openSpaceCatalogue({
  ...columns,
  noradId: PIECES.map((_, k) => k + 1),
  name: PIECES.map(([name]) => name),
  internationalDesignator: PIECES.map(([, designator]) => designator),
  kind: PIECES.map(([, , kind]) => kind),
  ...Object.fromEntries(
    (['owner', 'source', 'epochS', 'eccentricity', 'inclinationDeg', 'raanDeg', 'argPeriapsisDeg'] as const).map(
      (name) => [name, PIECES.map(() => 0)],
    ),
  ),
  meanMotionRevPerDay: PIECES.map(() => 14),
})

test('debris is counted by its launch, which has the name of what most of it is of', () => {
  expect(largestClouds(broken, 5)).toEqual([
    { launch: '1999-025', name: 'FENGYUN 1C', pieces: 3 },
    { launch: '1993-036', name: 'COSMOS 2251', pieces: 2 },
  ])
  expect(largestClouds(broken, 1).map(({ launch }) => launch)).toEqual(['1999-025'])
})

test('debris of a launch, and what a search left, are conditions like the others', () => {
  const cloud = filterCatalogue(broken, { ...ALL, owner: undefined, cloud: '1999-025' }, NONE)
  expect([...cloud.mask]).toEqual([0, 1, 1, 1, 0, 0, 0, 0])
  expect([cloud.drawn, cloud.byKind]).toEqual([3, [0, 0, 3, 0]])
  const near = { ...ALL, owner: undefined, within: new Set([0, 2, 7]) }
  expect([...filterCatalogue(broken, near, new Set([5])).mask]).toEqual([1, 0, 1, 0, 0, 1, 0, 1])
  expect([...filterCatalogue(broken, { ...near, cloud: '1999-025' }, NONE).mask]).toEqual([0, 0, 1, 0, 0, 0, 0, 0])
  expect(filterCatalogue(broken, { ...near, within: new Set<number>() }, NONE).drawn).toBe(0)
})
