import { GM_EARTH, SECONDS_PER_DAY, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import type { DeterminedOrbit } from '@apsis/astro/measurement/determination.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import type { Objection, Preference } from '@apsis/astro/measurement/initial/initial-orbit.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { alongTrackGrowth, type NoFit, type TrackOrbit, trackOrbits } from '@apsis/astro/measurement/track-orbits.ts'
import { toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { readTdm } from '@apsis/ccsds/tdm/tdm.ts'
import {
  type InitialOrbit,
  type InitialOrbits,
  MOST_USABLE_DAYS,
  SEARCHED_ALONG_TRACK_M,
} from '@apsis/contract/odt/observation/initial-orbit.ts'
import { fourDigits } from '@apsis/contract/odt/observation/observation.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { elementsThrough } from '../object/event-orbit.ts'
import { instant } from './make-report.ts'
import { readTrack, type Track } from './read-track.ts'

export type InitialTask = {
  readonly tdm: string
  /** The sensor at its position when the track was made. */
  readonly sensor: Sensor
}

export type InitialAnswer =
  | { readonly ok: true; readonly found: Pick<InitialOrbits, 'span' | 'preference' | 'orbits' | 'noOrbit'> }
  | { readonly ok: false; readonly message: string }

/** Returns the orbits that the track of a file allows by itself. Runs in the worker pool. */
export function findInitialOrbits({ tdm, sensor }: InitialTask): InitialAnswer {
  const reading = readTdm(tdm, { strict: false })
  const [segment] = reading.ok ? reading.message.segments : []
  const track = segment === undefined ? null : readTrack(segment, sensor)
  if (track === null) return { ok: false, message: 'The file has no measurement that can be read.' }
  if (track.angles.length === 0)
    return { ok: false, message: 'The track has no directions: ranges and range rates alone give no initial orbit.' }
  return { ok: true, found: initialOrbitsOf(track) }
}

/** An orbit has six numbers: three directions, or two directions with ranges. */
const LEAST_DIRECTIONS = 3
const LEAST_PLACES = 2

/** Returns the initial orbits of a track, in the form of the answer. */
export function initialOrbitsOf(track: Track): Extract<InitialAnswer, { ok: true }>['found'] {
  const [first] = track.observations
  const sites = new Map([[first?.sensorId ?? '', track.site]])
  const sky = makeEnvironment(track.origin, { outside: 'hold' })
  const { preference, orbits } = trackOrbits({
    observations: track.observations,
    sites,
    biases: [],
    flightOf: (observations, epoch) => {
      const epochs = [observations[0]?.epoch ?? epoch, observations.at(-1)?.epoch ?? epoch] as const
      return numericalFlight({ epoch, first: epochs[0], last: epochs[1], ...orbitForces(sky, null) })
    },
  })
  return {
    span: secondsBetween(track.origin, track.end),
    preference: preference && PREFERENCE_NAMES[preference],
    orbits: orbits.map((orbit, place) => present(orbit, place + 1, track)),
    noOrbit: orbits.length > 0 ? null : hasEnough(track) ? 'NO_ROOT' : 'TOO_FEW_MEASUREMENTS',
  }
}

/** Returns true if the track has enough directions, or directions with a range at the same time, for an orbit. */
function hasEnough({ observations, angles }: Track): boolean {
  const key = ({ epoch }: Observation) => `${epoch.taiS} ${epoch.taiFs}`
  const ranged = new Set(observations.filter(({ kind }) => kind === 'range').map(key))
  const isDirection = ({ kind }: Observation) => kind === 'azimuth-elevation' || kind === 'right-ascension-declination'
  const places = observations.filter((one) => isDirection(one) && ranged.has(key(one))).length
  return angles.length >= LEAST_DIRECTIONS || places >= LEAST_PLACES
}

const ARCSEC_PER_RAD = radToDeg(1) * 3600

function present({ root, epoch, fit, noFit, sameAs }: TrackOrbit, rank: number, track: Track): InitialOrbit {
  const state = fit?.state ?? root.state
  const elements = toKeplerian(state, GM_EARTH)
  const { semiMajorAxisM: axis, eccentricity } = elements
  const isBound = eccentricity < 1
  return {
    rank,
    epoch: instant(epoch),
    position: [...state.r],
    velocity: [...state.v],
    semiMajorAxis: axis,
    eccentricity,
    inclination: radToDeg(elements.incRad),
    raan: radToDeg(elements.raanRad),
    argumentOfPerigee: radToDeg(elements.argPeriapsisRad),
    trueAnomaly: radToDeg(elements.trueAnomalyRad),
    perigeeHeight: axis * (1 - eccentricity) - WGS84_RADIUS_M,
    apogeeHeight: isBound ? axis * (1 + eccentricity) - WGS84_RADIUS_M : null,
    period: isBound ? 2 * Math.PI * Math.sqrt(axis ** 3 / GM_EARTH) : null,
    method: METHOD_NAMES[root.method],
    revolutions: root.revolutions,
    rms: fourDigits(root.rmsRad * ARCSEC_PER_RAD),
    objection: root.objection && OBJECTION_NAMES[root.objection],
    fit: fit && presentFit(fit, epoch, track),
    noFit: noFit && NO_FIT_NAMES[noFit],
    sameAs: sameAs === null ? null : sameAs + 1,
    canBeFollowed: elementsThrough(state, { epoch, noradId: 0, name: '' }) !== undefined,
  }
}

function presentFit(fit: DeterminedOrbit, epoch: Epoch, { end }: Track): InitialOrbit['fit'] {
  const { semiMajorAxisSigmaM, driftMps } = alongTrackGrowth(fit.state, fit.covariance)
  const edited = fit.residuals.filter((row) => row.edited !== null).length
  const seconds = Math.min(SEARCHED_ALONG_TRACK_M / driftMps, MOST_USABLE_DAYS * SECONDS_PER_DAY)
  const until = addSeconds(epoch, seconds)
  return {
    covariance: fit.covariance.map((row) => [...row]),
    scaleFactor: fit.scaleFactor,
    weightedRms: fit.weightedRms,
    used: fit.residuals.length - edited,
    edited,
    semiMajorAxisSigma: semiMajorAxisSigmaM,
    alongTrackDrift: driftMps,
    // The orbit is always usable during the measurements themselves.
    usableUntil: instant(secondsBetween(end, until) > 0 ? until : end),
  }
}

const METHOD_NAMES = {
  gibbs: 'GIBBS',
  'herrick-gibbs': 'HERRICK_GIBBS',
  lambert: 'LAMBERT',
  gooding: 'GOODING',
} as const
const OBJECTION_NAMES = {
  'below-the-surface': 'BELOW_THE_SURFACE',
  'not-bound': 'NOT_BOUND',
  'misses-other-sights': 'MISSES_OTHER_SIGHTS',
  'more-revolutions': 'MORE_REVOLUTIONS',
  'more-eccentric': 'MORE_ECCENTRIC',
} as const satisfies Record<NonNullable<Objection>, string>
const PREFERENCE_NAMES = {
  'only-root': 'ONLY_ROOT',
  'only-possible-orbit': 'ONLY_POSSIBLE_ORBIT',
  'fits-the-other-sights': 'FITS_THE_OTHER_SIGHTS',
  'fewest-revolutions': 'FEWEST_REVOLUTIONS',
  'least-eccentric': 'LEAST_ECCENTRIC',
} as const satisfies Record<Preference, string>
const NO_FIT_NAMES = {
  'not-observable': 'NOT_OBSERVABLE',
  'no-convergence': 'NO_CONVERGENCE',
  'no-motion': 'NO_MOTION',
  'too-few-observations': 'TOO_FEW_OBSERVATIONS',
  'no-possible-orbit': 'NO_POSSIBLE_ORBIT',
  'leaves-orbit': 'LEAVES_ORBIT',
  'not-tried': 'NOT_TRIED',
} as const satisfies Record<NoFit, string>
