import { getImportReport, type ImportDetail, type ImportRow } from '@apsis/contract/ca/message/import.ts'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf, eventsOf } from '../../platform/testing/test-database.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { importWork } from './import-work.ts'
import { takeInCdms } from './intake.service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
type File = { readonly name: string; readonly content: Uint8Array<ArrayBuffer> }

function openImport(organisation: string) {
  const operator = asOperator(api, organisation)
  const tenantId = `organisation:${organisation}`
  const read = (id: string) => operator.read<ImportDetail>(`/imports/${id}`)
  return {
    operator,
    tenantId,
    read,
    begin: async (files: readonly File[]) =>
      bodyOf<ImportDetail>(
        await operator.json('POST /api/v1/ca/imports', {
          files: files.map(({ name, content }) => ({ name, bytes: content.length })),
        }),
      ),
    send: (id: string, files: readonly (readonly [place: number, content: Uint8Array<ArrayBuffer>])[]) => {
      const form = new FormData()
      for (const [place, content] of files) form.append('file', new Blob([content]), String(place))
      return operator.call(`POST /api/v1/ca/imports/${id}/files`, { body: form })
    },
    /** Runs the work of the worker once. */
    turn: (now: () => number = Date.now) => {
      const { db, queue, log } = api.api.platform
      return importWork.turn({ db, queue, log, now, signal: new AbortController().signal }, tenantId)
    },
    rows: (id: string, query = '') => operator.read<ImportRow[]>(`/imports/${id}/messages${query}`),
  }
}

