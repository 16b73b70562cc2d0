import type { LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import type { ImportDetail } from '@apsis/contract/ca/message/import.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { findFleetNews } from '../screening/fleet/fleet-screening.repository.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { deleteOldImports } from './import.repository.ts'
import { createImport, sendFiles } from './import.service.ts'
import { importWork } from './import-work.ts'
import { takeInCdms } from './intake.service.ts'

const HOUR_MS = 3_600_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
afterEach(() => api.database.query('drop trigger if exists planted on ca.cdm'))

/** From now on the database refuses a message with this id with this error code. */
async function plant(code: string, messageId: string): Promise<void> {
  await api.database.query(`create or replace function public.planted() returns trigger language plpgsql as $$
    begin
      if new.message_id = '${messageId}' then raise exception 'planted' using errcode = '${code}'; end if;
      return new;
    end $$`)
  await api.database.query(
    'create trigger planted before insert on ca.cdm for each row execute function public.planted()',
  )
}

function open(organisation: string) {
  const tenantId = `organisation:${organisation}`
  const caller = { tenantId, subject: 'ada', username: 'ada' }
  const { db, queue } = api.api.platform
  const operator = asOperator(api, organisation)
  const read = (id: string) => operator.read<ImportDetail>(`/imports/${id}`)
  return {
    operator,
    tenantId,
    caller,
    db,
    read,
    begin: async (count: number, at = new Date()) => {
      const files = Array.from({ length: count }, (_, place) => ({ name: `${place}.cdm`, bytes: 1 }))
      return (await createImport(db, { caller, requestId: 'test', now: at }, files)).importId
    },
    /** Sends the content of the files at some places. */
    send: async (id: string, files: Readonly<Record<number, string>>) => {
      const form = new FormData()
      for (const [place, text] of Object.entries(files)) form.append('file', new Blob([text]), place)
      expect((await operator.call(`POST /api/v1/ca/imports/${id}/files`, { body: form })).status).toBe(200)
    },
    turn: (now: () => number = Date.now) =>
      importWork.turn({ db, queue, log: api.log, now, signal: new AbortController().signal }, tenantId),
    states: async (id: string) => (await read(id)).list.map(({ state }) => state),
  }
}

test.each([
  ['its disk is full', '53100'],
  ['it is short of memory', '53200'],
  ['it cannot read its disk', '58030'],
  ['a transaction gave way to another', '40001'],
  ['transactions waited for each other', '40P01'],
  ['a statement took too long', '57014'],
])('a file stays for the next turn where the database says that %s (%s)', async (_, code) => {
  const { begin, send, turn, read, states } = open(`passing-${code.toLowerCase()}`)
  const id = await begin(1)
  await send(id, { 0: cdmText({ messageId: 'held' }) })
  await plant(code, 'held')
  await expect(turn()).rejects.toMatchObject({ code })
  expect(await states(id)).toEqual(['WAITING'])
  await api.database.query('drop trigger planted on ca.cdm')
  await turn()
  expect(await read(id)).toMatchObject({ state: 'DONE', accepted: 1, refused: 0 })
})

test('a file whose content the database refuses is finished, and gives the reason', async () => {
  const { begin, send, turn, read } = open('content')
  const id = await begin(1)
  await send(id, { 0: cdmText({ messageId: 'refused' }) })
  await plant('22023', 'refused')
  await turn()
  expect(await read(id)).toMatchObject({ state: 'DONE', accepted: 0, refused: 1 })
})

test('a file with a lasting problem is read after the others', async () => {
  const { begin, send, turn, read, states } = open('gives-way')
  const id = await begin(2)
  await send(id, { 0: cdmText({ messageId: 'stuck' }) })
  await send(id, { 1: cdmText({ messageId: 'fine' }) })
  await plant('53100', 'stuck')
  await expect(turn()).rejects.toThrow('planted')
  await expect(turn()).rejects.toThrow('planted')
  expect(await states(id)).toEqual(['WAITING', 'DONE'])
  await api.database.query('drop trigger planted on ca.cdm')
  await turn()
  expect(await read(id)).toMatchObject({ state: 'DONE', accepted: 2 })
})

test('a file that has arrived will be read, even if the other files of its request are lost', async () => {
  const { begin, caller, db, states, tenantId } = open('half-sent')
  const id = await begin(2)
  const file = { mediaType: 'text/plain', bytes: 1, sha256: '' }
  const files = [
    { ...file, name: '0', path: import.meta.filename },
    { ...file, name: '1', path: '/nowhere/at/all' },
  ]
  await expect(sendFiles(db, { caller, now: new Date() }, { id, files })).rejects.toThrow('ENOENT')
  expect(await states(id)).toEqual(['WAITING', 'MISSING'])
  const due = "select 1 from platform.recurring_work where name = 'ca.import' and tenant_id = $1"
  expect(await api.database.query(due, [tenantId])).toHaveLength(1)
})

test('waiting and incomplete imports are never deleted; abandoned imports and old finished imports are deleted', async () => {
  const { begin, send, turn, db, tenantId, read, operator } = open('old')
  const now = Date.now()
  const ago = (hours: number) => new Date(now - hours * HOUR_MS)
  const arrived = (id: string, hours: number) =>
    api.database.query('update ca.import_file set arrived_at = $2 where import_id = $1 and arrived_at is not null', [
      id,
      ago(hours),
    ])
  const [early, late] = [await begin(1, ago(60)), await begin(1, ago(50))]
  for (const [place, id] of [early, late].entries()) await send(id, { 0: cdmText({ messageId: `ended-${place}` }) })
  const half = await begin(2, ago(40))
  await send(half, { 0: cdmText({ messageId: 'half' }) })
  const coming = await begin(2, ago(40))
  await send(coming, { 0: cdmText({ messageId: 'coming' }) })
  await turn()
  const waits = await begin(2, ago(70))
  await send(waits, { 0: cdmText({ messageId: 'waits' }) })
  for (const [id, hours] of [
    [half, 30],
    [coming, 23],
    [waits, 65],
  ] as const)
    await arrived(id, hours)
  const forget = () => db.tenant(tenantId, (tx) => deleteOldImports(tx, { kept: 1, abandonedBefore: ago(24) }))
  await forget()
  await forget()
  const kept = await operator.read<{ importId: string }[]>('/imports')
  expect(kept.map(({ importId }) => importId).sort()).toEqual([late, coming, waits].sort())
  await turn()
  expect((await read(waits)).accepted).toBe(1)
})

test('the changes by a message have the time at which they are written, and state its earlier arrival, too', async () => {
  const { begin, send, turn, operator } = open('late')
  const id = await begin(1)
  await send(id, { 0: cdmText({ messageId: 'late' }) })
  const later = Date.now() + HOUR_MS
  await turn(() => later)
  const [cdm] = await operator.read<{ conjunctionId: string; receivedAt: string }[]>('/cdms')
  expect(Date.parse(cdm!.receivedAt)).toBeLessThan(later)
  const [level] = await operator.read<LevelChange[]>(`/conjunctions/${cdm!.conjunctionId}/levels`)
  expect(Date.parse(level!.at)).toBe(later)
})

test('a message that arrived before a screening and was stored after it makes the next screening due', async () => {
  const { db, tenantId, operator } = open('between')
  await operator.addSatellite(43_617)
  const askedAt = Date.now()
  const files = [{ name: 'a.cdm', bytes: Buffer.from(cdmText()) }]
  const now = new Date(askedAt - HOUR_MS)
  await takeInCdms({ db }, { tenantId, subject: 'ada' }, files, { source: 'upload', now })
  const { message_at: messageAt } = await db.tenant(tenantId, (tx) => findFleetNews(tx, now))
  expect(messageAt!.getTime()).toBeGreaterThanOrEqual(askedAt)
})
