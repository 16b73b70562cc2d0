import { createHash, randomBytes } from 'node:crypto'
import type { EventReport } from '@apsis/contract/ca/report/event-report.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { pool } from '../../platform/thread/pool.ts'
import { mostInPoolDuring } from '../../platform/thread/testing/in-pool.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { archiveEvent } from './event-report.service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
type Operator = ReturnType<typeof asOperator>

async function archive(operator: Operator, body: object): Promise<EventReport> {
  const response = await operator.json('POST /api/v1/ca/event-reports', body)
  expect(response.status).toBe(201)
  return bodyOf<EventReport>(response)
}

async function zipOf(operator: Operator, { reportId }: EventReport) {
  const response = await operator.call(`GET /api/v1/ca/event-reports/${reportId}/file`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { response, bytes, files: unzipSync(bytes) }
}

test('an archived report contains the page, the data and every message as it was received, with the hash of each', async () => {
  const operator = asOperator(api, 'archive')
  const texts = [
    cdmText({ messageId: 'one' }),
    cdmText({ messageId: 'two <b>', createdAt: '2030-01-02T00:00:00.000Z' }),
  ]
  await operator.take(...texts)
  const [event] = await operator.events()
  const note = 'For <the> review'
  const report = await archive(operator, { 'conjunction-id': event!.conjunctionId, note })
  expect(report).toMatchObject({
    number: 1,
    messages: 2,
    riskLevel: event!.conjunctionData.riskLevel,
    note,
    language: 'en',
  })
  const { response, bytes, files } = await zipOf(operator, report)
  expect([sha256(bytes), bytes.length]).toEqual([report.sha256, report.bytes])
  expect(response.headers.get('etag')).toBe(`"${report.sha256}"`)
  expect(response.headers.get('content-disposition')).not.toContain('SIMULATED')
  expect(Object.keys(files)).toEqual([
    'report.html',
    'event.json',
    'messages/001-one.cdm',
    'messages/002-two_b_.cdm',
    'SHA256SUMS',
  ])
  // The stored messages are identical to the sent messages, byte for byte.
  expect([files['messages/001-one.cdm'], files['messages/002-two_b_.cdm']].map((one) => strFromU8(one!))).toEqual(texts)
  for (const line of strFromU8(files.SHA256SUMS!).trim().split('\n')) {
    const [sum, name] = line.split('  ')
    expect([name, sha256(files[name!]!)]).toEqual([name, sum])
  }
  const data = JSON.parse(strFromU8(files['event.json']!))
  expect(data).toMatchObject({
    number: 1,
    by: expect.any(String),
    conjunction: { conjunctionId: event!.conjunctionId },
  })
  expect(data.messages).toHaveLength(2)
  const page = strFromU8(files['report.html']!)
  expect(page).toContain('For &#60;the&#62; review')
  // Numbers are written as on all pages; only checksums of files may break within a word.
  expect(page).toMatch(/\d\.\d\d\u00a0×\u00a010[⁻⁰¹²³⁴-⁹]+/)
  expect(page).not.toMatch(/<(dd|td)>(\d+,\d{3}|-)|1E-/)
  expect(page.match(/<td class="sum">[0-9a-f]{64}</g)).toHaveLength(2)
  // The page loads no other resource and runs no script. A page that is opened from a disk has no headers, so its own policy forbids scripts.
  const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">`,
  )
  expect(page).not.toMatch(/<script|src=|href=|url\(|@import| style=/)
  const alone = await operator.call(`GET /api/v1/ca/event-reports/${report.reportId}/file?content=page`)
  expect([alone.headers.get('content-type'), await alone.text()]).toEqual(['text/html; charset=utf-8', page])
  expect(alone.headers.get('content-disposition')).toMatch(/^attachment/)
})

test('later changes do not alter a report: a newer report has the next number', async () => {
  const operator = asOperator(api, 'archive-later')
  await operator.take(cdmText({ messageId: 'first', missM: 200 }))
  const [event] = await operator.events()
  const body = { 'conjunction-id': event!.conjunctionId }
  const first = await archive(operator, body)
  const before = (await zipOf(operator, first)).bytes
  await operator.take(cdmText({ messageId: 'second', missM: 900, createdAt: '2030-01-03T00:00:00.000Z' }))
  await operator.decide(event!.conjunctionId, { action: 'NOTE', why: 'seen' })
  expect(Buffer.from((await zipOf(operator, first)).bytes).equals(Buffer.from(before))).toBe(true)
  const second = await archive(operator, { ...body, language: 'de' })
  expect([second.number, second.messages, second.language]).toEqual([2, 2, 'de'])
  const { files } = await zipOf(operator, second)
  expect(strFromU8(files['report.html']!)).toContain('Dichteste Annäherung')
  expect(JSON.parse(strFromU8(files['event.json']!)).decision.history).toHaveLength(1)
  const listed = await operator.read<EventReport[]>(`/event-reports?conjunction-id=${event!.conjunctionId}`)
  expect(listed).toEqual([second, first])
})

test('the product itself cannot change or remove what is archived, and other organisations do not see it', async () => {
  const operator = asOperator(api, 'archive-kept')
  await operator.take(cdmText())
  const [event] = await operator.events()
  const report = await archive(operator, { 'conjunction-id': event!.conjunctionId })
  const rights = await api.database.query<{ privilege_type: string }>(
    "select privilege_type from information_schema.role_table_grants where table_schema = 'ca' and table_name = 'event_report' and grantee = 'apsis_runtime'",
  )
  expect(rights.map(({ privilege_type }) => privilege_type).sort()).toEqual(['INSERT', 'SELECT'])
  const other = asOperator(api, 'archive-other')
  expect(await other.read('/event-reports')).toEqual([])
  expect((await other.call(`GET /api/v1/ca/event-reports/${report.reportId}/file`)).status).toBe(404)
  expect((await other.json('POST /api/v1/ca/event-reports', { 'conjunction-id': event!.conjunctionId })).status).toBe(
    404,
  )
})

test('two people who archive at the same time get two numbers', async () => {
  const operator = asOperator(api, 'archive-twice')
  await operator.take(cdmText())
  const [event] = await operator.events()
  const body = { 'conjunction-id': event!.conjunctionId }
  const both = await Promise.all([archive(operator, body), archive(operator, body)])
  expect(both.map(({ number }) => number).sort()).toEqual([1, 2])
})

test('an event with more messages or bytes than a report may contain is refused with both numbers', async () => {
  const operator = asOperator(api, 'archive-large')
  const texts = [cdmText({ messageId: 'one' }), cdmText({ messageId: 'two', createdAt: '2030-01-02T00:00:00.000Z' })]
  await operator.take(...texts)
  const [event] = await operator.events()
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const person = { tenantId: 'organisation:archive-large', subject: 'ada', username: 'ada' }
  const common = { conjunctionId: event!.conjunctionId, note: '', language: 'en', requestId: 'test' } as const
  const kept = (limits: object) => archiveEvent(api.api.platform.db, person, { ...common, now: new Date(), ...limits })
  const message = `The event has 2 messages of ${bytes} bytes together`
  for (const limits of [{ mostMessageBytes: bytes - 1 }, { mostMessages: 1 }])
    await expect(kept(limits)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(message) })
  expect(await kept({ mostMessageBytes: bytes, mostMessages: 2 })).toMatchObject({ number: 1 })
})

