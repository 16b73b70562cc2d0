// Builds server/odt/testing/own-positions.reference.json: positions of a made-up receiver on board of object 1 of a published message. Positions are
// fixed to the Earth and times are relative, so that they stay valid when a test moves the message's closest approach. It needs the reference files
// of ccsds/cdm.
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { missing } from '@apsis/astro/missing.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { digits, MESSAGE, readMessage } from './made-up-radar.ts'
import { writeReference } from './reference-file.ts'

/** The distance of the true position of the satellite from that in the message, in sigmas along its track. */
const OFF_SIGMA = 0.8
const [FROM_S, TO_S, EVERY_S] = [13_500, 8_100, 120]
const SIGMA_M = 5
const SEED = 18

const message = readMessage()
const { tca } = message.relative
const [{ r, v, covariance }] = encounterOfCdm(message)
// The most likely state of an object that is this far along its track, by the correlations of the covariance.
const along = v.map((component) => component / norm(v))
const leaning = covariance.map((row) => along.reduce((sum, one, i) => sum + one * (row[i] ?? missing()), 0))
const sigmaM = Math.sqrt(along.reduce((sum, one, i) => sum + one * (leaning[i] ?? missing()), 0))
const moved = (state: Vec3, from: number): Vec3 =>
  state.map((one, i) => one + (OFF_SIGMA * (leaning[from + i] ?? missing())) / sigmaM) as unknown as Vec3
const forces = orbitForces(makeEnvironment(tca, { outside: 'hold' }), null)
const flight = numericalFlight({ epoch: tca, first: addSeconds(tca, -FROM_S), last: tca, ...forces })({
  r: moved(r, 0),
  v: moved(v, 3),
})
if (flight === null) throw new Error('the object comes down')
const normal = standardNormal(seededRandom(SEED))
const positions = Array.from({ length: (FROM_S - TO_S) / EVERY_S + 1 }, (_, k) => {
  const before = FROM_S - k * EVERY_S
  const epoch = addSeconds(tca, -before)
  const state = transformState({ frame: 'GCRF', epoch, ...flight.stateAt(epoch) }, 'ITRF', { outside: 'hold' })
  return [before, ...state.r.map((part) => digits((part + SIGMA_M * normal()) / 1_000, 6))]
})
writeReference(
  'server/odt/testing/own-positions.reference.json',
  {
    source: `Object 1 of ${MESSAGE} (ccsds/cdm/cdm.reference.json), ${OFF_SIGMA} sigma ahead of where the message has it along its way, carried back by the forces of astro/measurement/orbit-forces.ts, with a noise of ${SIGMA_M} m on each axis`,
    version: `seed ${SEED}`,
    licence: 'made up for Apsis; no receiver measured anything',
    command: 'node tools/reference/own-positions.ts',
  },
  { columns: ['seconds to closest approach', 'x, km, ITRF', 'y, km, ITRF', 'z, km, ITRF'], positions },
)
