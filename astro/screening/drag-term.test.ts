import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromPublished, UNSAID } from '../sgp4/element-set.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { readTles } from '../sgp4/tle-text.ts'
import { EARTH_RADIUS_KM } from '../sgp4/wgs-72.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { parseTime } from '../time/parse-time.ts'
import { dragTermOf } from './drag-term.ts'

/** SGP4's drag also depends on the eccentricity of the set, e = 1e-6: 5 (a e/(a − s))², which is 4.6e-9 at 300 km. */
const SINKING_DIGITS = 8
/** The rounding of some products. */
const PROPORTION_DIGITS = 14
const GM_KM = 398_600.8

// Geometric means of both columns of table 3.3 in Montenbruck and Gill, Satellite Orbits, kg/m³.
test.each([
  [300, Math.sqrt(17.08 * 35.26) * 1e-12],
  [500, Math.sqrt(0.3916 * 2.042) * 1e-12],
  [800, Math.sqrt(0.007069 * 0.08059) * 1e-12],
])('with dragTermOf() SGP4 decays as in the mean atmosphere at %d km', (heightKm, density) => {
  const ballistic = 0.02
  const a = EARTH_RADIUS_KM + heightKm
  const elements = fromPublished({
    ...UNSAID,
    noradId: 1,
    epoch: parseTime('2026-03-01T00:00:00'),
    meanMotionRevPerDay: (Math.sqrt(GM_KM / a ** 3) * 86_400) / (2 * Math.PI),
    eccentricity: 1e-6,
    // At this inclination J2 has no effect on the mean motion or on drag: 3 cos² i = 1.
    inclinationDeg: 54.735_610_317,
    raanDeg: 0,
    argPeriapsisDeg: 0,
    meanAnomalyDeg: 0,
    bstar: dragTermOf(ballistic, heightKm),
  })
  const { near } = initSgp4(elements)
  // SGP4: a = a0 (1 − cc1 t)², t in minutes. In an atmosphere: da/dt = −ρ Cd A/m √(µ a).
  const sgp4MPerDay = 2 * near.cc1 * 1440 * a * 1000
  const airMPerDay = density * ballistic * Math.sqrt(GM_KM * 1e9 * a * 1000) * 86_400
  expect(sgp4MPerDay / airMPerDay).toBeCloseTo(1, SINKING_DIGITS)
})

test('dragTermOf() is proportional to area over mass, and constant outside the table', () => {
  expect(dragTermOf(0, 500)).toBe(0)
  expect(dragTermOf(0.02, 450) / dragTermOf(0.01, 450)).toBeCloseTo(2, PROPORTION_DIGITS)
  expect(dragTermOf(0.01, 20_000)).toBe(dragTermOf(0.01, 1000))
  expect(dragTermOf(0.01, -30)).toBe(dragTermOf(0.01, 160))
  // If both atmospheres are equally dense, it is the definition: Cd A/m = 12.741621 B* (Vallado). At 160 km they are equal to 30 %.
  expect(12.741621 * dragTermOf(1, 160)).toBeGreaterThan(0.7)
  expect(12.741621 * dragTermOf(1, 160)).toBeLessThan(1)
})

const MESSAGES = 'pc/cara_cdm'
const CATALOGUE = 'catalogue/spacetrack_3le_2022-01-22.txt'

test.runIf(hasCollection(MESSAGES) && hasCollection(CATALOGUE))(
  'dragTermOf() is close to the published terms of real objects, and the plain definition is not',
  () => {
    const published = new Map<number, number>()
    for (const entry of readTles(readFileSync(collectionPath(CATALOGUE), 'utf8').split('\n'))) {
      if (entry.ok && entry.elements.bstar > 0) published.set(entry.elements.noradId, entry.elements.bstar)
    }
    const ratios = readdirSync(collectionPath(MESSAGES))
      .flatMap((name) =>
        readFileSync(collectionPath(`${MESSAGES}/${name}`), 'utf8')
          .split('OBJECT  ')
          .slice(1),
      )
      .flatMap((text) => {
        const value = (key: string) => Number(new RegExp(`^${key}\\s*=\\s*(\\S+)`, 'm').exec(text)?.[1])
        const [term, ballistic] = [published.get(value('OBJECT_DESIGNATOR')), value('CD_AREA_OVER_MASS')]
        if (term === undefined || !(ballistic > 0)) return []
        const heightKm = Math.hypot(value('X'), value('Y'), value('Z')) - EARTH_RADIUS_KM
        return [{ ours: dragTermOf(ballistic, heightKm) / term, bare: ballistic / 12.741621 / term }]
      })
    expect(ratios.length).toBeGreaterThan(50)
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
    // Messages and catalogue are from 2021 to 2023, mostly with a quiet Sun: F10.7 about 100, while the table is for 150.
    expect(median(ratios.map(({ ours }) => ours))).toBeGreaterThan(1)
    expect(median(ratios.map(({ ours }) => ours))).toBeLessThan(7)
    expect(median(ratios.map(({ bare }) => bare))).toBeGreaterThan(12)
    expect(ratios.filter(({ ours }) => ours > 0.5 && ours < 10).length / ratios.length).toBeGreaterThan(0.95)
  },
)
