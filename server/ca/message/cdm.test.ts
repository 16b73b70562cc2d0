import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { Cdm, CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { requireQuota } from './quota.ts'

/** The difference of two positions of 7000 km in double precision, each accurate to 1e-9 m. */
const MISS_DIGITS = 8
/** The correct decimals of the root of a variance that was rotated into other axes: some roundings of 70 m or 90°, 1e-14 each. */
const ROUNDING_DIGITS = 11

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

test('POST /ca/cdms stores a message as received, assesses it and opens its event', async () => {
  const operator = asOperator(api, 'single')
  const text = cdmText({ messageId: 'one' })
  const response = await operator.send(text, 'text/plain')
  expect(response.status).toBe(200)
  const [answer, ...rest] = await bodyOf<CdmIntake[]>(response)
  expect(rest).toEqual([])
  expect(answer).toMatchObject({ name: 'message', status: 'accepted', messageId: 'one', riskLevel: 'CRITICAL' })
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  expect(cdm).toMatchObject({
    cdmId: answer!.cdmId,
    conjunctionId: answer!.conjunctionId,
    satelliteId: null,
    source: 'upload',
    isSimulated: false,
    format: 'kvn',
    bytes: Buffer.byteLength(text),
  })
  const file = await operator.call(`GET /api/v1/ca/cdms/file/${answer!.cdmId}`)
  expect(await file.text()).toBe(text)
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(await operator.events()).toMatchObject([{ conjunctionId: answer!.conjunctionId, activeCdmId: answer!.cdmId }])
})

test('the values of a message follow from its geometry; the combined values are exactly the sums (spec §3, decisions.md 6)', async () => {
  const operator = asOperator(api, 'numbers')
  await operator.take(cdmText({ missM: 200, sigmaM: 50, hbrM: 10 }))
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  const { object1, object2, conjunctionData, assessment } = cdm!
  // With the same σ in all directions, the probability is the density at the miss times the area of the circle, with the next term in (R/σ)²; the
  // omitted part is of the order of (R/σ)⁴.
  const [ratio, miss] = [10 ** 2 / 5_000, 200 ** 2 / 5_000]
  const expected = (ratio / 2) * Math.exp(-miss / 2) * (1 + (ratio * (miss - 2)) / 8)
  expect(Math.abs(assessment.probability! / expected - 1)).toBeLessThan(ratio ** 2)
  expect(assessment).toMatchObject({ method: 'circle-2d', isReliable: true, isDiluted: false, hardBodyRadius: 10 })
  expect(conjunctionData.totalMissDistance).toBeCloseTo(200, MISS_DIGITS)
  expect(conjunctionData.relativePosition.r).toBeCloseTo(200, MISS_DIGITS)
  expect(conjunctionData.sigmaRtn!.r).toBeCloseTo(Math.SQRT2 * 50, ROUNDING_DIGITS)
  expect(conjunctionData.sigmaMiss).toBeCloseTo(Math.SQRT2 * 50, ROUNDING_DIGITS)
  expect(assessment.approachAngleDeg).toBeCloseTo(90, ROUNDING_DIGITS)
  expect([object1.conjunctionPlaneX, object1.conjunctionPlaneY]).toEqual([0, 0])
  const sums = ['X', 'Y', 'CovarianceXX', 'CovarianceYX', 'CovarianceYY'] as const
  for (const name of sums) {
    const [one, other] = [object1[`conjunctionPlane${name}`], object2[`conjunctionPlane${name}`]]
    expect(conjunctionData[`combinedPlane${name}`]).toBe(one! + other!)
  }
  expect(conjunctionData.combinedHardBodyRadius).toBe(object1.hardBodyRadius! + object2.hardBodyRadius!)
  expect(Math.hypot(conjunctionData.combinedPlaneX!, conjunctionData.combinedPlaneY!)).toBeCloseTo(200, MISS_DIGITS)
})

test('one upload may contain many messages, in a file, in files of a form or in a zip; each has a row in the answer', async () => {
  const operator = asOperator(api, 'many')
  const xml = await converted(operator, cdmText({ messageId: 'x', objects: ['1', '2'] }), 'xml')
  const json = await converted(operator, cdmText({ messageId: 'j', objects: ['1', '3'] }), 'json')
  const other = asOperator(api, 'many-other')
  const form = new FormData()
  form.append('file', new Blob([cdmText({ messageId: 'a' }) + cdmText({ messageId: 'b' })]), 'two.cdm')
  const packed = zipSync({ 'in/one.xml': bytesOf(xml), 'in/two.json': bytesOf(`[${json}]`), 'in/': new Uint8Array() })
  form.append('file', new Blob([packed]), 'more.zip')
  const answers = await bodyOf<CdmIntake[]>(await other.send(form))
  expect(answers.map(({ name, status, messageId }) => [name, status, messageId])).toEqual([
    ['two.cdm #1', 'accepted', 'a'],
    ['two.cdm #2', 'accepted', 'b'],
    ['more.zip/in/one.xml', 'accepted', 'x'],
    ['more.zip/in/two.json', 'accepted', 'j'],
  ])
})

/** Returns a message in another notation, as the product writes it. */
async function converted(operator: ReturnType<typeof asOperator>, text: string, format: string): Promise<string> {
  const [{ cdmId } = { cdmId: '' }] = await operator.take(text)
  return (await operator.call(`GET /api/v1/ca/cdms/file/${cdmId}?format=${format}`)).text()
}

test.each([
  ['xml', 'application/xml'],
  ['json', 'application/json'],
  ['kvn', 'text/plain'],
])(
  'GET /ca/cdms/file/{cdm-id} converts to %s by format or Accept, and what it says stays the same',
  async (format, media) => {
    const operator = asOperator(api, `convert-${format}`)
    const text = cdmText({ comment: 'kept' })
    const [answer] = await operator.take(text)
    const path = `GET /api/v1/ca/cdms/file/${answer!.cdmId}`
    const [byFormat, byAccept] = await Promise.all([
      operator.call(`${path}?format=${format}`),
      operator.call(path, { headers: { accept: media } }),
    ])
    expect(byFormat.headers.get('content-type')).toContain(media)
    const written = await byFormat.text()
    expect(await byAccept.text()).toBe(written)
    const [before, after] = [text, written].map((one) => readCdm(one, { strict: false }))
    if (!before?.ok || !after?.ok) throw new TypeError('unreadable')
    expect(after.message.objects[1].state).toEqual(before.message.objects[1].state)
    expect(after.message.objects[0].covariance.matrix).toEqual(before.message.objects[0].covariance.matrix)
    const known = await operator.call(`${path}?format=${format}`, {
      headers: { 'if-none-match': byFormat.headers.get('etag') ?? '' },
    })
    expect(known.status).toBe(304)
  },
)

test('GET /ca/cdms/file/{cdm-id} answers 406 to an unsupported Accept header, and 404 to an unknown id', async () => {
  const operator = asOperator(api, 'file-errors')
  const [answer] = await operator.take(cdmText())
  const path = `GET /api/v1/ca/cdms/file/${answer!.cdmId}`
  expect((await operator.call(path, { headers: { accept: 'image/png' } })).status).toBe(406)
  expect((await operator.call('GET /api/v1/ca/cdms/file/00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('a known message is a duplicate and changes nothing; other content is reported', async () => {
  const operator = asOperator(api, 'twice')
  const text = cdmText({ messageId: 'same' })
  const [first] = await operator.take(text)
  const [again, other] = await operator.take(text, cdmText({ messageId: 'same', missM: 999 }))
  expect(again).toMatchObject({ status: 'duplicate', cdmId: first!.cdmId, errors: [] })
  expect(other).toMatchObject({
    status: 'duplicate',
    cdmId: first!.cdmId,
    errors: [{ code: 'cdm.differs', keyword: 'MESSAGE_ID' }],
  })
  expect((await operator.events()).map(({ messages, version }) => [messages, version])).toEqual([[1, 1]])
  // The same id of another originator is another message; a message that occurs twice in one upload is stored once.
  const twin = cdmText({ messageId: 'same', originator: 'OTHER' })
  expect((await operator.take(twin, twin)).map(({ status }) => status)).toEqual(['accepted', 'duplicate'])
})

test('a message that is known in another notation is the same message, not one with other content', async () => {
  const operator = asOperator(api, 'notations')
  const text = cdmText({ messageId: 'both' })
  const [first] = await operator.take(text)
  const xml = await (await operator.call(`GET /api/v1/ca/cdms/file/${first!.cdmId}?format=xml`)).text()
  const [again] = await bodyOf<CdmIntake[]>(await operator.send(xml, 'application/xml'))
  expect(again).toMatchObject({ status: 'duplicate', cdmId: first!.cdmId, errors: [] })
  const [other] = await bodyOf<CdmIntake[]>(await operator.send(xml.replace('>200<', '>201<'), 'application/xml'))
  expect(other).toMatchObject({ status: 'duplicate', errors: [{ code: 'cdm.differs' }] })
})

test('a file with more messages than the limit is refused completely, and none of its messages is stored', async () => {
  const operator = asOperator(api, 'too-many')
  const begins = 'CCSDS_CDM_VERS = 1.0\n'.repeat(100_000)
  const form = new FormData()
  form.append('file', new Blob([cdmText() + begins]), 'many.cdm')
  form.append('file', new Blob([cdmText({ messageId: 'behind' })]), 'behind.cdm')
  const [many, behind] = await bodyOf<CdmIntake[]>(await operator.send(form))
  expect(many).toMatchObject({ name: 'many.cdm', status: 'refused', errors: [{ code: 'file.too-many' }] })
  expect(many!.errors[0]!.message).toContain('2,000')
  expect(behind).toMatchObject({ status: 'accepted', messageId: 'behind' })
  expect((await operator.read<Cdm[]>('/cdms')).length).toBe(1)
})

test('if there are many faults, the first are listed, for each message and for the whole answer, and the others are counted', async () => {
  const operator = asOperator(api, 'many-faults')
  const wrong = cdmText().replaceAll(/^(C[A-Z]_[A-Z]+|[XYZ](?:_DOT)?) = \S+/gm, '$1 = wrong')
  const faulty = Number(wrong.match(/= wrong/g)?.length)
  const answers = await operator.take(cdmText(), ...Array.from({ length: 200 }, () => wrong))
  const [first, last] = [answers[1]!.errors, answers.at(-1)!.errors]
  expect(first.length).toBe(21)
  expect(first[20]!.message).toBe(`${faulty - 20} more faults are not listed`)
  expect(last.map(({ code }) => code)).toEqual(['cdm.bad-number', 'cdm.more-faults'])
  expect(answers.reduce((sum, { errors }) => sum + errors.length, 0)).toBeLessThan(1_000 + 2 * 200)
})

test('a refused message does not stop the others, and its faults give the line and the keyword in the file', async () => {
  const operator = asOperator(api, 'partly')
  const wrong = cdmText().replace(/^Y_DOT = 7.546/m, 'Y_DOT = fast')
  const line = `${cdmText()}${wrong}`.split('\n').findIndex((one) => one.includes('fast')) + 1
  const answers = await operator.take(cdmText(), wrong, cdmText())
  expect(answers.map(({ status }) => status)).toEqual(['accepted', 'refused', 'accepted'])
  expect(answers[1]!.errors).toMatchObject([{ code: 'cdm.bad-number', keyword: 'Y_DOT', line }])
})

test.each([
  ['no message', 'hello', 'cdm.'],
  ['another kind', 'CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2030-01-01T00:00:00\nORIGINATOR = X\n', 'cdm.'],
  ['a frame that cannot be transformed', cdmText().replaceAll('= EME2000', '= ICRF2X'), 'cdm.'],
  ['one object twice', cdmText({ objects: ['7', '007'] }), 'cdm.one-object'],
])('POST /ca/cdms answers 422 to %s, with what is wrong', async (_, text, code) => {
  const response = await asOperator(api, 'unreadable').send(text, 'text/plain')
  expect(response.status).toBe(422)
  const { errors = [] } = await bodyOf<Problem>(response)
  expect(errors[0]!.code).toContain(code)
})

test.each([
  ['a zip bomb', { 'a.cdm': new Uint8Array(3_000_000) }, /times its size/],
  ['a zip in a zip', { 'a.zip': zipSync({ 'b.cdm': bytesOf(cdmText()) }) }, /zip within a zip/],
  ['a name that leads out', { '../../etc/a.cdm': bytesOf(cdmText()) }, /leads out/],
  ['nothing', {}, /no file|cannot be read/],
  [
    'too much',
    Object.fromEntries([...Array(4).keys()].map((n) => [`${n}`, [noise(6_000_000, n), { level: 1 }]])),
    /20 MiB/,
  ],
])('a zip with %s is refused', async (_, content, message) => {
  const response = await asOperator(api, 'zips').send(zipSync(content as Zippable), 'application/zip')
  expect([422, 413]).toContain(response.status)
  if (response.status === 422) expect((await bodyOf<Problem>(response)).detail).toMatch(message)
})

/** Returns bytes that compress only a little, so that the zip stays below the limit of an upload. */
function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length)
  // A linear congruential generator (Numerical Recipes, 1992); its upper bits are good.
  let state = seed
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = 48 + (state >>> 29)
  }
  return bytes
}

test('a message of a satellite is shown from its side: the objects change places, and the satellite has its own radius', async () => {
  const operator = asOperator(api, 'turned')
  const satellite = await operator.addSatellite(90_001, { shape: 'CANNONBALL', hardBodyRadius: 2.5 })
  await operator.take(cdmText({ objects: ['43617', '90001'], hbrM: null, volumesM: [4, 1] }))
  const [cdm] = await operator.read<Cdm[]>(`/cdms?satellite-id=${satellite.satelliteId}`)
  expect(cdm).toMatchObject({
    satelliteId: satellite.satelliteId,
    object1: { designator: '90001', hardBodyRadius: 2.5, hardBodyRadiusFrom: 'satellite' },
    object2: { designator: '43617', hardBodyRadius: 4, hardBodyRadiusFrom: 'message' },
    assessment: { hardBodyRadius: 6.5, hardBodyRadiusFrom: 'satellite and message' },
  })
  // The other object is now below object 1.
  expect(cdm!.conjunctionData.relativePosition.r).toBeCloseTo(-200, MISS_DIGITS)
})

test.each([
  ['the message tells both', { hbrM: null, volumesM: [4, 1] }, [4, 1], 'message'],
  ['the message tells them together', { hbrM: 12 }, [12, 0], 'message'],
  ['nobody tells', { hbrM: null }, [18.5, 1.5], 'default'],
] as const)('without a satellite, the radii are as far as known where %s', async (_, told, radii, from) => {
  const operator = asOperator(api, `radii-${from}-${radii[0]}`)
  await operator.take(cdmText({ ...told, objects: ['1', '2'] } as never))
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  expect([cdm!.object1.hardBodyRadius, cdm!.object2.hardBodyRadius]).toEqual(radii)
  expect(cdm!.assessment).toMatchObject({ hardBodyRadius: radii[0] + radii[1], hardBodyRadiusFrom: from })
})

test('GET /ca/cdms is newest first by creation, in pages, and filters by the content', async () => {
  const operator = asOperator(api, 'listed')
  const day = (n: number) => `2030-01-0${n}T00:00:00.000`
  await operator.take(
    cdmText({ messageId: 'b', createdAt: day(2), objects: ['1', '2'] }),
    cdmText({ messageId: 'c', createdAt: day(3), objects: ['1', '3'], originator: 'OTHER' }),
    cdmText({ messageId: 'a', createdAt: day(1), objects: ['1', '2'] }),
  )
  const ids = async (query: string) => (await operator.read<Cdm[]>(`/cdms${query}`)).map(({ messageId }) => messageId)
  expect(await ids('')).toEqual(['c', 'b', 'a'])
  const page = await operator.call('GET /api/v1/ca/cdms?limit=2&page=2')
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(page.headers.get('link')).toContain('rel="first"')
  expect(await ids('?originator=OTHER')).toEqual(['c'])
  expect(await ids('?message-id=b')).toEqual(['b'])
  expect(await ids('?created-after=2030-01-01T12:00:00Z')).toEqual(['c', 'b'])
  expect(await ids('?tca-before=2030-01-05T00:00:00Z')).toEqual([])
  expect((await operator.call('GET /api/v1/ca/cdms?limit=0')).status).toBe(400)
})

test('messages and events of one organisation are invisible to others, and look like unknown ones', async () => {
  const [ours, theirs] = [asOperator(api, 'ours'), asOperator(api, 'theirs')]
  const [answer] = await ours.take(cdmText({ messageId: 'secret' }))
  expect(await theirs.read('/cdms')).toEqual([])
  expect(await theirs.events()).toEqual([])
  expect((await theirs.call(`GET /api/v1/ca/cdms/file/${answer!.cdmId}`)).status).toBe(404)
  expect((await theirs.call(`GET /api/v1/ca/conjunctions/${answer!.conjunctionId}/decision`)).status).toBe(404)
  expect((await theirs.decide(answer!.conjunctionId!, { action: 'ACKNOWLEDGE' })).status).toBe(404)
  // The same message is new to the other organisation.
  expect((await theirs.take(cdmText({ messageId: 'secret' })))[0]!.status).toBe('accepted')
})

test('a hundred parallel uploads of the same messages store each message once', async () => {
  const operator = asOperator(api, 'crowd')
  const texts = Array.from({ length: 10 }, (_, n) =>
    cdmText({ messageId: `m${n}`, objects: ['1', String(100 + (n % 3))] }),
  )
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => operator.take(texts[n % 10] ?? '')))
  const statuses = answers.flat().map(({ status }) => status)
  expect(statuses.filter((status) => status === 'accepted').length).toBe(10)
  expect(statuses.filter((status) => status === 'duplicate').length).toBe(90)
  expect((await operator.events()).map(({ messages }) => messages).sort()).toEqual([3, 3, 4])
})

