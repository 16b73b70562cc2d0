// Builds server/odt/testing/own-track.reference.json: echoes that a made-up radar receives from object 2 of a published message, three hours before
// its closest approach. Sites are fixed to the Earth and times are relative, so that the track stays valid when a test moves the message's closest
// approach. It needs the reference files of ccsds/cdm.
import { linearClosestApproach } from '@apsis/astro/conjunction/closest-approach.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { missing } from '@apsis/astro/missing.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { digits, MESSAGE, readMessage, watch } from './made-up-radar.ts'
import { writeReference } from './reference-file.ts'

/** The distance of the true position of the object from that in the message, in sigmas along its track. */
const OFF_SIGMA = 1.3
const BEGINS_BEFORE_TCA_S = 11_700
const LENGTH_S = 360
const EVERY_S = 10
const SEED = 7
const RANGE_SIGMA_M = 10
const ANGLE_SIGMA_ARCSEC = 60
/** The distance of the radar from the point below the middle of the track, degrees: not every pass goes through the zenith. */
const ASIDE_DEG = 1

const message = readMessage()
const { tca } = message.relative
const [primary, { r, v, covariance }] = encounterOfCdm(message)

// The most likely state of an object that is this far along its track, by the correlations of the covariance.
const along = v.map((component) => component / norm(v))
const leaning = covariance.map((row) => along.reduce((sum, one, i) => sum + one * (row[i] ?? missing()), 0))
const sigmaM = Math.sqrt(along.reduce((sum, one, i) => sum + one * (leaning[i] ?? missing()), 0))
const moved = (state: Vec3, from: number): Vec3 =>
  state.map((one, i) => one + (OFF_SIGMA * (leaning[from + i] ?? missing())) / sigmaM) as unknown as Vec3
const truth = { r: moved(r, 0), v: moved(v, 3) }

const approach = linearClosestApproach(primary, truth)
if (!approach.ok) throw new Error('the objects do not meet')

const start = addSeconds(tca, -BEGINS_BEFORE_TCA_S)
const forces = orbitForces(makeEnvironment(tca, { outside: 'hold' }), null)
const flight = numericalFlight({ epoch: tca, first: start, last: tca, ...forces })(truth)
if (flight === null) throw new Error('the object comes down')
const { place, errors, echoes } = watch({
  flight,
  start,
  lengthS: LENGTH_S,
  everyS: EVERY_S,
  asideDeg: [ASIDE_DEG, ASIDE_DEG],
  since: tca,
  rangeSigmaM: RANGE_SIGMA_M,
  angleSigmaArcsec: ANGLE_SIGMA_ARCSEC,
  normal: standardNormal(seededRandom(SEED)),
})
writeReference(
  'server/odt/testing/own-track.reference.json',
  {
    source: `Object 2 of ${MESSAGE} (ccsds/cdm/cdm.reference.json), ${OFF_SIGMA} sigma ahead of where the message has it along its way, carried back by the forces of astro/measurement/orbit-forces.ts; echoes by astro/measurement/simulate-track.ts, domain.md C21`,
    version: `seed ${SEED}`,
    licence: 'made up for Apsis; no sensor measured anything',
    command: 'node tools/reference/own-track.ts',
  },
  {
    catalogueId: Number(message.objects[1].metadata.objectDesignator),
    radar: { ...place, ...errors },
    truth: {
      offM: digits(norm(subtract(truth.r, r)), 1),
      missM: digits(norm(subtract(approach.secondary.r, approach.primary.r)), 1),
    },
    columns: ['seconds to closest approach', 'range, km', 'azimuth, deg', 'elevation, deg'],
    echoes: echoes.map(([seconds, ...seen]) => [-(seconds ?? missing()), ...seen]),
  },
)
