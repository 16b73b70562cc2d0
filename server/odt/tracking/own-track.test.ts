import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { PositionResiduals } from '@apsis/contract/odt/observation/position-residuals.ts'
import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastNoticeOf } from '../../notifications/notification.service.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { PoolLossError, TaskLimitError } from '../../platform/thread/task.ts'
import { openStation as openOwnStation, RADAR, TRACK_OVER_MS } from '../testing/own-station.ts'
import { messageOfTrack, OWN_TRACK, ownTrackText } from '../testing/own-track.ts'
import { type Run, runInPool } from './events-work.ts'

const SENSOR = RADAR.sensorCode

/** Elements fitted to a state some hours later, without drag, are wrong by a few km: that is less than half a degree at 600 km. */
const POINTING_DEG = 0.5

/** Between echoes the elevation changes linearly, except near the zenith, where its slope changes sign. */
const STRAIGHT_BELOW_DEG = 75

/** Returns the elevation between two echoes, ten seconds apart, deg; undefined outside the track and near the zenith. */
function elevationAt(beforeS: number): number | undefined {
  const next = OWN_TRACK.echoes.findIndex(([at]) => at <= beforeS)
  const [before, after] = [OWN_TRACK.echoes[next - 1], OWN_TRACK.echoes[next]]
  if (before === undefined || after === undefined || Math.max(before[3], after[3]) > STRAIGHT_BELOW_DEG)
    return undefined
  const share = (before[0] - beforeS) / (before[0] - after[0])
  return before[3] + share * (after[3] - before[3])
}

const ARCSEC_PER_RAD = (180 * 3600) / Math.PI
/** A minute of arc is 400 m at 1,500 km; its mean over the track is less than this. */
const AHEAD_M = 100
/** The computed range differs from the range of the echo by some kilometres in a thousand. */
const RANGE_SHARE = 0.02

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Makes a station, with functions to move its radar, to read its reports, and to send messages of others. */
async function openStation(organisation: string) {
  const station = await openOwnStation(api, organisation)
  const { tcaMs, made } = station
  return {
    ...station,
    /** Stores a message of another event, and returns the id of that event. */
    take: async (text: string) => (await made<CdmIntake[]>('POST /api/v1/ca/cdms', text))[0]!.conjunctionId!,
    notices: () => made<Notification[]>('GET /api/v1/notifications?limit=200'),
    /** Stores another message of the provider without new data, created this long before TCA. */
    provide: (beforeMs: number) => {
      const newer = messageOfTrack({ tcaMs, createdMs: tcaMs - beforeMs })
      return made<CdmIntake[]>('POST /api/v1/ca/cdms', newer.replace(/^(MESSAGE_ID\s*=).*$/m, '$1 NEWER-1'))
    },
    /** Moves the radar to the other side of the Earth. */
    move: () =>
      made<Sensor>(`PUT /api/v1/odt/sensors?sensor-code=${SENSOR}`, {
        ...RADAR,
        latitude: -RADAR.latitude,
        longitude: (RADAR.longitude + 540) % 360,
      }),
    /** Gives the radar's place a start; its earlier place is unknown. */
    standsSince: (movedAt: string) =>
      made<Sensor>(`PUT /api/v1/odt/sensors?sensor-code=${SENSOR}`, { ...RADAR, movedAt }),
    announce: (notice: object) => made<object>('POST /api/v1/ca/burn-notices', notice),
    /** Returns the passes over the radar around a file, with their path over the sky. */
    passes: ({ start, end, catalogueIdBestAssociation: number }: Observation) => {
      const at = (time: string, aheadMs: number) => new Date(Date.parse(time) + aheadMs).toISOString()
      const span = `from=${at(start, -20 * MINUTE_MS)}&to=${at(end, 20 * MINUTE_MS)}`
      const wish = `catalogue-id=${number}&sensor-code=${SENSOR}&track=true&${span}`
      return made<PassPrediction[]>(`GET /api/v1/odt/passprediction?${wish}`)
    },
    report: (file: string) => made<ObservationReport>(`GET /api/v1/odt/observations/report/${file}`),
    positions: (file: string) =>
      made<PositionResiduals>(`GET /api/v1/odt/observations/report/${file}/position-residuals`),
    send: (text: string) => made<Observation[]>('POST /api/v1/odt/observations', text),
  }
}

