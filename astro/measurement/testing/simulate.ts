import { GM_EARTH } from '../../constants.ts'
import { makeEnvironment } from '../../dynamics/environment.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { addSeconds } from '../../time/epoch.ts'
import { parseTime } from '../../time/parse-time.ts'
import { compare } from '../compare.ts'
import type { Flight } from '../flight.ts'
import { makeGroundSite } from '../ground-site.ts'
import type { Observation } from '../observation.ts'
import { twoBodyFlight } from './two-body-flight.ts'

export const EPOCH = parseTime('2016-02-13T16:00:00')
export const FLY = twoBodyFlight(EPOCH, GM_EARTH)
/** A high orbit, two-body, and two sites that see it. */
export const TRUTH = toCartesian(
  { semiMajorAxisM: 1.2163e7, eccentricity: 0.014, incRad: 0.92, raanRad: 0.5, argPeriapsisRad: 1, trueAnomalyRad: 0 },
  GM_EARTH,
)
const sky = makeEnvironment(EPOCH)
export const SITES = new Map([
  ['A', makeGroundSite({ latRad: 0.7, lonRad: 0.3, heightM: 500 }, sky)],
  ['B', makeGroundSite({ latRad: -0.5, lonRad: 2.4, heightM: 100 }, sky)],
  ['C', makeGroundSite({ latRad: 0.2, lonRad: -2, heightM: 1000 }, sky)],
])

// Measurements of value 0: their residual from compare() is then minus the computed value. So a simulated measurement has the same light time,
// aberration and corrections as the model, and a test of the fit only tests the fit's algorithm. Other tests check these effects against
// independent data.
const BLANK = {
  range: { kind: 'range', way: 'two-way', timeOf: 'transmit', rangeM: 0, sigmaM: 1 },
  'range-rate': {
    kind: 'range-rate',
    way: 'two-way',
    timeOf: 'receive',
    rangeRateMps: 0,
    sigmaMps: 0.01,
    intervalS: 1,
  },
  'azimuth-elevation': {
    kind: 'azimuth-elevation',
    azimuthRad: 0,
    elevationRad: 0,
    azimuthSigmaRad: 1e-4,
    elevationSigmaRad: 1e-4,
  },
  'right-ascension-declination': {
    kind: 'right-ascension-declination',
    raRad: 0,
    decRad: 0,
    sigmaRad: 1e-5,
    reduction: 'light-time',
  },
} as const

/** Returns a measurement of an object on its path: the computed value of compare() plus noise in units of its sigma. */
export function measure(
  kind: Observation['kind'],
  {
    flight,
    sensorId,
    seconds,
    noise = () => 0,
  }: { flight: Flight; sensorId: string; seconds: number; noise?: () => number },
): Observation {
  const blank = { ...BLANK[kind], epoch: addSeconds(EPOCH, seconds), sensorId } as Observation
  const site = SITES.get(sensorId)
  if (site === undefined) throw new RangeError(`no site ${sensorId}`)
  const rows = compare(blank, site, flight.stateAt)
  if ('reason' in rows) throw new RangeError(rows.reason)
  const [first = 0, second = 0] = rows.map(({ residual, sigma }) => -residual + noise() * sigma)
  if (blank.kind === 'range') return { ...blank, rangeM: first }
  if (blank.kind === 'range-rate') return { ...blank, rangeRateMps: first }
  if (blank.kind === 'azimuth-elevation') return { ...blank, azimuthRad: first, elevationRad: second }
  return directionOf(blank, { flight, noise })
}

/** On the sphere a residual from zero is not the coordinate itself: the direction is found by two corrections of the angles. */
function directionOf(
  blank: Extract<Observation, { kind: 'right-ascension-declination' }>,
  { flight, noise }: { readonly flight: Flight; readonly noise: () => number },
): Observation {
  const site = SITES.get(blank.sensorId)
  if (site === undefined) throw new RangeError(`no site ${blank.sensorId}`)
  let [raRad, decRad] = [0, 0]
  for (let pass = 0; pass < 12; pass += 1) {
    const rows = compare({ ...blank, raRad, decRad }, site, flight.stateAt)
    if ('reason' in rows) throw new RangeError(rows.reason)
    const [east, north] = rows.map(({ residual }) => residual)
    decRad = Math.max(-1.5, Math.min(1.5, decRad - (north ?? 0)))
    raRad -= (east ?? 0) / Math.cos(decRad)
  }
  const east = noise() * blank.sigmaRad
  return { ...blank, raRad: raRad + east / Math.cos(decRad), decRad: decRad + noise() * blank.sigmaRad }
}
