import { z } from 'zod'
import { Id, Instant } from '../../page.ts'

/** The methods that find a root, that is, an initial orbit that may explain a track. */
export const INITIAL_METHODS = ['GIBBS', 'HERRICK_GIBBS', 'LAMBERT', 'GOODING'] as const
/** The reasons why a root is unlikely. */
export const OBJECTIONS = [
  'BELOW_THE_SURFACE',
  'NOT_BOUND',
  'MISSES_OTHER_SIGHTS',
  'MORE_REVOLUTIONS',
  'MORE_ECCENTRIC',
] as const
/** The reasons for the preferred root. */
export const PREFERENCES = [
  'ONLY_ROOT',
  'ONLY_POSSIBLE_ORBIT',
  'FITS_THE_OTHER_SIGHTS',
  'FEWEST_REVOLUTIONS',
  'LEAST_ECCENTRIC',
] as const
/** The reasons why no orbit could be fitted to all measurements from a root, so that the root has no covariance. */
export const NO_FITS = [
  'NOT_OBSERVABLE',
  'NO_CONVERGENCE',
  'NO_MOTION',
  'TOO_FEW_OBSERVATIONS',
  'NO_POSSIBLE_ORBIT',
  'LEAVES_ORBIT',
  'NOT_TRIED',
] as const
/** The reasons why a track gives no orbit at all. */
export const NO_ORBITS = ['TOO_FEW_MEASUREMENTS', 'NO_ROOT'] as const

/** The 1-sigma distance along the track within which an object is searched for, m: 3° at 1,000 km, which a search by eye or radar covers. */
export const SEARCHED_ALONG_TRACK_M = 50_000
/** The longest time for which an orbit is said to be usable, days: after it drag dominates, which is unknown for an unknown object. */
export const MOST_USABLE_DAYS = 14

const metres = (description: string) => z.number().meta({ description: `${description}, m` })
const degrees = (description: string) => z.number().meta({ description: `${description}, degrees` })

const InitialFit = z
  .strictObject({
    covariance: z.array(z.array(z.number())).meta({ description: '6 × 6 in GCRF, m and m/s' }),
    scaleFactor: z.number().meta({ description: 'By which χ² per degree of freedom made the covariance larger' }),
    weightedRms: z.number().meta({ description: 'Root mean square of the residuals in sigmas' }),
    used: z.int().meta({ description: 'How many numbers were used' }),
    edited: z.int().meta({ description: 'How many were left out' }),
    semiMajorAxisSigma: metres('How well the semi-major axis is known, 1 sigma'),
    alongTrackDrift: z.number().meta({
      description: 'By how much a second the object may leave the orbit along its track, 1 sigma, m/s',
    }),
    usableUntil: Instant.meta({
      description: `When that comes to ${SEARCHED_ALONG_TRACK_M / 1_000} km, within which an object is searched for; ${MOST_USABLE_DAYS} days at most`,
    }),
  })
  .meta({
    id: 'InitialOrbitFit',
    description: 'The least-squares fit of all measurements of the track, without a prior',
  })

export const InitialOrbit = z
  .strictObject({
    rank: z.int().min(1).meta({ description: 'From 1, the preferred root first' }),
    epoch: Instant,
    position: z.array(z.number()).length(3).meta({ description: 'GCRF, m' }),
    velocity: z.array(z.number()).length(3).meta({ description: 'GCRF, m/s' }),
    semiMajorAxis: metres('Osculating; below 0 of a hyperbola'),
    eccentricity: z.number().meta({ description: 'Osculating; 1 and more of a hyperbola' }),
    inclination: degrees('To the equator of GCRF'),
    raan: degrees('Right ascension of the ascending node'),
    argumentOfPerigee: degrees('Argument of perigee'),
    trueAnomaly: degrees('True anomaly'),
    perigeeHeight: metres('Over a sphere of the radius of the equator'),
    apogeeHeight: z.number().nullable().meta({ description: 'Over the same sphere, m; null of a hyperbola' }),
    period: z.number().nullable().meta({ description: 's; null of a hyperbola' }),
    method: z.enum(INITIAL_METHODS),
    revolutions: z.int().meta({ description: 'Full turns between the measurements that the root goes through' }),
    rms: z.number().meta({ description: 'By how much the root misses the directions of its track, arcseconds' }),
    objection: z.enum(OBJECTIONS).nullable().meta({ description: 'What speaks against it; null of the preferred one' }),
    fit: InitialFit.nullable().meta({
      description: 'null: the measurements determine none; state and elements are those of the root then',
    }),
    noFit: z.enum(NO_FITS).nullable().meta({ description: 'Why there is none' }),
    sameAs: z.int().nullable().meta({ description: 'The rank of an earlier root whose fit comes to the same orbit' }),
    canBeFollowed: z.boolean().meta({ description: 'Elements go through it by which passes can be computed' }),
  })
  .meta({
    id: 'InitialOrbit',
    description: 'An orbit from a track alone: of the fit where there is one, else of the root',
  })
export type InitialOrbit = z.output<typeof InitialOrbit>

const EXAMPLE: InitialOrbit = {
  rank: 1,
  epoch: '1995-01-29T02:42:45.000Z',
  position: [6_391_110, 1_981_400, 1_894_200],
  velocity: [742.1, 3_711.5, -6_390.2],
  semiMajorAxis: 7_221_000,
  eccentricity: 0.0021,
  inclination: 115.1,
  raan: 52.3,
  argumentOfPerigee: 201.4,
  trueAnomaly: 33.2,
  perigeeHeight: 827_700,
  apogeeHeight: 858_000,
  period: 6_106,
  method: 'GIBBS',
  revolutions: 0,
  rms: 61.2,
  objection: null,
  fit: {
    covariance: Array.from({ length: 6 }, (_, row) =>
      Array.from({ length: 6 }, (_other, at) => (row === at ? 100 : 0)),
    ),
    scaleFactor: 1,
    weightedRms: 0.93,
    used: 132,
    edited: 0,
    semiMajorAxisSigma: 310,
    alongTrackDrift: 0.48,
    usableUntil: '1995-01-30T07:38:45.000Z',
  },
  noFit: null,
  sameAs: null,
  canBeFollowed: true,
}

export const InitialOrbits = z
  .strictObject({
    fileId: Id,
    sensorCode: z.string(),
    span: z.number().meta({ description: 'How long the track is, s' }),
    preference: z
      .enum(PREFERENCES)
      .nullable()
      .meta({ description: 'What speaks for the first; null where there is none' }),
    orbits: z.array(InitialOrbit),
    noOrbit: z.enum(NO_ORBITS).nullable().meta({ description: 'Why there is none' }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'InitialOrbits',
    description: 'Every orbit that a track allows by itself, nothing being known before',
    examples: [
      {
        fileId: '9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e10',
        sensorCode: 'RAD01',
        span: 540,
        preference: 'FITS_THE_OTHER_SIGHTS',
        orbits: [EXAMPLE],
        noOrbit: null,
        isSimulated: true,
      },
    ],
  })
export type InitialOrbits = z.output<typeof InitialOrbits>
export const INITIAL_ORBIT_EXAMPLE = EXAMPLE
