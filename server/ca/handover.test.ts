import type { Handover } from '@apsis/contract/ca/handover.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { sitDown } from './testing/ca-desk.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const NOTES = 'POST /api/v1/ca/handovers'

function desk(organisation: string, subject: string) {
  const { json, call, read } = sitDown(api, organisation, subject)
  return {
    write: async (text: unknown) => json(NOTES, { text }),
    written: async (text: string) => bodyOf<Handover>(await json(NOTES, { text })),
    markRead: (id: string) => call(`POST /api/v1/ca/handovers/${id}/readings`),
    list: (query = '') => read<Handover[]>(`/handovers${query}`),
    call,
  }
}

test('a note is read by the next, newest first, with who wrote and who has read it', async () => {
  const [ada, ben] = [desk('shift', 'ada'), desk('shift', 'ben')]
  const first = await ada.written('  The first night.\nStation 2 is down.  ')
  expect(first).toMatchObject({ by: 'ada', text: 'The first night.\nStation 2 is down.', readings: [], isRead: true })
  await ada.written('The second night.')
  expect((await ben.list()).map(({ text, isRead }) => [text, isRead])).toEqual([
    ['The second night.', false],
    [first.text, false],
  ])
  const read = await bodyOf<Handover>(await ben.markRead(first.handoverId))
  expect(read).toMatchObject({ isRead: true, readings: [{ by: 'ben' }] })
  expect(await ada.list()).toMatchObject([{ readings: [] }, { readings: [{ by: 'ben', at: read.readings[0]!.at }] }])
  const page = await ben.call('GET /api/v1/ca/handovers?limit=1&page=2')
  expect([page.headers.get('x-total-count'), (await bodyOf<Handover[]>(page))[0]?.text]).toEqual(['2', first.text])
})

test('the first reading stays, of many at once there is one, and who wrote it needs none', async () => {
  const [ada, ben] = [desk('twice', 'ada'), desk('twice', 'ben')]
  const { handoverId } = await ada.written('note')
  const answers = await Promise.all(Array.from({ length: 5 }, () => ben.markRead(handoverId)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await ada.markRead(handoverId)).status).toBe(200)
  const [note] = await ben.list()
  expect(note?.readings.map(({ by }) => by)).toEqual(['ben'])
})

test.each([[''], [' \n '], ['x'.repeat(10_001)], [7], [undefined]])('a note of %j is refused', async (text) => {
  const ada = desk('refused', 'ada')
  expect((await ada.write(text)).status).toBe(400)
  expect(await ada.list()).toEqual([])
})

test('a note of another organisation is not listed, and reading it answers like an unknown one', async () => {
  const [ada, outsider] = [desk('mine', 'ada'), desk('theirs', 'ada')]
  const { handoverId } = await ada.written('secret')
  expect(await outsider.list()).toEqual([])
  expect((await outsider.markRead(handoverId)).status).toBe(404)
  expect((await outsider.markRead('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect(await ada.list()).toMatchObject([{ readings: [] }])
})

test('nobody can change or remove a note or a reading; each is an event and in the audit record', async () => {
  const [ada, ben] = [desk('kept', 'ada'), desk('kept', 'ben')]
  const { handoverId } = await ada.written('note')
  await ben.markRead(handoverId)
  await ben.markRead(handoverId)
  const run = (statement: ReturnType<typeof sql>) =>
    api.api.platform.db.tenant('organisation:kept', (tx) => statement.execute(tx))
  for (const table of ['handover', 'handover_reading']) {
    await expect(run(sql`update ${sql.table(`ca.${table}`)} set by_name = 'x'`)).rejects.toThrow(/permission denied/)
    await expect(run(sql`delete from ${sql.table(`ca.${table}`)}`)).rejects.toThrow(/permission denied/)
  }
  const { rows } = await run(sql`select action, object from platform.audit where action like 'handover.%' order by seq`)
  expect(rows).toEqual(['create', 'read'].map((change) => ({ action: `handover.${change}`, object: handoverId })))
  const events = await run(sql`select data from events.event where type = 'handover' order by id`)
  expect(events.rows).toEqual(['create', 'read'].map((change) => ({ data: { id: handoverId, change } })))
})
