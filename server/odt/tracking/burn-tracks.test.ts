import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { simulateEchoes } from '@apsis/astro/measurement/simulate-track.ts'
import { missing } from '@apsis/astro/missing.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { add, norm, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, planAt } from '../../ca/testing/plan-operator.ts'
import { workNamed } from '../../platform/jobs/testing/work-named.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { objectsOfMessage } from '../object/event-orbit.ts'
import { takeInTrack } from '../observation/observation.service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The noise of an operator's radar: 10 m and an arc minute. */
const [RANGE_SIGMA_M, ANGLE_SIGMA_ARCSEC] = [10, 60]
/** The orbit is known accurately before the burn, so that only the burn is judged. */
const SIGMA_M = 1
/** The first track has half a minute, the others four minutes, at least a quarter of a revolution apart, over two revolutions. */
const TRACKS_AFTER_S = [1_500, 3_200, 5_900, 8_100, 10_400]
const [TRACK_S, FIRST_TRACK_S, ECHO_EVERY_S] = [240, 30, 10]

/** Returns the true path of a plan's satellite: with all forces, and with the real burn. */
function truthOf(plan: Plan, text: string, deltaVRtn: Vec3) {
  const [object] = objectsOfMessage(Buffer.from(text))
  const ignition = parseTime(plan.ignitionEpoch.replace('Z', ''))
  const fly = (epoch: Epoch, last: Epoch) =>
    numericalFlight({
      epoch,
      ...(secondsBetween(epoch, last) < 0 ? { first: last, last: epoch } : { first: epoch, last }),
      ...orbitForces(makeEnvironment(epoch, { outside: 'hold' }), null),
    })
  const before = fly(object.tca, ignition)(object.tracked)?.stateAt(ignition) ?? missing()
  const pushed = { r: before.r, v: add(before.v, transform(transpose(rtnAxes(before)), deltaVRtn)) }
  const after = fly(ignition, addSeconds(ignition, 4 * 3_600))(pushed) ?? missing()
  return { ignition, stateAt: after.stateAt }
}