test('an unordered track of an own radar changes the orbit, and with it the event', async () => {
  const operator = await openStation('own-radar')
  const before = await operator.event()
  expect(before).toMatchObject({ messages: 1, isSimulated: false, conjunctionData: { riskLevel: 'HIGH' } })
  const half = OWN_TRACK.echoes.length / 2
  const [file] = await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR, to: half }))
  // The message gives the object: it is in no catalogue.
  expect(file).toMatchObject({
    observationRequestId: null,
    isSimulated: false,
    catalogueIdBestAssociation: OWN_TRACK.catalogueId,
  })
  const { orbitUpdate } = await operator.report(file!.observationFileId)
  expect(orbitUpdate).toMatchObject({ used: expect.any(Number), covariance: expect.any(Array) })

  await operator.fuse()
  const { updates, line, objects } = await operator.tracking()
  expect(objects.flatMap(({ made }) => made)).toMatchObject([
    { observationFileId: file!.observationFileId, observationRequestId: null },
  ])
  const [update] = updates
  expect(update).toMatchObject({ outcome: 'FUSED', isSimulated: false, before: { cdmId: before.activeCdmId } })
  const after = await operator.event()
  expect(after).toMatchObject({ messages: 2, activeCdmId: update!.after!.cdmId })
  // The truth is 1.3 sigma from the message: the new miss is nearer to the truth than the old one, and the probability is now below the line.
  const { missM } = OWN_TRACK.truth
  const offBefore = Math.abs(update!.before.missM - missM)
  expect(Math.abs(update!.after!.missM - missM)).toBeLessThan(offBefore / 3)
  expect(update!.before.probability).toBeGreaterThan(line)
  expect(update!.after!.probability).toBeLessThan(line)
  expect(update).toMatchObject({ observationFileId: file!.observationFileId, observationRequestId: null })
  expect((await operator.files())[0]!.events).toEqual([
    { conjunctionId: operator.id, outcome: 'FUSED', at: update!.at },
  ])
  // The path over the sky of an object that is in no catalogue comes from the orbit in its message: the echoes are on it.
  const [predicted] = await operator.passes(file!)
  expect(predicted).toMatchObject({ isSimulated: false, orbit: { origin: 'EVENT' } })
  const places = predicted!.passes.flatMap(({ track }) => track ?? [])
  const off = places.flatMap(({ time, elevation }) => {
    const measured = elevationAt((operator.tcaMs - Date.parse(time)) / 1000)
    return measured === undefined ? [] : [Math.abs(elevation - measured)]
  })
  expect(off.length).toBeGreaterThan(5)
  expect(Math.max(...off)).toBeLessThan(POINTING_DEG)
  const own = (await operator.messages()).find(({ source }) => source === 'tracking')
  expect(own).toMatchObject({ originator: 'OWN-RADAR', isSimulated: false, cdmId: after.activeCdmId })
  // A single message does not lower the level; the second one in a row does.
  expect(after.conjunctionData.riskLevel).toBe('HIGH')
  await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR, from: half }))
  await operator.fuse()
  const last = await operator.event()
  expect(last).toMatchObject({ messages: 3 })
  expect(['LOW', 'MEDIUM']).toContain(last.conjunctionData.riskLevel)
  const all = (await operator.tracking()).updates
  expect(all.map(({ outcome }) => outcome)).toEqual(['FUSED', 'FUSED'])
  expect(all[0]!.before.cdmId).toBe(update!.after!.cdmId)
})

test('the track of a sensor that was moved later is read with its place at that time', async () => {
  const operator = await openStation('moved-radar')
  const { latitude, longitude, altitude } = RADAR
  const [file] = await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  await operator.move()
  await operator.fuse()
  const { updates } = await operator.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED' }])
  const { missM } = OWN_TRACK.truth
  expect(Math.abs(updates[0]!.after!.missM - missM)).toBeLessThan(Math.abs(updates[0]!.before.missM - missM) / 3)
  expect((await operator.files())[0]).toMatchObject({
    observationFileId: file!.observationFileId,
    sensorPlace: { latitude, longitude, altitude },
  })
})

test('a track that is sent after its sensor was moved is read with the earlier place', async () => {
  const operator = await openStation('moved-before')
  const { latitude, longitude, altitude } = RADAR
  await operator.move()
  const [file] = await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  expect(file).toMatchObject({
    catalogueIdBestAssociation: OWN_TRACK.catalogueId,
    sensorPlace: { latitude, longitude, altitude },
  })
  await operator.fuse()
  const { updates } = await operator.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED' }])
})

test('a track from a time when the place of its sensor is unknown is refused', async () => {
  const operator = await openStation('unknown-place')
  await operator.standsSince(new Date(Date.now() - MINUTE_MS).toISOString())
  const sent = operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  await expect(sent).rejects.toThrow(/422 .*Where the sensor \S+ stood at .* is not known/)
})

