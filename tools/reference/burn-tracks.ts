// Builds server/odt/testing/burn-tracks.reference.json: echoes that three made-up radars receive from object 1 of a published message in the two
// minutes after a burn, two hours before its closest approach. Sites are fixed to the Earth and times are relative, so that the tracks stay valid
// when a test moves the message's closest approach. It needs the reference files of ccsds/cdm.
import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { add, type Vec3 } from '@apsis/astro/vec3.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { MESSAGE, readMessage, watch } from './made-up-radar.ts'
import { writeReference } from './reference-file.ts'

const IGNITION_BEFORE_TCA_S = 7_200
/** The burn is against the direction of flight: it reduces the miss distance to about 3 km. In R, T, N at ignition. */
const DELTA_V_RTN_MPS: Vec3 = [0, -0.5477, 0]
const [FIRST_AFTER_S, LENGTH_S, EVERY_S] = [20, 100, 5]
const SEED = 23
const [RANGE_SIGMA_M, ANGLE_SIGMA_ARCSEC] = [1, 10]
/** Degrees north and east of the point below the middle of the tracks: from three sides, so that the ranges alone determine the position. */
const RADARS = [
  { code: 'BURNA', asideDeg: [3, 0] },
  { code: 'BURNB', asideDeg: [-2, 3] },
  { code: 'BURNC', asideDeg: [-2, -3] },
] as const

const message = readMessage()
const { tca } = message.relative
const [{ r, v }] = encounterOfCdm(message)

const forces = orbitForces(makeEnvironment(tca, { outside: 'hold' }), null)
const ignition = addSeconds(tca, -IGNITION_BEFORE_TCA_S)
const before = numericalFlight({ epoch: tca, first: ignition, last: tca, ...forces })({ r, v })?.stateAt(ignition)
if (before === undefined) throw new Error('the object comes down')
const start = addSeconds(ignition, FIRST_AFTER_S)
const end = addSeconds(start, LENGTH_S)
const pushed = { r: before.r, v: add(before.v, transform(transpose(rtnAxes(before)), DELTA_V_RTN_MPS)) }
const flight = numericalFlight({ epoch: ignition, first: ignition, last: end, ...forces })(pushed)
if (flight === null) throw new Error('the object comes down')

const normal = standardNormal(seededRandom(SEED))
const tracks = RADARS.map(({ code, asideDeg }) => {
  const { place, errors, echoes } = watch({
    flight,
    start,
    asideDeg,
    normal,
    since: ignition,
    lengthS: LENGTH_S,
    everyS: EVERY_S,
    rangeSigmaM: RANGE_SIGMA_M,
    angleSigmaArcsec: ANGLE_SIGMA_ARCSEC,
  })
  return { radar: { sensorCode: code, ...place, ...errors }, echoes }
})
writeReference(
  'server/odt/testing/burn-tracks.reference.json',
  {
    source: `Object 1 of ${MESSAGE} (ccsds/cdm/cdm.reference.json), carried back by the forces of astro/measurement/orbit-forces.ts, with a burn of ${DELTA_V_RTN_MPS.join(', ')} m/s along R, T, N; echoes by astro/measurement/simulate-track.ts, domain.md C21`,
    version: `seed ${SEED}`,
    licence: 'made up for Apsis; no sensor measured anything',
    command: 'node tools/reference/burn-tracks.ts',
  },
  {
    ignitionBeforeTcaS: IGNITION_BEFORE_TCA_S,
    deltaVRtnMps: DELTA_V_RTN_MPS,
    columns: ['seconds after ignition', 'range, km', 'azimuth, deg', 'elevation, deg'],
    tracks,
  },
)
