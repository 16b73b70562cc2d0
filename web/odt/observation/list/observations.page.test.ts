import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { findings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, beginsWith, go, page as open, seen } from '../../../testing/page.ts'
import { person } from '../../../testing/person.ts'
import { world } from '../../../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const PATH = '/odt/observations'

const grid = (page: Page) => page.getByRole('grid', { name: 'Requests for observations' })
const search = (page: Page) => new URL(page.url()).search

async function call<T>(request: string, body?: unknown): Promise<T> {
  const api = await apiOf(world.fleet)
  const answer = await api.call(person(WHO), request, body === undefined ? {} : { body: JSON.stringify(body) })
  expect(answer.ok, `${request}: ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}

/** Returns a request of the demo that has passes. */
async function planned(): Promise<ObservationRequest> {
  const all = await call<ObservationRequest[]>('GET /api/v1/odt/requests?limit=1000')
  const found = all.find(({ passes }) => passes.length > 0)
  if (found === undefined) throw new Error('No request of the demo has a pass.')
  return found
}

test('the list receives a new request and its cancellation without reading again', async () => {
  const page = await open(world.fleet, WHO, PATH)
  await seen(page.getByText('Own tracks').first())
  await seen(grid(page))
  const listed = (status: string) =>
    grid(page).getByRole('row').filter({ hasText: 'SAT-1' }).filter({ hasText: status })
  const [before, cancelledBefore] = [await listed('Pending').count(), await listed('Cancelled').count()]
  const body = { catalogueId: 90_001, measurementType: 'RADAR', numberOfPassesRequested: 2 }
  const { observationRequestId: id } = await call<ObservationRequest>('POST /api/v1/odt/requests', body)
  await expect.poll(() => listed('Pending').count()).toBe(before + 1)

  await go(page, `/odt/observation/${id}`)
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/odt/observation/${id}/`)
  await seen(page.getByText('No file yet.'))
  await go(page, PATH)
  await call(`DELETE /api/v1/odt/requests?observation-request-id=${id}`)
  await expect.poll(() => listed('Cancelled').count()).toBe(cancelledBefore + 1)
  await go(page, `${PATH}?status=CANCELLED`)
  await seen(grid(page).getByText('Cancelled').first())
})

test('the dates filter requests by when they were made and by when they have a pass, and the address follows', async () => {
  const page = await open(world.fleet, WHO, PATH)
  const { passes, objectName } = await planned()
  const day = passes[0]?.start.slice(0, 10) ?? ''
  await page.getByRole('button', { name: 'Dates all' }).click()
  const dates = page.getByRole('dialog', { name: 'Dates' })
  await dates.getByRole('button', { name: 'Pass', exact: true }).click()
  await dates.getByLabel('From').fill('someday')
  await page.keyboard.press('Enter')
  await seen(dates.getByText('No such date.'))
  expect(await findings(page)).toEqual([])
  await dates.getByLabel('From').fill(day)
  await dates.getByLabel('To').fill(day)
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page)).toBe(`?dates=pass&from=${day}&to=${day}`)
  await seen(page.getByRole('button', { name: `Passes ${day} – ${day}` }))
  await seen(grid(page).getByText(objectName).first())
  await go(page, `${PATH}?to=2001-01-01`)
  await seen(page.getByText(/^0 of \d+ requests match$/))
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => search(page)).toBe('')
  await go(page, `${PATH}?q=nothing+of+this+name`)
  await seen(page.getByText(/^0 of \d+ requests match$/))
})

test('a list that cannot be read keeps its filters, so the user can change the requested dates back', async () => {
  const page = await open(world.fleet, WHO, '/services')
  const { passes, objectName } = await planned()
  const day = passes[0]?.start.slice(0, 10) ?? ''
  await page.route('**/api/v1/odt/requests?**', (route) => route.abort())
  await go(page, `${PATH}?from=${day}`)
  await seen(page.getByText('The requests could not be read').first())
  await page.getByRole('button', { name: `Dates ${day} –` }).click()
  await page.unroute('**/api/v1/odt/requests?**')
  await page.getByRole('dialog', { name: 'Dates' }).getByRole('button', { name: 'All dates' }).click()
  await expect.poll(() => search(page)).toBe('')
  await seen(grid(page).getByText(objectName).first())
})