test('a track that is sent twice is measured once: the covariance is that of one track', async () => {
  const operator = await openStation('sent-twice')
  const text = ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR })
  const [first] = await operator.send(text)
  await operator.send(text.replace(/^CREATION_DATE = .*$/m, 'CREATION_DATE = 2026-11-24T00:00:00'))
  expect(await operator.files()).toHaveLength(2)
  await operator.fuse()
  const { updates } = await operator.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED', observationFileId: first!.observationFileId }])
  expect(await operator.event()).toMatchObject({ messages: 2 })
})

test('a copy of a track that an event already includes counts as included, even if the clock of its process is behind', async () => {
  const operator = await openStation('sent-by-two')
  const text = ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR })
  const [first] = await operator.send(text)
  await operator.fuse()
  const [copy] = await operator.send(text.replace(/^CREATION_DATE = .*$/m, 'CREATION_DATE = 2026-11-24T00:00:00'))
  await api.database.query(`update odt.observation set created_at = created_at - interval '1 hour' where id = $1`, [
    copy!.observationFileId,
  ])
  await operator.fuse()
  const { updates } = await operator.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED', observationFileId: first!.observationFileId }])
  expect(await operator.event()).toMatchObject({ messages: 2 })
})

test('a message with a track is stored with the result of the track, or not at all', async () => {
  const operator = await openStation('cut-off')
  await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  // The worker fails when it stores the result of the track.
  await api.database.query(`
    create function odt.lost() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
    create trigger lost before insert on odt.event_update for each row
      when (new.tenant_id = 'organisation:cut-off') execute function odt.lost()`)
  await expect(operator.fuse()).rejects.toThrow()
  await api.database.query('drop trigger lost on odt.event_update; drop function odt.lost()')
  await operator.fuse()
  await operator.fuse()
  const { updates } = await operator.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED', scaleFactor: expect.any(Number) }])
  expect(await operator.event()).toMatchObject({ messages: 2, activeCdmId: updates[0]!.after!.cdmId })
})

test('an event whose tracks cannot be added does not delay other events', async () => {
  const operator = await openStation('two-events')
  const later = messageOfTrack({ tcaMs: operator.tcaMs + DAY_MS, createdMs: operator.tcaMs - 9 * HOUR_MS })
  const second = await operator.take(later.replace(/^(MESSAGE_ID\s*=).*$/m, '$1 LATER-1'))
  await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  const run: Run = async (_, { original }) => {
    if (!Buffer.from(original).includes('LATER-1')) throw new Error('the disk is full')
    return { outcome: 'HELD_ALREADY' }
  }
  await expect(operator.worker(run)()).rejects.toThrow('tracks were not added to an event: 1 of 2')
  expect((await operator.tracking()).updates).toEqual([])
  expect((await operator.tracking(second)).updates).toMatchObject([{ outcome: 'HELD_ALREADY' }])
})

test('the residuals along the orbit match the report at the range of the echoes, and the ranges give the other components', async () => {
  const operator = await openStation('own-positions')
  const [file] = await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  const id = file!.observationFileId
  const report = await operator.report(id)
  const found = await operator.positions(id)
  expect(found).toMatchObject({ fileId: id, catalogueId: OWN_TRACK.catalogueId, isSimulated: false })
  // The truth is known: the object is ahead of its orbit by this distance.
  expect(Math.abs(found.alongTrackOffset! - OWN_TRACK.truth.offM)).toBeLessThan(AHEAD_M)
  const epochs = report.reports[0]!.measurementReports.map(({ epoch }) => epoch)
  expect(found.measurements.map(({ epoch }) => epoch)).toEqual(epochs)
  const residuals = report.t2oAssociationResults[0]!.measurementAssociationResults
  for (const [place, { radial, inTrack, crossTrack, isRangeMeasured }] of found.measurements.entries()) {
    const { ra, dec } = residuals[place]!.residual
    const acrossM = (Math.hypot(ra, dec) / ARCSEC_PER_RAD) * OWN_TRACK.echoes[place]![1] * 1000
    expect(isRangeMeasured).toBe(true)
    // The part along the line of sight is perpendicular to the other part.
    expect(Math.hypot(radial, inTrack, crossTrack)).toBeGreaterThan(acrossM * (1 - RANGE_SHARE))
  }
  const stranger = { subject: 'eve', organisation: 'elsewhere', roles: ['odt:user'] }
  const path = `GET /api/v1/odt/observations/report/${id}/position-residuals`
  expect((await api.call(stranger, path)).status).toBe(404)
})

