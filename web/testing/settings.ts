import { NOTHING, SECTIONS, type Service, type StoredSettings, saveButton } from '@apsis/e2e/account/stored-settings.ts'
import type { TestPerson } from '@apsis/server/platform/testing/test-issuer.ts'
import type { Locator, Page, Route } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { apiOf, page as open, pane, seen } from './page.ts'
import { person } from './person.ts'
import { world } from './world.ts'

/** A user on the settings page, and a program of this user that calls the API in addition to the page. */
export type SettingsPage = {
  readonly page: Page
  /** The section of a service. */
  section(service: Service): Locator
  /** Saves through the API, whatever is stored. */
  store(service: Service, settings: StoredSettings): Promise<void>
  stored(service: Service): Promise<StoredSettings>
}

/** Opens the settings page after the API has stored settings; after the test they are removed for the next one. */
export async function openSettings(
  username: string,
  before: Partial<Record<Service, StoredSettings>> = {},
  wishes: Parameters<typeof open>[3] = {},
): Promise<SettingsPage> {
  const api = await apiOf(world.nothing)
  const who = person(username)
  const address = (service: Service) => addressOf(service, who)
  const store: SettingsPage['store'] = async (service, settings) => {
    const body = service === 'ca' ? { notifications: { default: settings } } : { notifications: settings }
    const answer = await api.call(who, `PUT ${address(service)}`, { body: JSON.stringify(body) })
    expect(answer.status, await answer.text()).toBe(200)
  }
  for (const service of ['ca', 'odt'] as const) if (before[service]) await store(service, before[service])
  onTestFinished(async () => {
    for (const service of ['ca', 'odt'] as const) await store(service, NOTHING)
  })
  const page = await open(world.nothing, username, '/account/notifications', wishes)
  const settings: SettingsPage = {
    page,
    section: (service) => pane(page, SECTIONS[service]),
    store,
    stored: async (service) => {
      const { notifications } = await (await api.call(who, `GET ${address(service)}`)).json()
      return service === 'ca' ? notifications.default : notifications
    },
  }
  const [first] = Object.keys(before)
  if (first) await seen(saveButton(settings.section(first as Service)))
  return settings
}

const addressOf = (service: Service, { subject }: TestPerson) =>
  service === 'ca' ? '/api/v1/ca/userconfig' : `/api/v1/userconfig/${subject}`

/** Returns the tab of the settings; its name shows where values are unsaved. */
export function tab(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('tab', { name })
}

/** Makes `answer` handle each save of the page, until the returned function is called. */
export async function onSave(page: Page, answer: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  const address = /\/api\/v1\/(ca\/)?userconfig/
  await page.route(address, (route) => (route.request().method() === 'PUT' ? answer(route) : route.fallback()))
  return () => page.unroute(address)
}

/** Returns a problem document with a request id, like our server's. */
export function refusal(status: number, title: string, message: string) {
  const problem = { type: '/problems/unavailable', title, status, detail: message, instance: '/problems/instances/1' }
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ ...problem, error: title, message, requestId: 'c7f3-91ab' }),
  }
}
