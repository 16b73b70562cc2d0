import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { asOperator } from '../../testing/ca-operator.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { listLastOriginals } from './message.repository.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('the newest originals of an event are returned oldest first, up to a count and 16 MiB, and always include the newest', async () => {
  const operator = asOperator(api, 'originals')
  const days = [1, 2, 3, 4]
  await operator.take(
    ...days.map((day) => cdmText({ messageId: `day ${day}`, createdAt: `2029-12-0${day}T00:00:00.000` })),
  )
  const [event] = await operator.events()
  const names = new Map(
    (await api.database.query<{ id: string; message_id: string }>('select id, message_id from ca.cdm')).map((row) => [
      row.id,
      row.message_id,
    ]),
  )
  const listed = (most: number, isOfProviders = false) =>
    api.api.platform.db.tenant('organisation:originals', async (tx) => {
      const found = await listLastOriginals(tx, { conjunctionId: event!.conjunctionId, most, isOfProviders })
      return found.map(({ id }) => names.get(id))
    })
  expect(await listed(10)).toEqual(['day 1', 'day 2', 'day 3', 'day 4'])
  expect(await listed(2)).toEqual(['day 3', 'day 4'])
  await api.database.query("update ca.cdm set source = 'tracking' where message_id = 'day 4'")
  expect(await listed(2, true)).toEqual(['day 2', 'day 3'])
  const fill = (mebibytes: number, name: string) =>
    api.database.query(`update ca.cdm set original = convert_to(repeat('x', $1), 'UTF8') where message_id = $2`, [
      mebibytes * 1024 ** 2,
      name,
    ])
  await fill(10, 'day 2')
  await fill(7, 'day 3')
  expect(await listed(10)).toEqual(['day 3', 'day 4'])
  await fill(17, 'day 4')
  expect(await listed(10)).toEqual(['day 4'])
})