/** Makes an exported plan, and radars of the organisation under the path of its satellite. */
async function flown(organisation: string, share: number, isOneRadar: boolean) {
  const operator = await planAt(api, organisation, { cdm: { missM: 4_000, sigmaM: SIGMA_M } })
  const wanted = { target: { kind: 'MISS_DISTANCE', value: 9_000 } }
  const ready = await approved({ ...operator, planned: () => operator.planned(wanted) })
  const plan = await operator.moved(ready, { state: 'EXPORTED', why: 'none was asked' })
  const real = plan.deltaVRtn.map((part) => part * share) as unknown as Vec3
  const { ignition, stateAt } = truthOf(plan, operator.text, real)
  const observer = { subject: 'observer', organisation, roles: ['odt:admin', 'odt:user'] }
  const { db, queue } = api.api.platform
  const afterMs = () => Date.parse(plan.ignitionEpoch) + 4 * HOUR_MS
  const normal = standardNormal(seededRandom(11))
  const send = async (afterS: number, place: number): Promise<Observation[]> => {
    const from = addSeconds(ignition, afterS)
    const lengthS = place === 0 ? FIRST_TRACK_S : TRACK_S
    const middle = addSeconds(from, lengthS / 2)
    // A radar is below the middle of the track, 300 km to the side.
    const fixed = transform(
      rotationBetween('GCRF', 'ITRF', earthAt(middle, { outside: 'hold' })).matrix,
      stateAt(middle).r,
    )
    const below = toGeodetic(fixed)
    const sensorCode = isOneRadar ? 'OWN0' : `OWN${place}`
    const sensor = {
      sensorCode,
      groundSensorName: `Own radar ${place}`,
      sensorType: 'RADAR_ACTIVE',
      altitude: 100,
      latitude: Math.max(-85, Math.min(85, radToDeg(below.latRad) + 2.5)),
      longitude: radToDeg(below.lonRad),
      sigmaRange: RANGE_SIGMA_M,
      sigmaArcsec: ANGLE_SIGMA_ARCSEC,
    }
    const isMoved = isOneRadar && place > 0
    const call = isMoved ? `PUT /api/v1/odt/sensors?sensor-code=${sensorCode}` : 'POST /api/v1/odt/sensors'
    const made = await api.call(observer, call, { body: JSON.stringify(sensor) })
    expect(made.status, await made.clone().text()).toBe(isMoved ? 200 : 201)
    const site = makeGroundSite(
      { latRad: degToRad(sensor.latitude), lonRad: degToRad(sensor.longitude), heightM: 100 },
      makeEnvironment(from, { outside: 'hold' }),
    )
    const epochs = Array.from({ length: lengthS / ECHO_EVERY_S + 1 }, (_, k) => addSeconds(from, k * ECHO_EVERY_S))
    const noise = { rangeSigmaM: RANGE_SIGMA_M, angleSigmaRad: degToRad(ANGLE_SIGMA_ARCSEC / 3_600) }
    const echoes = simulateEchoes({ stateAt, site, epochs, clockErrorS: 0, normal }, noise)
    const rows = echoes.flatMap(({ epoch, rangeM, azimuthRad, elevationRad }) => {
      const at = formatTime(epoch, { digits: 6 })
      return [
        `RANGE = ${at} ${(rangeM / 1_000).toFixed(6)}`,
        `ANGLE_1 = ${at} ${radToDeg(azimuthRad).toFixed(6)}`,
        `ANGLE_2 = ${at} ${radToDeg(elevationRad).toFixed(6)}`,
      ]
    })
    const text = [
      ...['CCSDS_TDM_VERS = 2.0', 'CREATION_DATE = 2030-01-06T00:00:00', 'ORIGINATOR = OPERATOR', 'META_START'],
      ...['TIME_SYSTEM = UTC', `PARTICIPANT_1 = ${sensorCode}`, 'PARTICIPANT_2 = 43617', 'MODE = SEQUENTIAL'],
      ...['PATH = 1,2,1', 'TIMETAG_REF = RECEIVE', 'RANGE_UNITS = km', 'ANGLE_TYPE = AZEL', 'META_STOP', 'DATA_START'],
      ...[...rows, 'DATA_STOP', ''],
    ].join('\n')
    // The burn is years ahead: the measurements after it are received with a clock of that time.
    const caller = { tenantId: operator.tenantId, subject: observer.subject }
    return takeInTrack({ db, now: afterMs, isSimulationAllowed: false }, { caller, requestId: 'echoes' }, { text })
  }
  return {
    plan,
    real,
    send,
    now: () => operator.read(plan.manoeuvreId),
    turn: () => {
      const platform = { db, queue, log: api.log, now: afterMs, signal: new AbortController().signal }
      return workNamed('ca.manoeuvres').turn(platform, operator.tenantId)
    },
    told: async () => (await operator.notices()).map(({ finding }) => finding?.code),
  }
}

test.each([
  ['VERIFIED', 'AS_PLANNED', 'burn-verified', 1, 'OWN0, OWN1, OWN2, OWN3, OWN4'],
  ['PARTIAL', 'DIFFERENT', 'burn-partial', 0.5, 'OWN0, OWN1, OWN2, OWN3, OWN4'],
  // One radar is moved from place to place: each of its tracks is from its place at that time.
  ['VERIFIED', 'AS_PLANNED', 'burn-verified', 1, 'OWN0'],
] as const)(
  'own tracks of after a burn determine an orbit by themselves, and the plan becomes %s (%s, %s, %d of it, by %s)',
  async (state, verdict, code, share, codes) => {
    const isOneRadar = codes === 'OWN0'
    const operator = await flown(`tracks-${state.toLowerCase()}-${isOneRadar ? 'moved' : 'fixed'}`, share, isOneRadar)
    for (const [place, afterS] of TRACKS_AFTER_S.entries()) {
      const [file] = await operator.send(afterS, place)
      expect(file).toMatchObject({ isSimulated: false })
      // A track of half a minute alone determines no orbit (flight rule F18): the plan waits.
      if (place === 0) {
        await operator.turn()
        expect(await operator.now()).toMatchObject({ state: 'EXPORTED', found: null })
      }
    }
    await operator.turn()
    const after = await operator.now()
    const check = after.checks.find(({ source }) => source === 'TRACKS')
    expect(after.state, JSON.stringify(after.checks)).toBe(state)
    expect(check).toMatchObject({ source: 'TRACKS', verdict, name: `TDM ${codes}` })
    // The error is within the stated error, which is small enough for a verdict (flight rule F17: a tenth of the plan).
    expect(Math.abs((check?.deltaVMps ?? 0) - norm(operator.real))).toBeLessThan(3 * (check?.sigmaMps ?? 0))
    expect(check?.sigmaMps).toBeLessThan(norm(operator.plan.deltaVRtn as Vec3) / 10)
    expect(await operator.told()).toContain(code)
  },
)
