// Builds server/odt/testing/own-track.reference.json: echoes of a made-up radar of object 2 of a published message, three hours
// before its closest approach. Places are fixed to Earth and times are relative, so that the track goes with the message whenever
// its closest approach is put. Needs the reference files of ccsds/cdm.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linearClosestApproach } from '@apsis/astro/conjunction/closest-approach.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { exposureTimes, simulateEchoes } from '@apsis/astro/measurement/simulate-track.ts'
import { missing } from '@apsis/astro/missing.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { writeReference } from './reference-file.ts'

const MESSAGE = 'ION_SCV8_vs_STARLINK_1233.txt'
/** How far the object really is from where the message has it, in sigmas along its way. */
const OFF_SIGMA = 1.3
const BEGINS_BEFORE_TCA_S = 11_700
const LENGTH_S = 360
const EVERY_S = 10
const SEED = 7
const RANGE_SIGMA_M = 10
const ANGLE_SIGMA_ARCSEC = 60
/** In degrees from the point below the middle of the track: not every pass goes through the zenith. */
const ASIDE_DEG = 1
const HEIGHT_M = 100

type Messages = { readonly messages: readonly { readonly path: string; readonly text: string }[] }
const file = join(import.meta.dirname, '..', '..', 'ccsds', 'cdm', 'cdm.reference.json')
const { messages } = JSON.parse(readFileSync(file, 'utf8')) as Messages
const reading = readCdm(messages.find(({ path }) => path.endsWith(MESSAGE))?.text ?? '', { strict: false })
if (!reading.ok) throw new Error(`${MESSAGE} cannot be read`)
const { tca } = reading.message.relative
const [primary, { r, v, covariance }] = encounterOfCdm(reading.message)

// The likeliest state of an object that is so far along its way: by the correlations of the covariance.
const along = v.map((component) => component / norm(v))
const leaning = covariance.map((row) => along.reduce((sum, one, i) => sum + one * (row[i] ?? missing()), 0))
const sigmaM = Math.sqrt(along.reduce((sum, one, i) => sum + one * (leaning[i] ?? missing()), 0))
const moved = (state: Vec3, from: number): Vec3 =>
  state.map((one, i) => one + (OFF_SIGMA * (leaning[from + i] ?? missing())) / sigmaM) as unknown as Vec3
const truth = { r: moved(r, 0), v: moved(v, 3) }

const approach = linearClosestApproach(primary, truth)
if (!approach.ok) throw new Error('the objects do not meet')

const start = addSeconds(tca, -BEGINS_BEFORE_TCA_S)
const end = addSeconds(start, LENGTH_S)
const forces = orbitForces(makeEnvironment(tca, { outside: 'hold' }), null)
const flight = numericalFlight({ epoch: tca, first: start, last: tca, ...forces })(truth)
if (flight === null) throw new Error('the object comes down')
const middle = addSeconds(start, LENGTH_S / 2)
const below = transformState({ frame: 'GCRF', epoch: middle, ...flight.stateAt(middle) }, 'ITRF', { outside: 'hold' })
const [x, y, z] = below.r
const latitude = Math.round(radToDeg(Math.atan2(z, Math.hypot(x, y)))) + ASIDE_DEG
const longitude = Math.round(radToDeg(Math.atan2(y, x))) + ASIDE_DEG
const place = { latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: HEIGHT_M }
const echoes = simulateEchoes(
  {
    stateAt: (epoch) => flight.stateAt(epoch),
    site: makeGroundSite(place, makeEnvironment(start, { outside: 'hold' })),
    epochs: exposureTimes(start, end, EVERY_S),
    clockErrorS: 0,
    normal: standardNormal(seededRandom(SEED)),
  },
  { rangeSigmaM: RANGE_SIGMA_M, angleSigmaRad: degToRad(ANGLE_SIGMA_ARCSEC / 3600) },
)
const digits = (value: number, count: number) => Number(value.toFixed(count))
writeReference(
  'server/odt/testing/own-track.reference.json',
  {
    source: `Object 2 of ${MESSAGE} (ccsds/cdm/cdm.reference.json), ${OFF_SIGMA} sigma ahead of where the message has it along its way, carried back by the forces of astro/measurement/orbit-forces.ts; echoes by astro/measurement/simulate-track.ts, domain.md C21`,
    version: `seed ${SEED}`,
    licence: 'made up for Apsis; no sensor measured anything',
    command: 'node tools/reference/own-track.ts',
  },
  {
    catalogueId: Number(reading.message.objects[1].metadata.objectDesignator),
    radar: {
      ...{ latitude, longitude, altitude: HEIGHT_M },
      ...{ sigmaRange: RANGE_SIGMA_M, sigmaArcsec: ANGLE_SIGMA_ARCSEC },
    },
    truth: {
      offM: digits(norm(subtract(truth.r, r)), 1),
      missM: digits(norm(subtract(approach.secondary.r, approach.primary.r)), 1),
    },
    columns: ['seconds to closest approach', 'range, km', 'azimuth, deg', 'elevation, deg'],
    echoes: echoes.map(({ epoch, rangeM, azimuthRad, elevationRad }) => [
      Math.round(secondsBetween(epoch, tca)),
      digits(rangeM / 1000, 6),
      digits(radToDeg(azimuthRad), 6),
      digits(radToDeg(elevationRad), 6),
    ]),
  },
)