test('an import reads each file separately, even after a bad first file, and its report gives the result of each message', async () => {
  const { operator, begin, send, turn, read, rows } = openImport('import')
  const files = [
    { name: 'bad <first>.cdm', content: bytesOf('no message') },
    ...Array.from({ length: 19 }, (_, n) => ({ name: `f${n}.cdm`, content: bytesOf(cdmText({ messageId: `m${n}` })) })),
    {
      name: 'more.zip',
      content: zipSync({
        'a.cdm': bytesOf(cdmText({ messageId: 'za' })),
        'b.cdm': bytesOf(cdmText({ messageId: 'm0' })),
      }),
    },
  ]
  const { importId, state, list } = await begin(files)
  expect([state, list.length, list[0]!.state]).toEqual(['RECEIVING', 21, 'MISSING'])
  expect(await auditOf(api.database, 'import', 'import.')).toMatchObject([
    { action: 'import.create', object: importId, outcome: 'done', detail: { files: 21 } },
  ])
  expect(await eventsOf(api.database, 'import', 'import')).toEqual([{ id: importId }])
  await send(
    importId,
    files.slice(0, 12).map(({ content }, place) => [place, content] as const),
  )
  await turn()
  // The connection broke: the answer shows the missing files, and the arrived files may be sent again.
  const half = await read(importId)
  expect(half).toMatchObject({ state: 'RECEIVING', messages: 12, accepted: 11, refused: 1 })
  expect(half.list.filter((file) => file.state === 'MISSING').map(({ place }) => place)).toEqual([
    12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
  const rest = [5, ...half.list.filter((file) => file.state === 'MISSING').map(({ place }) => place)]
  await send(
    importId,
    rest.map((place) => [place, files[place]!.content] as const),
  )
  expect((await read(importId)).state).toBe('WORKING')
  await turn()
  const done = await read(importId)
  expect(done).toMatchObject({ state: 'DONE', files: 21, messages: 22, accepted: 20, duplicate: 1, refused: 1 })
  expect(done.list[20]).toMatchObject({ name: 'more.zip', state: 'DONE', messages: 2, accepted: 1, duplicate: 1 })

  const all = await rows(importId)
  expect(all.map(({ file }) => file).slice(0, 2)).toEqual(['bad <first>.cdm', 'f0.cdm'])
  expect(all[1]).toMatchObject({
    status: 'accepted',
    messageId: 'm0',
    riskLevel: 'CRITICAL',
    objects: ['SAT 43617', 'DEB 90001'].map(() => expect.any(String)),
  })
  const [cdm] =
    await operator.read<{ conjunctionData: { tca: string; probabilityOfCollision: number } }[]>('/cdms?message-id=m0')
  expect([all[1]!.tca, all[1]!.probability]).toEqual([
    cdm!.conjunctionData.tca,
    cdm!.conjunctionData.probabilityOfCollision,
  ])
  expect((await rows(importId, '?status=refused')).map(({ place }) => place)).toEqual([0])

  const csv = await (await operator.call(`GET /api/v1/ca/imports/${importId}/report`)).text()
  const lines = csv.trimEnd().split('\r\n')
  expect(lines.length).toBe(23)
  expect(lines[1]).toMatch(/^bad <first>\.cdm,bad <first>\.cdm,refused,/)
  const json = await bodyOf<ImportRow[]>(await operator.call(`GET /api/v1/ca/imports/${importId}/report?format=json`))
  expect(json).toEqual(all)
  // The answer also matches its description in the documents.
  expect(getImportReport.response.parse(json)).toEqual(all)
})

test('after an interruption an import continues where it was, and stored messages without a result count as accepted', async () => {
  const { begin, send, turn, read, tenantId } = openImport('import-cut')
  const texts = Array.from({ length: 120 }, (_, n) => cdmText({ messageId: `c${n}` }))
  const content = bytesOf(texts.join(''))
  const { importId } = await begin([{ name: 'many.cdm', content }])
  await send(importId, [[0, content]])
  // A worker was killed after it had stored the first ten, before it recorded that.
  const [row] = await api.database.query<{ arrived_at: Date }>(
    'select arrived_at from ca.import_file where import_id = $1',
    [importId],
  )
  const { db } = api.api.platform
  const killed = [{ name: 'many.cdm', bytes: bytesOf(texts.slice(0, 10).join('')) }]
  await takeInCdms({ db }, { tenantId, subject: 'ada' }, killed, { source: 'upload', now: row!.arrived_at })
  // Each reading of the clock is nine seconds later: the run ends between two batches.
  let at = Date.now()
  const hasty = () => {
    at += 9_000
    return at
  }
  await turn(hasty)
  const first = await read(importId)
  expect(first.state).toBe('WORKING')
  expect(first.accepted).toBeLessThan(120)
  await turn()
  expect(await read(importId)).toMatchObject({ state: 'DONE', messages: 120, accepted: 120, duplicate: 0, refused: 0 })
})

test('places that an import does not have, imports of others and too many at a time are refused', async () => {
  const { begin, send, operator } = openImport('import-refused')
  const content = bytesOf(cdmText())
  const { importId } = await begin([{ name: 'one.cdm', content }])
  expect((await send(importId, [[1, content]])).status).toBe(422)
  const other = openImport('import-other')
  expect((await other.send(importId, [[0, content]])).status).toBe(404)
  for (const path of ['', '/messages', '/report'])
    expect((await other.operator.call(`GET /api/v1/ca/imports/${importId}${path}`)).status).toBe(404)
  for (let more = 0; more < 4; more += 1) await begin([{ name: 'one.cdm', content }])
  const sixth = await operator.json('POST /api/v1/ca/imports', { files: [{ name: 'one.cdm', bytes: 1 }] })
  expect(sixth.status).toBe(409)
  expect((await bodyOf<{ message: string }>(sixth)).message).toContain('withdraw one whose files do not come')
  const large = Array.from({ length: 11 }, (_, n) => ({ name: `${n}`, bytes: 20 * 1024 ** 2 }))
  expect((await operator.json('POST /api/v1/ca/imports', { files: large })).status).toBe(422)
  expect((await operator.call('GET /api/v1/ca/imports?limit=2')).headers.get('x-total-count')).toBe('5')
})

test('an import without new data for 15 minutes does not count; an import with a newer file does', async () => {
  const { begin, send, operator } = openImport('import-idle')
  const content = bytesOf(cdmText())
  const begun: string[] = []
  for (let more = 0; more < 5; more += 1)
    begun.push((await begin([1, 2].map((n) => ({ name: `${n}.cdm`, content })))).importId)
  const files = { files: [{ name: 'one.cdm', bytes: 1 }] }
  const next = async () => (await operator.json('POST /api/v1/ca/imports', files)).status
  const ago = (minutes: number) =>
    api.database.query(
      "update ca.import set at = now() - make_interval(mins => $2) where tenant_id = 'organisation:import-idle' and id = any($1)",
      [begun, minutes],
    )
  await ago(14)
  expect(await next()).toBe(409)
  await ago(16)
  await Promise.all(begun.slice(0, 4).map((id) => send(id, [[0, content]])))
  expect(await next()).toBe(201)
  expect(await next()).toBe(409)
})

test('a withdrawn import no longer waits for missing files; files that have arrived are read', async () => {
  const { begin, send, turn, read, operator } = openImport('import-withdrawn')
  const content = bytesOf(cdmText())
  const withdraw = (id: string) => operator.call(`DELETE /api/v1/ca/imports/${id}`)
  const files = ['first.cdm', 'second.cdm', 'third.cdm'].map((name) => ({ name, content }))

  const empty = await begin(files)
  expect(
    (await openImport('import-stranger').operator.call(`DELETE /api/v1/ca/imports/${empty.importId}`)).status,
  ).toBe(404)
  expect((await withdraw(empty.importId)).status).toBe(204)
  expect((await operator.call(`GET /api/v1/ca/imports/${empty.importId}`)).status).toBe(404)
  expect((await withdraw(empty.importId)).status).toBe(404)
  expect(await auditOf(api.database, 'import-withdrawn', 'import.withdraw')).toMatchObject([
    { object: empty.importId, detail: { files: 3, missing: 3, names: files.map(({ name }) => name) } },
  ])

  // One file has arrived, and it is not the first.
  const begun = await begin(files)
  await send(begun.importId, [[1, content]])
  expect((await withdraw(begun.importId)).status).toBe(204)
  expect(await read(begun.importId)).toMatchObject({
    state: 'WORKING',
    files: 1,
    list: [{ place: 1, name: 'second.cdm' }],
  })
  expect((await withdraw(begun.importId)).status).toBe(409)
  expect((await send(begun.importId, [[2, content]])).status).toBe(422)
  await turn()
  expect(await read(begun.importId)).toMatchObject({ state: 'DONE', messages: 1 })

  // The arrived files were read before.
  const late = await begin(files)
  await send(late.importId, [[0, content]])
  await turn()
  expect((await read(late.importId)).state).toBe('RECEIVING')
  expect((await withdraw(late.importId)).status).toBe(204)
  expect(await read(late.importId)).toMatchObject({ state: 'DONE', files: 1 })
})