test('an organisation at its limit of messages, bytes or events is refused with the numbers, and other organisations are not', async () => {
  const operator = asOperator(api, 'quota')
  await operator.take(
    cdmText({ messageId: 'a', objects: ['1', '2'] }),
    cdmText({ messageId: 'b', objects: ['1', '2'] }),
  )
  const { db } = api.api.platform
  const most = { messages: 9, bytes: 1e9, events: 9, eventBytes: 1e9 }
  const ask = (quota: Partial<typeof most>, organisation = 'quota') =>
    requireQuota(db, `organisation:${organisation}`, { now: new Date(), quota: { ...most, ...quota } })
  await expect(ask({})).resolves.toBeUndefined()
  await expect(ask({ messages: 2 })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('2 messages'),
  })
  await expect(ask({ bytes: 1.9 * cdmText({ messageId: 'a' }).length })).rejects.toMatchObject({ code: 'conflict' })
  await expect(ask({ events: 1 })).rejects.toMatchObject({ code: 'conflict' })
  // Besides its names, an event has some figures and instants, whose text is longer than this.
  await expect(ask({ eventBytes: 200 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(ask({ messages: 1 }, 'quota-other')).resolves.toBeUndefined()
})

test.each([
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(cdmText(), 'utf16le')])],
  ['UTF-16', Buffer.from(cdmText(), 'utf16le')],
])('a message in %s is refused with what to do, and not called something else', async (encoding, bytes) => {
  const operator = asOperator(api, `encoding-${bytes.length}`)
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'a.cdm')
  const answer = await operator.call('POST /api/v1/ca/cdms', { body: form })
  expect(await bodyOf(answer)).toMatchObject({
    errors: [{ message: `is written in ${encoding}: save it as UTF-8, and send it again` }],
  })
  expect(answer.status).toBe(422)
})

test('a message with values beyond all bounds is refused, and the others are not', async () => {
  const operator = asOperator(api, 'absurd')
  const absurd = cdmText({ messageId: 'absurd' }).replace(/^X = 7000 /gm, 'X = 1e300 ')
  const answers = await operator.take(cdmText(), absurd, cdmText())
  expect(answers.map(({ status }) => status)).toEqual(['accepted', 'refused', 'accepted'])
  expect(answers[1]).toMatchObject({ messageId: 'absurd', errors: [{ code: 'cdm.not-assessable' }] })
  expect((await operator.read<Cdm[]>('/cdms')).length).toBe(2)
})

test('instants at the edge of the calendar are handled like any others', async () => {
  const operator = asOperator(api, 'edges')
  const statusesAt = async (at: string) => {
    const asked = [`cdms?created-after=${at}&tca-after=${at}&tca-before=${at}`, `conjunctions?tca-after=${at}`]
    return Promise.all(asked.map(async (path) => (await operator.call(`GET /api/v1/ca/${path}`)).status))
  }
  for (const at of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
    expect(await statusesAt(at)).toEqual([200, 200])
  // The database has no year 0.
  expect(await statusesAt('0000-12-31T23:59:59Z')).toEqual([400, 400])
})
