import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { EventTracking, RankedPass } from '@apsis/contract/odt/tracking/conjunction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeInCdms } from '../../ca/message/intake.service.ts'
import { messagesDue } from '../../ca/testing/messages-due.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openOperator as openOperatorOf } from '../testing/operator.ts'
import { eventsWork } from './events-work.ts'
import { mayTouch } from './may-touch.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

type Operator = Awaited<ReturnType<typeof openOperator>>
async function openOperator(organisation: string) {
  const operator = await openOperatorOf(api, organisation)
  await operator.till.addCredit(500_000)
  const { db, queue, log } = api.api.platform
  const floorAt = (atMs: number) => ({ db, queue, log, now: () => atMs, signal: new AbortController().signal })
  // The last message of a few events of the demo: the whole history takes a minute.
  const due = messagesDue(1, Date.now(), { from: Date.parse('2000-01-01T00:00:00Z'), to: Date.now() })
  const newest = [...new Map(due.map((message) => [message.event, message])).values()]
  const ahead = newest.filter(({ bytes }) => tcaOf(bytes) > Date.now() + 36 * HOUR_MS).slice(0, MOST_EVENTS)
  await takeInCdms({ db, queue }, { tenantId: operator.tenantId, subject: 'ada' }, ahead, {
    source: 'simulator',
    now: new Date(),
  })
  const read = async <T>(path: string): Promise<T> => {
    const answer = await api.call(operator.person, `GET ${path}`)
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  return {
    ...operator,
    events: () => read<Conjunction[]>('/api/v1/ca/conjunctions'),
    event: async (id: string) => (await read<Conjunction[]>(`/api/v1/ca/conjunctions?conjunction-id=${id}`))[0],
    messages: (id: string) => read<Cdm[]>(`/api/v1/ca/cdms?conjunction-id=${id}`),
    tracking: (id: string) => read<EventTracking>(`/api/v1/odt/conjunctions/${id}/tracking`),
    /** Stores the provider's message again with a later creation and the same last observation; returns its id. */
    newerMessage: async ({ cdmId }: Cdm, atMs: number) => {
      const file = await api.call(operator.person, `GET /api/v1/ca/cdms/file/${cdmId}`)
      if (!file.ok) throw new Error(`${file.status} ${await file.text()}`)
      const text = (await file.text())
        .replace(/^(CREATION_DATE\s*=\s*).*$/m, `$1${new Date(atMs).toISOString().slice(0, 19)}`)
        .replace(/^(MESSAGE_ID\s*=\s*)(.*)$/m, '$1$2-B')
      const [answer] = await takeInCdms(
        { db, queue },
        { tenantId: operator.tenantId, subject: 'ada' },
        [{ name: 'newer.cdm', bytes: Buffer.from(text) }],
        { source: 'simulator', now: new Date(atMs) },
      )
      if (answer?.cdmId == null) throw new Error(JSON.stringify(answer))
      return answer.cdmId
    },
    fuse: (atMs: number) => eventsWork(true).turn(floorAt(atMs), operator.tenantId),
  }
}

const MOST_EVENTS = 6
const tcaOf = (bytes: Buffer) => Date.parse(`${/TCA\s*=\s*(\S{19})/.exec(bytes.toString())?.[1]}Z`)

const isAhead = ({ decideBefore, conjunctionData }: Conjunction) =>
  Date.parse(decideBefore) > Date.now() + 6 * HOUR_MS && conjunctionData.probabilityOfCollision !== null

/** Orders a pass for an event and lets the worker make it; returns undefined if the sky was covered. */
async function make(operator: Operator, conjunctionId: string, catalogueId: number, pass: RankedPass) {
  const asked = await operator.request({
    catalogueId,
    conjunctionId,
    measurementType: pass.measurementType,
    observationPassIds: [pass.name],
  })
  await operator.work(Date.now())
  const planned = await operator.find(asked.observationRequestId)
  if (planned.status !== 'APPROVED') return planned
  await operator.work(Date.parse(pass.end) + 6 * MINUTE_MS)
  return operator.find(asked.observationRequestId)
}

test('an event shows who tracked its objects, and ranks the passes until it has to be decided', async () => {
  const operator = await openOperator('ranked')
  const open = (await operator.events()).filter(isAhead)
  expect(open.length).toBeGreaterThan(0)
  const [event] = open
  const tracking = await operator.tracking(event!.conjunctionId)
  expect(tracking).toMatchObject({ isSimulated: true, line: 1e-4, commitBefore: event!.decideBefore, updates: [] })
  const [first, second] = tracking.objects
  expect([first?.name, second?.name]).toEqual([event!.object1.name, event!.object2.name])
  expect(first?.isSimulated && second?.isSimulated).toBe(true)
  // The observations of others are the ones that the newest message states.
  expect(first?.stated.at(-1)?.lastObservationTo).toBe(event!.object1.lastObservationAt)
  expect(second?.stated.length).toBe(event!.messages)
  for (const pass of tracking.objects.flatMap(({ passes }) => passes)) {
    expect(Date.parse(pass.resultBy)).toBeLessThanOrEqual(Date.parse(event!.decideBefore))
    expect(pass.sigmaAfter).toBeLessThanOrEqual(pass.sigmaBefore)
    expect(pass.crossingChance).toBeLessThanOrEqual(pass.crossingChanceIfSeen)
  }
  const chances = second?.passes.map(({ crossingChance }) => crossingChance) ?? []
  expect(chances).toEqual(chances.toSorted((a, b) => b - a))
})

test('a track becomes one message of the organisation, besides the other messages', async () => {
  const operator = await openOperator('fused')
  let done: { event: Conjunction; request: ObservationRequest } | undefined
  for (const event of (await operator.events()).filter(isAhead).slice(0, 12)) {
    const { objects } = await operator.tracking(event.conjunctionId)
    const object = objects.find(({ place, passes }) => place === 2 && passes.length > 0)
    const pass = object?.passes.find(({ measurementType }) => measurementType === 'RADAR')
    if (object === undefined || pass === undefined || object.catalogueId === null) continue
    const request = await make(operator, event.conjunctionId, object.catalogueId, pass)
    if (request.numberOfPassesCompleted === 0) continue
    done = { event, request }
    break
  }
  if (done === undefined) throw new Error('no event of the demo has a pass by a radar')
  const { event, request } = done
  const before = await operator.messages(event.conjunctionId)
  const atMs = Date.parse(request.passes[0]!.end) + 7 * MINUTE_MS
  await operator.fuse(atMs)
  const after = await operator.messages(event.conjunctionId)
  const own = after.filter(({ source }) => source === 'tracking')
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchObject({ originator: 'FUSED', isSimulated: true })
  // The new message is added to the others, and replaces none.
  expect(after.map(({ cdmId }) => cdmId)).toEqual(expect.arrayContaining(before.map(({ cdmId }) => cdmId)))
  const { updates } = await operator.tracking(event.conjunctionId)
  expect(updates).toHaveLength(1)
  const [update] = updates
  expect(update).toMatchObject({ outcome: 'FUSED', isSimulated: true, after: { cdmId: own[0]!.cdmId } })
  expect(update!.before.cdmId).toBe(event.activeCdmId)
  expect(update!.scaleFactor).toBeGreaterThanOrEqual(1)
  expect(await operator.event(event.conjunctionId)).toMatchObject({ activeCdmId: own[0]!.cdmId })
  // A repeated run adds nothing.
  await operator.fuse(atMs + MINUTE_MS)
  expect((await operator.messages(event.conjunctionId)).filter(({ source }) => source === 'tracking')).toHaveLength(1)
  // A newer message of the provider without the track also gets the track; the first message with the track stays.
  const newer = await operator.newerMessage(
    before.find(({ cdmId }) => cdmId === event.activeCdmId)!,
    atMs + 2 * MINUTE_MS,
  )
  await operator.fuse(atMs + 3 * MINUTE_MS)
  const again = (await operator.tracking(event.conjunctionId)).updates
  expect(again.map(({ outcome }) => outcome)).toEqual(['FUSED', 'FUSED'])
  expect(again[0]).toMatchObject({ before: { cdmId: newer }, observationFileId: update!.observationFileId })
  expect(await operator.event(event.conjunctionId)).toMatchObject({ activeCdmId: again[0]!.after!.cdmId })
})

test.each([
  // The columns: whether a track is simulated, its object is of the demo, the event is of the demo, and it may change the event.
  [true, true, true, true],
  [true, true, false, false],
  [true, false, true, false],
  [true, false, false, false],
  [false, true, true, true],
  [false, true, false, true],
  [false, false, true, true],
  [false, false, false, true],
] as const)(
  'what is simulated never touches what is not: simulated %s, object of the demo %s, event of the demo %s: %s',
  (...given) => {
    const [isSimulated, isDemoObject, isDemoEvent, may] = given
    expect(mayTouch({ track: { isSimulated, isDemoObject }, isDemoEvent })).toBe(may)
  },
)

test('passes after the TCA are not shown for the event, and passes before it are', async () => {
  const operator = await openOperator('after-tca')
  const [event] = (await operator.events()).filter(isAhead)
  const tcaMs = Date.parse(event!.conjunctionData.tca)
  const [object] = (await operator.tracking(event!.conjunctionId)).objects
  const order = async (fromMs: number, toMs: number) => {
    const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
    const body = { catalogueId: object!.catalogueId, measurementType: 'RADAR', from, to }
    const { observationRequestId } = await operator.request(body)
    await operator.work(Date.now())
    return (await operator.find(observationRequestId)).passes.map(({ start }) => start)
  }
  const tasked = async () =>
    (await operator.tracking(event!.conjunctionId)).objects.flatMap((one) => one.tasked.map(({ start }) => start))
  expect(await order(tcaMs + MINUTE_MS, tcaMs + 48 * HOUR_MS)).toHaveLength(1)
  expect(await tasked()).toEqual([])
  const before = await order(Date.now() + HOUR_MS, tcaMs)
  expect(before).toHaveLength(1)
  expect(await tasked()).toEqual(before)
  // The pass has the expected measurement of its sensor, and the sensor's past results (E15 to E19): none yet.
  const [pass] = (await operator.tracking(event!.conjunctionId)).objects.flatMap((one) => one.tasked)
  expect(pass?.detection).toMatchObject({ empirical: null, tries: 0, successes: 0 })
  expect(pass?.detection.theoretical).toBeGreaterThan(0.5)
  expect(pass?.maximumElevation).toBeGreaterThan(0)
})

test('an ordered pass is marked in the ranking, and sold once', async () => {
  const operator = await openOperator('ordered')
  let ordered: { id: string; pass: RankedPass; body: object } | undefined
  for (const { conjunctionId: id } of (await operator.events()).filter(isAhead)) {
    const { objects } = await operator.tracking(id)
    const object = objects.find(({ passes }) => passes.some(({ measurementType }) => measurementType === 'RADAR'))
    const pass = object?.passes.find(({ measurementType }) => measurementType === 'RADAR')
    if (object === undefined || pass === undefined) continue
    expect(object.passes.map(({ orderedBy }) => orderedBy)).toEqual(object.passes.map(() => null))
    const { catalogueId } = object
    ordered = { id, pass, body: { catalogueId, measurementType: 'RADAR', observationPassIds: [pass.name] } }
    break
  }
  if (ordered === undefined) throw new Error('no event of the demo has a pass by a radar')
  const { id, pass, body } = ordered
  const { observationRequestId } = await operator.request({ ...body, conjunctionId: id })
  const again = async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const call = { body: JSON.stringify(body), headers }
    const answer = await api.call(operator.person, 'POST /api/v1/odt/requests', call)
    return [answer.status, (await bodyOf<{ detail: string }>(answer)).detail]
  }
  const refused = [
    409,
    `#/observationPassIds/0: ${pass.name} is ordered already, by the request ${observationRequestId}.`,
  ]
  // The check is made before the planning, and after it.
  expect(await again()).toEqual(refused)
  await operator.work(Date.now())
  expect((await operator.find(observationRequestId)).status).toBe('APPROVED')
  expect(await again()).toEqual(refused)
  const marked = (await operator.tracking(id)).objects.flatMap(({ passes }) =>
    passes.filter(({ orderedBy }) => orderedBy),
  )
  expect(marked.map(({ sensorCode, orderedBy }) => [sensorCode, orderedBy])).toEqual([
    [pass.sensorCode, observationRequestId],
  ])
})

test('an event of another organisation is unknown', async () => {
  const operator = await openOperator('mine')
  const [event] = await operator.events()
  const other = { subject: 'eve', organisation: 'other', roles: ['odt:user'] }
  const answer = await api.call(other, `GET /api/v1/odt/conjunctions/${event!.conjunctionId}/tracking`)
  expect(answer.status).toBe(404)
})
