import { Problem } from '@apsis/contract/errors.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../api/queries.ts'
import { openSession } from '../../session/session.ts'
import { comeBack, openSite, type Site, sendJson } from '../../session/testing/site.ts'
import { openBrowser } from '../../ui/testing/browser.ts'
import { ephemeridesQuery } from '../satellite/ephemerides-query.ts'
import { aheadQuery, cdmsQuery, conjunctionQuery, conjunctionsQuery, operatorQuery, pastQuery } from './queries.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const DAY_MS = 86_400_000

let site: Site
beforeAll(async () => {
  site = await openSite()
  comeBack(openBrowser(site.origin), site)
  await openSession()
})
afterEach(() => {
  queryClient.clear()
  site.calls.length = 0
  site.does.api = (_call, response) => sendJson(response, [])
})
afterAll(() => site.close())

/** Returns the parameters of the one call that a read makes. */
async function asked(read: () => Promise<unknown>): Promise<Record<string, string>> {
  site.does.api = (_call, response) => sendJson(response, [])
  await read()
  expect(site.calls).toHaveLength(1)
  const { searchParams } = new URL(site.calls[0]?.url ?? '', site.origin)
  site.calls.length = 0
  return Object.fromEntries(searchParams)
}
/** Returns the number of days since a time. */
const daysAgo = (time: string | undefined) => (Date.now() - Date.parse(time ?? '')) / DAY_MS

test('events of one satellite and of all satellites are read under separate keys', async () => {
  const of = (satellite?: string) => asked(() => queryClient.fetchQuery(conjunctionsQuery(satellite)))
  expect(await of()).toEqual({ limit: '10000', page: '1' })
  expect(await of(ID)).toEqual({ limit: '10000', page: '1', 'satellite-id': ID })
  expect([conjunctionsQuery().queryKey.at(-1), conjunctionsQuery(ID).queryKey.at(-1)]).toEqual(['all', ID])
})

test('future events are read from a day ago on, and past events up to now: for a number of days, or all that are stored', async () => {
  const ahead = await asked(() => queryClient.fetchQuery(aheadQuery()))
  expect(daysAgo(ahead['tca-after'])).toBeCloseTo(1, 3)
  expect(ahead).not.toHaveProperty('tca-before')
  for (const days of [1, 7]) {
    const past = await asked(() => queryClient.fetchQuery(pastQuery(days)))
    expect(daysAgo(past['tca-before'])).toBeCloseTo(0, 3)
    expect(daysAgo(past['tca-after'])).toBeCloseTo(days, 3)
  }
  expect(await asked(() => queryClient.fetchQuery(pastQuery(0)))).not.toHaveProperty('tca-after')
})

test('an unknown event is null', async () => {
  expect(await asked(() => queryClient.fetchQuery(conjunctionQuery(ID)))).toEqual({ 'conjunction-id': ID })
  expect(queryClient.getQueryData(conjunctionQuery(ID).queryKey)).toBeNull()
})

test('messages of an event are read, and ephemerides of one satellite or of all', async () => {
  expect(await asked(() => queryClient.fetchQuery(cdmsQuery(ID)))).toEqual({
    'conjunction-id': ID,
    limit: '1000',
    page: '1',
  })
  const of = (satellite?: string) => asked(() => queryClient.fetchQuery(ephemeridesQuery(satellite)))
  expect(await of()).toEqual({ limit: '1000', page: '1' })
  expect(await of(ID)).toEqual({ limit: '1000', page: '1', 'satellite-id': ID })
  expect([ephemeridesQuery().queryKey.at(-1), ephemeridesQuery(ID).queryKey.at(-1)]).toEqual(['all', ID])
})

test('an unknown operator of an object is not a failure; any other error is one', async () => {
  const answer = (status: number, type: string) => {
    site.does.api = (_call, response) => {
      response.writeHead(status, { 'content-type': 'application/problem+json' })
      response.end(
        JSON.stringify({ ...Object([Problem.meta()?.examples].flat()[0]), type: `/problems/${type}`, status }),
      )
    }
  }
  site.does.api = (_call, response) => sendJson(response, null)
  expect(await queryClient.fetchQuery(operatorQuery(1))).toBeNull()
  answer(403, 'forbidden')
  await expect(queryClient.fetchQuery(operatorQuery(2))).rejects.toMatchObject({ status: 403 })
})