test('a large report is packed by the worker pool, and not in the process that answers', async () => {
  const operator = asOperator(api, 'archive-busy')
  const count = 8
  await operator.take(...Array.from({ length: count }, (_, k) => cdmText({ messageId: `large ${k}` })))
  const [event] = await operator.events()
  const large = Buffer.from(randomBytes(1_500_000).toString('base64'))
  await api.database.query("update ca.cdm set original = $1 where tenant_id = 'organisation:archive-busy'", [large])
  expect(pool.figures()).toMatchObject({ running: 0, waiting: 0 })
  const packed = await mostInPoolDuring(async () => {
    const report = await archive(operator, { 'conjunction-id': event!.conjunctionId })
    expect(report).toMatchObject({ number: 1, messages: count })
  })
  expect(packed).toBe(1)
})

test('the file of a simulated event says so in its name', async () => {
  const operator = asOperator(api, 'archive-simulated')
  await operator.take(cdmText({ originator: 'APSIS-SIM' }))
  const [event] = await operator.events()
  const report = await archive(operator, { 'conjunction-id': event!.conjunctionId })
  const { response } = await zipOf(operator, report)
  expect(response.headers.get('content-disposition')).toMatch(/filename="event-report-\S+_SIMULATED\.zip"/)
})

test('an organisation archives no more bytes than it may, since nobody can delete a report', async () => {
  const operator = asOperator(api, 'archive-full')
  await operator.take(cdmText({}))
  const [event] = await operator.events()
  const first = await archive(operator, { 'conjunction-id': event!.conjunctionId })
  const person = { tenantId: 'organisation:archive-full', subject: 'ada', username: 'ada' }
  const wanted = {
    conjunctionId: event!.conjunctionId,
    note: '',
    language: 'en' as const,
    requestId: 'test',
    now: new Date(),
    mostBytes: first.bytes + 1,
  }
  await expect(archiveEvent(api.api.platform.db, person, wanted)).rejects.toMatchObject({ code: 'conflict' })
  const mostBytes = 3 * first.bytes
  expect(await archiveEvent(api.api.platform.db, person, { ...wanted, mostBytes })).toMatchObject({ number: 2 })
})
