import type { Handover } from '@apsis/contract/ca/report/handover.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const NOTES = 'POST /api/v1/ca/handovers'

function operator(organisation: string, subject: string) {
  const { json, call, read } = asOperator(api, organisation, subject)
  return {
    write: async (text: unknown) => json(NOTES, { text }),
    written: async (text: string) => bodyOf<Handover>(await json(NOTES, { text })),
    markRead: (id: string) => call(`POST /api/v1/ca/handovers/${id}/readings`),
    list: (query = '') => read<Handover[]>(`/handovers${query}`),
    call,
  }
}

test('a note is read by the next shift, newest first, with its author and its readers', async () => {
  const [ada, ben] = [operator('shift', 'ada'), operator('shift', 'ben')]
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

test('the first reading stays, even if many readings arrive at once, and the author needs none', async () => {
  const [ada, ben] = [operator('twice', 'ada'), operator('twice', 'ben')]
  const { handoverId } = await ada.written('note')
  const answers = await Promise.all(Array.from({ length: 5 }, () => ben.markRead(handoverId)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await ada.markRead(handoverId)).status).toBe(200)
  const [note] = await ben.list()
  expect(note?.readings.map(({ by }) => by)).toEqual(['ben'])
  const rows = await api.database.query(
    "select actor from platform.audit where object = $1 and action = 'handover.read'",
    [handoverId],
  )
  expect(rows).toEqual([{ actor: 'ben' }])
})

test.each([[''], [' \n '], ['x'.repeat(10_001)], [7], [undefined]])('a note of %j is refused', async (text) => {
  const ada = operator('refused', 'ada')
  expect((await ada.write(text)).status).toBe(400)
  expect(await ada.list()).toEqual([])
})

test('a note lists decided events that were still in the future, with what would reopen them; low and closed events are left out', async () => {
  const platform = asOperator(api, 'watching')
  const [answer, closed, closedHigh] = await platform.take(
    cdmText({ objects: ['1', '2'] }),
    cdmText({ objects: ['1', '3'], missM: 500 }),
    cdmText({ objects: ['1', '4'] }),
    cdmText({ objects: ['1', '5'], tca: '2020-01-01T00:00:00.000' }),
    cdmText({ objects: ['1', '6'] }),
  )
  const any = { 'if-match': '*' }
  const monitor = { action: 'DECIDE', decision: 'MONITOR', why: 'wait', lookAgainAt: '2030-01-02T00:00:00.000Z' }
  await platform.decide(answer!.conjunctionId!, monitor, any)
  await platform.decide(closed!.conjunctionId!, { action: 'CLOSE', why: 'low' }, any)
  await platform.decide(closedHigh!.conjunctionId!, { action: 'CLOSE', why: 'done' }, any)
  const past = (await platform.events('?state=ARCHIVED'))[0]!
  await platform.decide(past.conjunctionId, { action: 'DECIDE', decision: 'MONITOR', why: 'wait' }, any)
  const note = await operator('watching', 'ada').written('quiet')
  expect(note.watching.map(({ conjunctionId }) => conjunctionId).sort()).toEqual(
    [answer!.conjunctionId!, closedHigh!.conjunctionId!].sort(),
  )
  const kept = {
    pair: 'OBJECT 1 × OBJECT 2',
    riskLevel: 'CRITICAL',
    tca: '2030-01-05T12:00:00.000Z',
    decision: { state: 'DECIDED', decision: 'MONITOR', by: 'ada' },
    reopens: { aboveLevel: 'CRITICAL', lookAgainAt: '2030-01-02T00:00:00.000Z' },
  }
  expect(note.watching.find(({ conjunctionId }) => conjunctionId === answer!.conjunctionId)).toMatchObject(kept)
  // Later changes of the event do not change the note.
  await platform.decide(answer!.conjunctionId!, { action: 'REOPEN' }, any)
  expect((await operator('watching', 'ben').list())[0]!.watching).toEqual(note.watching)
})

test('a note that was written before decisions had a review time names none', async () => {
  const platform = asOperator(api, 'watching-before')
  const [answer] = await platform.take(cdmText({ objects: ['1', '2'] }))
  const step = { action: 'DECIDE', decision: 'NO_ACTION', why: 'it will fall' }
  await platform.decide(answer!.conjunctionId!, step, { 'if-match': '*' })
  const { handoverId } = await operator('watching-before', 'ada').written('quiet')
  await api.database.query(`update ca.handover set watching = watching #- '{0,reopens,lookAgainAt}' where id = $1`, [
    handoverId,
  ])
  const [note] = await operator('watching-before', 'ben').list()
  expect(note!.watching).toMatchObject([{ reopens: { aboveLevel: 'CRITICAL', lookAgainAt: null } }])
})

test('a note of another organisation is not listed, and is treated as unknown when it is read', async () => {
  const [ada, outsider] = [operator('mine', 'ada'), operator('theirs', 'ada')]
  const { handoverId } = await ada.written('secret')
  expect(await outsider.list()).toEqual([])
  expect((await outsider.markRead(handoverId)).status).toBe(404)
  expect((await outsider.markRead('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect(await ada.list()).toMatchObject([{ readings: [] }])
})

test('nobody can change or remove a note or a reading; each is published as an event and is in the audit record', async () => {
  const [ada, ben] = [operator('kept', 'ada'), operator('kept', 'ben')]
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
