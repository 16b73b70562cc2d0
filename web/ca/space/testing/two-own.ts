import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { modelOf } from '../../../space/model-of.ts'
import { openSpaceCatalogue } from '../../../space/space-catalogue.ts'

/** A published kind of orbit each: like the space station's, and a Sun-synchronous one. */
const OBJECTS = [
  { noradId: 90_001, revs: 15.5, inclination: 51.6 },
  { noradId: 90_002, revs: 14.5, inclination: 98.2 },
]
export const columns: CatalogueElements = CatalogueElements.parse({
  isSimulated: true,
  origin: '2026-11-20T00:00:00.000Z',
  kinds: ['payloads', 'rocketBodies', 'debris', 'unknown'],
  owners: [],
  sources: ['simulated'],
  noradId: OBJECTS.map(({ noradId }) => noradId),
  name: OBJECTS.map(({ noradId }) => `SIM ${noradId}`),
  internationalDesignator: OBJECTS.map(() => ''),
  kind: OBJECTS.map(() => 0),
  owner: OBJECTS.map(() => -1),
  source: OBJECTS.map(() => 0),
  epochS: OBJECTS.map(() => 0),
  meanMotionRevPerDay: OBJECTS.map(({ revs }) => revs),
  eccentricity: OBJECTS.map(() => 0.001),
  inclinationDeg: OBJECTS.map(({ inclination }) => inclination),
  raanDeg: OBJECTS.map(() => 40),
  argPeriapsisDeg: OBJECTS.map(() => 10),
  meanAnomalyDeg: OBJECTS.map(() => 20),
  bstar: OBJECTS.map(() => 0),
})
export const catalogue = { ...openSpaceCatalogue(columns), paths: new Map() }
export const own = OBJECTS.map(({ noradId }, k) => ({
  satelliteId: String(noradId),
  name: `SIM ${noradId}`,
  k,
  model: modelOf(columns, k, parseTime(columns.origin)),
}))
