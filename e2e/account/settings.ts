import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Account } from '../account.ts'
import { ADDRESS, newVisitor, pane, seen, tokenOf, visitAs } from '../visitor.ts'

export type Service = 'ca' | 'odt'
const SECTIONS = { ca: 'Collision avoidance', odt: 'On-demand tracking' } as const

/** Settings as the API stores them. */
export type Stored = {
  readonly email: { readonly addresses: readonly string[]; readonly enabled?: boolean }
  readonly msteams: { readonly url: readonly string[]; readonly enabled?: boolean }
  readonly slack: { readonly url: readonly string[]; readonly enabled?: boolean }
  readonly webhook: { readonly url: readonly string[]; readonly enabled?: boolean }
  readonly statuses: readonly string[]
}

export const NOTHING: Stored = {
  email: { addresses: [] },
  msteams: { url: [] },
  slack: { url: [] },
  webhook: { url: [] },
  statuses: ['COMPLETED_OK', 'CANCELLED'],
}

/** Somebody at the settings, and a program of theirs that uses the API beside the page. */
export type Desk = {
  readonly page: Page
  readonly token: string
  /** The section of a service. */
  section(service: Service): Locator
  /** Saves by the API, whatever is stored. */
  store(service: Service, settings: Stored): Promise<void>
  stored(service: Service): Promise<Stored>
}

/** Opens the settings over what the API was told to store; after the journey nothing of it is left for the next. */
export async function openSettings(
  who: Account,
  before: Partial<Record<Service, Stored>> = {},
  options: BrowserContextOptions = {},
): Promise<Desk> {
  const page = await visitAs(await newVisitor(options), who, '/account/profile')
  const token = await tokenOf(page)
  const desk: Desk = {
    page,
    token,
    section: (service) => pane(page, SECTIONS[service]),
    store: async (service, settings) => {
      const body = service === 'ca' ? { notifications: { default: settings } } : { notifications: settings }
      const response = await fetch(addressOf(service, who.id), {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status, await response.text()).toBe(200)
    },
    stored: async (service) => {
      const headers = { Authorization: `Bearer ${token}` }
      const { notifications } = await (await fetch(addressOf(service, who.id), { headers })).json()
      return service === 'ca' ? notifications.default : notifications
    },
  }
  for (const service of ['ca', 'odt'] as const) {
    const settings = before[service]
    if (settings) await desk.store(service, settings)
  }
  onTestFinished(async () => {
    for (const service of ['ca', 'odt'] as const) await desk.store(service, NOTHING)
  })
  await page.getByRole('main').getByRole('tab', { name: 'Notifications' }).click()
  const [first] = Object.keys(before)
  if (first) await seen(saveButton(desk.section(first as Service)))
  return desk
}

export function saveButton(section: Locator): Locator {
  return section.getByRole('button', { name: 'Save changes', exact: true })
}

/** The tab of the settings; its name says where something is unsaved. */
export function tab(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('tab', { name })
}

/** A code stands before the title of what failed (spec §8): `503 Service Unavailable`. */
const FAILURE = /\b[45]\d\d [A-Z]/

/** Failures that just popped up; what else is told meanwhile comes from the work of other journeys. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'New notifications' }).getByRole('listitem').filter({ hasText: FAILURE })
}

/** Lets `answer` deal with each save of the page, until the returned function is called. */
export async function onSave(page: Page, answer: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  const address = /\/api\/v1\/(ca\/)?userconfig/
  await page.route(address, (route) => (route.request().method() === 'PUT' ? answer(route) : route.fallback()))
  return () => page.unroute(address)
}

/** A problem document with a request id, as our server answers it. */
export function refusal(status: number, title: string, message: string) {
  const problem = { type: '/problems/unavailable', title, status, detail: message, instance: '/problems/instances/1' }
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ ...problem, error: title, message, requestId: 'c7f3-91ab' }),
  }
}

function addressOf(service: Service, subject: string): string {
  return service === 'ca' ? `${ADDRESS}/api/v1/ca/userconfig` : `${ADDRESS}/api/v1/userconfig/${subject}`
}