test('F23: a track outside the covariance is notified as a possible manoeuvre, once, and no fit combines both sides of it', async () => {
  const operator = await openStation('burnt')
  const before = await operator.event()
  // The track is 0.6 s early, which is 4.5 km along the track. With the 1.3 sigma of the truth, it is about five sigmas ahead of the message.
  await operator.send(ownTrackText({ tcaMs: operator.tcaMs - 600, sensorCode: SENSOR }))
  await operator.fuse()
  const told = async () => (await operator.notices()).filter(({ finding }) => finding?.code === 'track-off')
  expect((await operator.tracking()).updates).toMatchObject([{ outcome: 'POSSIBLE_MANOEUVRE', after: null }])
  expect(await operator.event()).toMatchObject({ messages: 1, activeCdmId: before.activeCdmId })
  const [notice, ...others] = await told()
  expect(others).toEqual([])
  expect(notice).toMatchObject({ title: 'Possible manoeuvre', level: 'caution' })
  expect(notice!.finding!.values).toMatchObject({ norad: OWN_TRACK.catalogueId, sensor: SENSOR, simulated: 0 })
  // The notice has the same matter as all other notices of the event, so that it keeps its order among them, and its mail contains the messages.
  const { db } = api.api.platform
  const ofEvent = await db.tenant('organisation:burnt', (tx) => lastNoticeOf(tx, operator.id, { figure: 'trackAt' }))
  expect(ofEvent?.code).toBe('track-off')
  // The provider sends a newer message that does not include the manoeuvre either: that is not reported again.
  await operator.provide(8 * HOUR_MS)
  await operator.fuse()
  expect((await operator.tracking()).updates.map(({ outcome }) => outcome)).toEqual([
    'POSSIBLE_MANOEUVRE',
    'POSSIBLE_MANOEUVRE',
  ])
  expect(await told()).toHaveLength(1)
})

test('a track outside the covariance is notified, unless a burn was announced between the message and the track', async () => {
  const told = async (operator: Awaited<ReturnType<typeof openStation>>) =>
    (await operator.notices()).filter(({ finding }) => finding?.code === 'track-off').length
  for (const [organisation, beforeTrackMs, count] of [
    ['burnt-announced', HOUR_MS, 0],
    ['burnt-long-ago', 3 * DAY_MS, 1],
  ] as const) {
    const operator = await openStation(organisation)
    const ignition = new Date(Date.now() - TRACK_OVER_MS - beforeTrackMs).toISOString()
    await operator.announce({ noradId: OWN_TRACK.catalogueId, ignition, announcedBy: 'Example Orbital' })
    await operator.send(ownTrackText({ tcaMs: operator.tcaMs - 600, sensorCode: SENSOR }))
    await operator.fuse()
    // The result of the track with the message is the same in both cases.
    expect((await operator.tracking()).updates).toMatchObject([{ outcome: 'POSSIBLE_MANOEUVRE' }])
    expect(await told(operator), organisation).toBe(count)
  }
})

test('the measurements of another organisation are not used', async () => {
  const operator = await openStation('has-track')
  const other = await openStation('has-none')
  await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  await other.fuse()
  expect(await other.tracking()).toMatchObject({ updates: [] })
  expect((await other.event()).messages).toBe(1)
})

test('a track that takes too long does not delay other tracks, and is given up after three attempts with a message', async () => {
  const operator = await openStation('heavy-track')
  const half = OWN_TRACK.echoes.length / 2
  const [heavy] = await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR, to: half }))
  const [light] = await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR, from: half }))
  const known = async () =>
    (await operator.tracking()).updates.map(({ observationFileId, outcome }) => [observationFileId, outcome])
  let first: string | undefined
  const turn = operator.worker(async (tenantId, input) => {
    first ??= input.tdm
    if (input.tdm === first) throw new TaskLimitError('more than 30 s', true)
    return runInPool(tenantId, input)
  })
  await turn()
  expect(await known()).toEqual([[light!.observationFileId, 'FUSED']])
  // The track is tried three times with the message that applies now.
  await turn()
  await turn()
  expect(await known()).toHaveLength(1)
  await turn()
  expect(await known()).toContainEqual([heavy!.observationFileId, 'NOT_FITTED'])
})

test.each([
  ['too much memory', new TaskLimitError('more than 256 MiB of memory'), 'NOT_FITTED', 0],
  [
    'too long, a while after the track and its message came',
    new TaskLimitError('more than 30 s', true),
    'NOT_FITTED',
    16,
  ],
  ['an orbit that is not followed', new TypeError('a number is missing'), 'NOT_FITTED', 0],
  ['a lost process', new PoolLossError('a process of the pool ended with SIGKILL'), undefined, 14],
] as const)('a track that fails by %s', async (name, error, outcome, minutes) => {
  const operator = await openStation(`fails ${name}`.replace(/\W+/g, '-'))
  await operator.send(ownTrackText({ tcaMs: operator.tcaMs, sensorCode: SENSOR }))
  await operator.worker(() => Promise.reject(error))(minutes * MINUTE_MS)
  expect((await operator.tracking()).updates[0]?.outcome).toBe(outcome)
})
