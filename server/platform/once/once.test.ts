import { join } from 'node:path'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Handover } from '@apsis/contract/ca/report/handover.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import type { ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { createSecretBox } from '../auth/secret-box.ts'
import { insertAudit } from '../database/audit.repository.ts'
import { type Database, openDatabase, type TenantDb } from '../database/database.ts'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import { once, writeOnce } from './once.ts'

let api: TestApi
let db: Database
beforeAll(async () => {
  api = await startTestApi()
  db = openDatabase({ url: api.database.appUrl, pool: 4, name: 'once', log: api.log })
})
afterAll(async () => {
  await db.close()
  await api.close()
})

const HANDOVERS = 'POST /api/v1/ca/handovers'
const keyed = (key: string) => ({ 'idempotency-key': key })

function operator(organisation: string, subject = 'ada') {
  const { json, read, call } = asOperator(api, organisation, subject)
  const note = async (text: string, key: string) => json(HANDOVERS, { text }, keyed(key))
  const written = async (text: string, key: string) => bodyOf<Handover>(await note(text, key))
  return { note, written, call, json, list: () => read<Handover[]>('/handovers') }
}

test('a POST that is repeated with its key has its effect once and gets the first answer, also many at once', async () => {
  const ada = operator('again')
  const all = await Promise.all([1, 2, 3, 4].map(() => ada.note('Station 2 is down.', 'night-1')))
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const texts = await Promise.all(all.map((one) => one.text()))
  expect(new Set(texts).size).toBe(1)
  expect(await ada.list()).toHaveLength(1)
})

test('another body with the same key is refused by name; another person, another call or another day may use the key', async () => {
  const [ada, ben] = [operator('other'), operator('other', 'ben')]
  const { handoverId } = await ada.written('first', 'k')
  const refused = await ada.note('second', 'k')
  expect(refused.status).toBe(422)
  expect((await bodyOf<Problem>(refused)).errors).toMatchObject([{ header: 'Idempotency-Key' }])
  expect((await ben.written('second', 'k')).handoverId).not.toBe(handoverId)
  const station = { name: 'North', latitude: 60, longitude: 20, altitude: 0, minimumElevation: 5 }
  expect((await ada.json('POST /api/v1/ca/ground-stations', station, keyed('k'))).status).not.toBe(422)
  await api.database.query(
    "update platform.kept_answer set created_at = created_at - interval '24 hours 1 second' where subject = 'ada' and tenant_id like '%other'",
  )
  expect((await ada.written('second', 'k')).handoverId).not.toBe(handoverId)
})

test.each([['x'.repeat(256)], ['two words'], ['ü']])('a key of %j is refused', async (key) => {
  const answer = await operator('keys').note('note', Buffer.from(key).toString('latin1'))
  expect([answer.status, (await bodyOf<Problem>(answer)).errors?.[0]?.header]).toEqual([400, 'Idempotency-Key'])
})

test('a refused request does not use up its key', async () => {
  const ada = operator('refusal')
  expect((await ada.note('', 'k')).status).toBe(400)
  const reading = (id: string) => ada.call(`POST /api/v1/ca/handovers/${id}/readings`, { headers: keyed('r') })
  expect((await reading(crypto.randomUUID())).status).toBe(404)
  const { handoverId } = await ada.written('note', 'k')
  expect((await reading(handoverId)).status).toBe(200)
})

test('files are compared by their content, not by the form around them', async () => {
  const ada = operator('files')
  const send = (text: string) => {
    const form = new FormData()
    form.set('file', new Blob([text], { type: 'text/plain' }), 'a.cdm')
    return ada.call('POST /api/v1/ca/cdms', { body: form, headers: keyed('night') })
  }
  const text = cdmText({ messageId: 'ONCE-1' })
  const [first, again] = [await send(text), await send(text)]
  const [stored] = await bodyOf<CdmIntake[]>(first)
  // Without the key the second answer would say that the message is already known.
  expect(stored?.status).toBe('accepted')
  expect(await bodyOf<CdmIntake[]>(again)).toEqual([stored])
  expect((await send(cdmText({ messageId: 'ONCE-2' }))).status).toBe(422)
})

test('the answer with a secret that is shown once is repeated for its key, and is stored sealed', async () => {
  const ada = operator('sealed')
  const make = () => ada.json('POST /api/v1/service-accounts', { name: 'ground', roles: ['ca:user'] }, keyed('account'))
  const first = await bodyOf<ServiceAccountSecret>(await make())
  expect(await bodyOf<ServiceAccountSecret>(await make())).toEqual(first)
  const rows = await api.database.query<{ answer: string }>(
    "select answer from platform.kept_answer where call like '%service-accounts'",
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.answer).not.toContain(first.clientSecret)
})

/** Returns a request whose work a test defines; it does not pass through the server. */
function request(organisation: string) {
  const tenantId = `organisation:${organisation}`
  const box = createSecretBox(join(api.config.dataDir, 'once.key'))
  const enter = async (tx: TenantDb) => {
    const id = crypto.randomUUID()
    const entry = { actor: 'ada', action: 'once.test', object: id, outcome: 'done', requestId: id, detail: {} } as const
    await insertAudit(tx, tenantId, entry)
    return { id }
  }
  return {
    note: () => db.tenant(tenantId, enter),
    /** Writes in one transaction, in which its outcome is also stored. */
    insert: () => writeOnce(db, tenantId, enter),
    count: async () => {
      const sql = "select count(*)::int as count from platform.audit where tenant_id = $1 and action = 'once.test'"
      return (await api.database.query<{ count: number }>(sql, [tenantId]))[0]?.count
    },
    run: (work: () => Promise<unknown>, at = Date.now()) =>
      once(
        { db, box, now: () => at, log: api.log },
        { tenantId, subject: 'ada', call: HANDOVERS, header: 'k', workMs: 1_000, sent: 'same' },
        async () => ({ status: 201, headers: {}, body: JSON.stringify(await work()) }),
      ),
  }
}

const fail = () => Promise.reject(new Error('the process met a fault'))

test('work that failed before it wrote is done at the next attempt', async () => {
  const { run, note, count } = request('before')
  await expect(run(fail)).rejects.toThrow('met a fault')
  expect((await run(note)).status).toBe(201)
  expect(await count()).toBe(1)
})

test('work that failed after it wrote is never repeated, and its caller is told to check the result', async () => {
  const { run, note, count } = request('after')
  await expect(run(async () => [await note(), await fail()])).rejects.toThrow('met a fault')
  await expect(run(note)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('read what there is'),
  })
  expect(await count()).toBe(1)
})

test('a write of one transaction is answered from its stored outcome, even if its process ended before the answer', async () => {
  const { run, insert, count } = request('kept')
  const made: unknown[] = []
  const end = async () => {
    made.push(await insert())
    await fail()
  }
  await expect(run(end)).rejects.toThrow('met a fault')
  expect((await run(insert)).body).toBe(JSON.stringify(made[0]))
  expect(await count()).toBe(1)
})

test('a key whose process has ended is free when the time limit of the work is over, not before', async () => {
  const { run, note, count } = request('gone')
  const began = Date.now()
  // This work never ends, like that of a process that took the key and was killed.
  void run(() => new Promise(() => undefined), began)
  await expect
    .poll(
      async () => (await api.database.query("select 1 from platform.kept_answer where tenant_id like '%gone'")).length,
    )
    .toBe(1)
  const waits = run(note, began + 999)
  const answer = await run(note, began + 1_000)
  expect((await waits).body).toBe(answer.body)
  expect(await count()).toBe(1)
})
