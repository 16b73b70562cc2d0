import { covarianceToRtn, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { subtract } from '@apsis/astro/vec3.ts'
import type { Cdm, CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { NO_POSITION_SIGMA, POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { drawnTruth, objectsOfMessage } from '../object/event-orbit.ts'
import { positionsText } from '../testing/own-positions.ts'
import { messageOfTrack, PRIMARY } from '../testing/own-track.ts'
import { eventsWork } from './events-work.ts'
import { fuseIntoMessage } from './fuse-task.ts'

/** The drag from the energy dissipation in the message (SEDR) divided by the speed, m/s², with a density that is 15 % higher (F18). */
const DRAG_MPS2 = (0.000_710_568 / 7_600) * 1.15
const SIGMA_M = 5
/** 3σ of 5 m positions after two hours with unknown drag (docs/domain/tracking.md); the message itself has a sigma of 100 m. */
const LEFT_M = 35
/** The positions are from 1¾ hours ago until a quarter of an hour ago; the event is two hours ahead. */
const [TCA_AHEAD_MS, FROM_S, TO_S] = [2 * HOUR_MS, 3.75 * 3_600, 2.25 * 3_600]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Makes an operator whose satellite has its own receiver, and an event of it. */
async function openOperator(organisation: string) {
  const person = { subject: 'ada', organisation, roles: ['ca:user', 'odt:user', 'odt:admin'] }
  const ask = (request: string, body?: object | string) =>
    api.call(person, request, {
      ...(typeof body === 'string' ? { headers: { 'content-type': 'text/plain' } } : {}),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const made = async <T>(request: string, body?: object | string): Promise<T> => {
    const answer = await ask(request, body)
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  await made('POST /api/v1/ca/satellites', { name: 'ION SCV-008', noradId: PRIMARY, cosparId: '2023-001AU' })
  const tcaMs = Math.floor((Date.now() + TCA_AHEAD_MS) / 1000) * 1000
  const message = messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS })
  const [taken] = await made<CdmIntake[]>('POST /api/v1/ca/cdms', message)
  const id = taken?.conjunctionId
  if (typeof id !== 'string') throw new Error(JSON.stringify(taken))
  const { db, queue, log } = api.api.platform
  return {
    id,
    tcaMs,
    truth: truthOf(message),
    send: (text: string, query = '') => made<Observation[]>(`POST /api/v1/odt/observations${query}`, text),
    refuse: async (text: string, query = '') => {
      const answer = await ask(`POST /api/v1/odt/observations${query}`, text)
      return { status: answer.status, problem: await bodyOf<Problem>(answer) }
    },
    announce: (notice: object) => made('POST /api/v1/ca/burn-notices', notice),
    report: (file: string) => made<ObservationReport>(`GET /api/v1/odt/observations/report/${file}`),
    file: async (file: string, query = '') => {
      const answer = await ask(`GET /api/v1/odt/observations/file/${file}${query}`)
      return { name: answer.headers.get('content-disposition'), text: await answer.text() }
    },
    files: () => made<Observation[]>('GET /api/v1/odt/observations'),
    tracking: () => made<EventTracking>(`GET /api/v1/odt/conjunctions/${id}/tracking`),
    messages: () => made<Cdm[]>(`GET /api/v1/ca/cdms?conjunction-id=${id}`),
    original: async (cdmId: string) => await (await ask(`GET /api/v1/ca/cdms/file/${cdmId}`)).text(),
    fuse: () => {
      const platform = { db, queue, log, now: () => Date.now(), signal: new AbortController().signal }
      return eventsWork(false).turn(platform, `organisation:${organisation}`)
    },
  }
}

/** Returns the true state of the satellite: it differs from the message by an error of its covariance. */
function truthOf(text: string) {
  const object = objectsOfMessage(Buffer.from(text)).find(({ designator }) => designator === String(PRIMARY))
  const truth = object && drawnTruth(object)
  if (truth === undefined) throw new Error('the message lacks the satellite')
  return truth
}

const noiseOf = (seed: number) => {
  const normal = standardNormal(seededRandom(seed))
  return () => SIGMA_M * normal()
}
/** Returns the distance of a message's object from a state along its track, m. */
function missing(text: string, truth: ReturnType<typeof truthOf>): number {
  const object = objectsOfMessage(Buffer.from(text)).find(({ designator }) => designator === String(PRIMARY))
  if (object === undefined) throw new Error('the message lacks the satellite')
  return Math.hypot(...object.tracked.r.map((part, i) => part - (truth.r[i] ?? 0)))
}

test('positions of an own receiver, which nobody ordered, correct the orbit and change the event', async () => {
  const operator = await openOperator('own-receiver')
  const text = positionsText(operator.truth, {
    tcaMs: operator.tcaMs,
    fromS: FROM_S,
    toS: TO_S,
    dragMps2: DRAG_MPS2,
    sigmaM: SIGMA_M,
    noise: noiseOf(7),
  })
  const [file] = await operator.send(text)
  expect(file).toMatchObject({
    observationRequestId: null,
    sensorCode: POSITION_SENSOR,
    sensorPlace: null,
    isSimulated: false,
    catalogueIdBestAssociation: PRIMARY,
    originator: 'OPERATOR',
  })
  const fileId = file!.observationFileId
  const { positions, orbitUpdate } = await operator.report(fileId)
  expect(positions).toMatchObject({
    catalogueId: PRIMARY,
    isAssociated: true,
    statedSigma: null,
    positionsInMessage: 91,
  })
  expect(positions?.measurements).toHaveLength(91)
  expect(orbitUpdate).toMatchObject({ scaleFactor: expect.any(Number), covariance: expect.any(Array) })
  expect(await operator.file(fileId)).toEqual({ name: expect.stringContaining('.oem'), text })
  const xml = await operator.file(fileId, '?notation=TDM_XML')
  expect(xml.name).toContain('GPS-POD')
  expect(xml.text).toMatch(/<oem /)

  await operator.fuse()
  const { updates } = await operator.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED', sensorCode: POSITION_SENSOR, observationFileId: fileId }])
  const own = (await operator.messages()).find(({ source }) => source === 'tracking')
  expect(own).toMatchObject({ originator: 'OWN-RECEIVER', isSimulated: false })
  const second = await operator.original(own!.cdmId)
  expect(second).toContain(`POSITIONS (${POSITION_SENSOR}) OF ITS OWN ADDED TO`)
  expect(missing(second, operator.truth)).toBeLessThan(LEFT_M)
  expect((await operator.files())[0]?.events).toMatchObject([{ conjunctionId: operator.id, outcome: 'FUSED' }])

  // The same file again, and a file that shares some of its time, do not count twice.
  await operator.send(text)
  await operator.fuse()
  expect((await operator.tracking()).updates).toHaveLength(1)
  // A rewritten file with another header and the same positions does not count twice either.
  await operator.send(text.replace(/^(ORIGINATOR\s*=).*$/m, '$1 OPERATOR OFFICE'))
  await operator.fuse()
  const again = await operator.tracking()
  expect(again.updates).toHaveLength(1)
  expect(again.objects.flatMap(({ made }) => made)).toHaveLength(1)
  const shared = {
    tcaMs: operator.tcaMs,
    fromS: FROM_S - 1_800,
    toS: TO_S,
    dragMps2: DRAG_MPS2,
    sigmaM: SIGMA_M,
    noise: noiseOf(8),
  }
  await operator.send(positionsText(operator.truth, shared))
  await operator.fuse()
  expect((await operator.tracking()).updates.map(({ outcome }) => outcome).sort()).toEqual(['FUSED', 'HELD_ALREADY'])

  // A file that begins where the first ends, as after an ignition, is judged separately.
  const next = { tcaMs: operator.tcaMs, fromS: TO_S, toS: TO_S - 900, dragMps2: DRAG_MPS2, sigmaM: SIGMA_M }
  await operator.send(positionsText(operator.truth, { ...next, noise: noiseOf(9) }))
  await operator.fuse()
  const outcomes = (await operator.tracking()).updates.map(({ outcome }) => outcome)
  expect(outcomes.filter((one) => one === 'HELD_ALREADY')).toHaveLength(1)
  expect(outcomes).toHaveLength(3)
})

test('positions without a covariance have the accuracy that the user gives, and are refused without one', async () => {
  const operator = await openOperator('own-sigma')
  const series = {
    tcaMs: operator.tcaMs,
    fromS: FROM_S,
    toS: TO_S,
    dragMps2: DRAG_MPS2,
    noise: noiseOf(9),
    objectId: String(PRIMARY),
  }
  const text = positionsText(operator.truth, series)
  const { status, problem } = await operator.refuse(text)
  expect(status).toBe(422)
  expect(problem.errors).toMatchObject([{ code: NO_POSITION_SIGMA, pointer: '?position-sigma' }])
  expect(await operator.files()).toEqual([])
  const [file] = await operator.send(text, `?position-sigma=${SIGMA_M}`)
  const { positions } = await operator.report(file!.observationFileId)
  expect(positions).toMatchObject({ statedSigma: SIGMA_M })
  expect(positions?.measurements[0]?.sigma).toEqual({ radial: SIGMA_M, inTrack: SIGMA_M, crossTrack: SIGMA_M })
  // The positions are added to the event; an accuracy of 0 is refused.
  await operator.fuse()
  expect((await operator.tracking()).updates).toMatchObject([{ outcome: 'FUSED' }])
  expect((await operator.refuse(text, '?position-sigma=0')).status).toBe(400)
})

test('a predicted orbit is no measurement, even if its times have passed', async () => {
  const operator = await openOperator('own-predicted')
  const series = { tcaMs: operator.tcaMs, fromS: FROM_S, toS: TO_S, dragMps2: DRAG_MPS2, sigmaM: SIGMA_M }
  // The message was made an hour before the last of its positions.
  const madeMs = operator.tcaMs - TO_S * 1_000 - HOUR_MS
  const made = (text: string, ms: number) =>
    text.replace(/^(CREATION_DATE =).*$/m, `$1 ${new Date(ms).toISOString().slice(0, 23)}`)
  const text = made(positionsText(operator.truth, series), madeMs)
  const { status, problem } = await operator.refuse(text)
  expect(status).toBe(422)
  expect(problem.errors).toMatchObject([{ code: 'track.predicted' }])
  expect(problem.message).toMatch(/^line \d+: The positions are until .*CREATION_DATE.* predicted, not measured/)
  const rows = text.split('\n')
  const at = (place: number) => Date.parse(`${rows[place]?.slice(0, 23)}Z`)
  const line = problem.errors?.[0]?.line ?? 0
  expect(at(line - 1)).toBeGreaterThan(madeMs)
  expect(at(line - 2)).toBeLessThanOrEqual(madeMs + MINUTE_MS)
  expect(await operator.files()).toEqual([])
  // The part that was measured before the message was made is accepted.
  const part = positionsText(operator.truth, { ...series, toS: TO_S + HOUR_MS / 1_000 })
  expect(await operator.send(made(part, madeMs))).toHaveLength(1)
})

test('after an announced burn positions far from the earlier orbit are attributed to their satellite, and the report names the burn', async () => {
  const operator = await openOperator('own-burnt')
  // The satellite is ahead of the message's position by more than three times the limit of a track.
  const { r, v } = operator.truth
  const burnt = { r: [r[0] + 3 * v[0], r[1] + 3 * v[1], r[2] + 3 * v[2]] as const, v }
  const text = positionsText(burnt, {
    tcaMs: operator.tcaMs,
    fromS: FROM_S,
    toS: TO_S,
    sigmaM: SIGMA_M,
    noise: noiseOf(3),
  })
  const [before] = await operator.send(text)
  expect(before).toMatchObject({ catalogueIdBestAssociation: null, isUncorrelated: true })
  expect((await operator.report(before!.observationFileId)).positions?.burn).toBeNull()
  const ignition = new Date(operator.tcaMs - FROM_S * 1_000 - HOUR_MS).toISOString()
  await operator.announce({ noradId: PRIMARY, ignition, announcedBy: 'Example Orbital' })
  const [file] = await operator.send(text)
  expect(file).toMatchObject({ catalogueIdBestAssociation: PRIMARY, isAmbiguous: false })
  const report = await operator.report(file!.observationFileId)
  expect(report.positions).toMatchObject({ isAssociated: true, burn: { at: ignition, deltaVMps: null } })
  expect(report.orbitUpdate?.prior).toBe(`none: the burn of ${ignition}`)
  // No fit combines the message and the positions, because the message is from before the burn.
  await operator.fuse()
  expect((await operator.tracking()).updates).toMatchObject([{ outcome: 'POSSIBLE_MANOEUVRE' }])
})

test('positions that are no measurement are refused: in the future, simulated, or of an unknown satellite', async () => {
  const operator = await openOperator('own-refused')
  const series = { tcaMs: operator.tcaMs, fromS: FROM_S, toS: TO_S, dragMps2: DRAG_MPS2, sigmaM: SIGMA_M }
  // The message says that it was made after the positions.
  const ahead = positionsText(operator.truth, { ...series, toS: 3_600 })
  const future = await operator.refuse(ahead)
  expect(future.status).toBe(422)
  const [fault] = future.problem.errors ?? []
  expect(fault).toMatchObject({ code: 'track.future' })
  const line = ahead.split('\n')[(fault?.line ?? 0) - 1] ?? ''
  const [before] = [ahead.split('\n')[(fault?.line ?? 0) - 2] ?? '']
  const at = (row: string) => Date.parse(`${row.slice(0, 23)}Z`)
  expect(at(line)).toBeGreaterThan(Date.now())
  expect(at(before)).toBeLessThan(Date.now() + MINUTE_MS)
  const simulated = await operator.refuse(positionsText(operator.truth, { ...series, comment: 'SIMULATED positions' }))
  expect(simulated.problem.message).toMatch(/says that it is simulated/)
  const other = await operator.refuse(
    positionsText(operator.truth, { ...series, objectId: '1998-067A', objectName: 'ISS' }),
  )
  expect(other.problem).toMatchObject({ errors: [{ code: 'oem.no-satellite', keyword: 'OBJECT_ID' }] })
  const broken = positionsText(operator.truth, series).replace('REF_FRAME = GCRF', 'REF_FRAME = GCRX')
  expect((await operator.refuse(broken)).problem.errors?.[0]).toMatchObject({ keyword: 'REF_FRAME' })
  expect(await operator.files()).toEqual([])
})

/** Too few draws for a proof: the mean square of 24 draws has the sigma 0.29, and the limit is three sigmas above 1. */
const [DRAWS, MOST_SQUARE] = [24, 1.87]
/** The time is fixed, so that the draws are the same each time. */
const DRAWN_TCA_MS = Date.parse('2026-11-25T00:00:00Z')

test('a message with positions has the true position of its object within its covariance', () => {
  const tcaMs = DRAWN_TCA_MS
  const base = messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS })
  const noise = noiseOf(11)
  const squares = Array.from({ length: DRAWS }, (_, k) => {
    const message = base.replace(/^(MESSAGE_ID\s*=).*$/m, `$1 DRAW-${k}`)
    const truth = truthOf(message)
    const tdm = positionsText(truth, { tcaMs, fromS: FROM_S, toS: TO_S, sigmaM: SIGMA_M, noise, dragMps2: DRAG_MPS2 })
    const [original, root] = [Buffer.from(message), Buffer.from(message)]
    const of = { designator: String(PRIMARY), noradId: PRIMARY, originator: 'X', messageId: 'Y' }
    const createdAt = new Date(tcaMs - 2 * HOUR_MS).toISOString()
    const answer = fuseIntoMessage({
      original,
      root,
      ...of,
      tdm,
      sensor: null,
      positionSigmaM: null,
      burntBy: null,
      held: [],
      isSimulated: false,
      createdAt,
    })
    if (answer.outcome !== 'FUSED') throw new Error(answer.outcome)
    const object = objectsOfMessage(Buffer.from(answer.text)).find(({ designator }) => designator === String(PRIMARY))
    if (object === undefined) throw new Error('the message lost the satellite')
    const sigmas = covarianceToRtn(object.tracked, object.tracked.covariance).map((row, i) => Math.sqrt(row[i] ?? 0))
    const off = transform(rtnAxes(object.tracked), subtract(truth.r, object.tracked.r))
    // The position along the track is known much better than before, and no better than drag allows.
    expect(sigmas[1]).toBeLessThan(30)
    return off.map((part, i) => (part / (sigmas[i] ?? 0)) ** 2)
  })
  for (const i of [0, 1, 2])
    expect(squares.reduce((sum, one) => sum + (one[i] ?? 0), 0) / DRAWS).toBeLessThan(MOST_SQUARE)
})
