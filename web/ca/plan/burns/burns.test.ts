import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../../api/queries.ts'
import { openSession } from '../../../session/session.ts'
import { comeBack, openSite, type Site, sendJson } from '../../../session/testing/site.ts'
import { openBrowser } from '../../../ui/testing/browser.ts'
import { burnsQuery, plansOf } from './burns.ts'

const DAY_MS = 86_400_000

let site: Site
beforeAll(async () => {
  site = await openSite()
  comeBack(openBrowser(site.origin), site)
  await openSession()
})
afterAll(() => site.close())

test('burns of all satellites are read from one day ago on, and those of one satellite from a quarter of a year ago', async () => {
  site.does.api = (_call, response) => sendJson(response, [])
  const asked = async (satelliteId?: string) => {
    site.calls.length = 0
    await queryClient.fetchQuery(burnsQuery(satelliteId))
    const { searchParams } = new URL(site.calls[0]?.url ?? '', site.origin)
    return searchParams
  }
  const daysBack = (query: URLSearchParams) => (Date.now() - Date.parse(query.get('ignition-after') ?? '')) / DAY_MS
  const [all, one] = [await asked(), await asked('some-satellite')]
  expect([all.get('satellite-id'), one.get('satellite-id')]).toEqual([null, 'some-satellite'])
  expect(daysBack(all)).toBeCloseTo(1, 2)
  expect(daysBack(one)).toBeCloseTo(92, 2)
})

test('burns of a removed satellite are left out unless they still have to be revoked, and none is left out before the satellites are known', () => {
  const plans = [
    { satelliteId: 'a', name: 'first', state: 'DRAFT' },
    { satelliteId: 'removed', name: 'second', state: 'SCREENED' },
    { satelliteId: 'b', name: 'third', state: 'EXPORTED' },
    { satelliteId: 'removed', name: 'fourth', state: 'EXPORTED' },
    { satelliteId: 'removed', name: 'fifth', state: 'APPROVED' },
    { satelliteId: 'removed', name: 'sixth', state: 'ABORTED' },
  ] as const
  const fleet = [{ satelliteId: 'b' }, { satelliteId: 'a' }]
  expect(plansOf(fleet, plans).map(({ name }) => name)).toEqual(['first', 'third', 'fourth', 'fifth'])
  expect(plansOf([], plans).map(({ name }) => name)).toEqual(['third', 'fourth', 'fifth'])
  // The existing satellites are unknown, so no burn is hidden.
  expect(plansOf(undefined, plans)).toEqual(plans)
})
