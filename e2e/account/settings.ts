import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Account } from '../account.ts'
import { ADDRESS, newVisitor, pane, seen, tokenOf, visitAs } from '../visitor.ts'
import { NOTHING, SECTIONS, type Service, type StoredSettings, saveButton } from './stored-settings.ts'

/** A person on the settings page, and a program of this person that uses the API at the same time. */
export type Operator = {
  readonly page: Page
  readonly token: string
  /** Returns the section of a service. */
  section(service: Service): Locator
  /** Saves settings by the API, and replaces those that are stored. */
  store(service: Service, settings: StoredSettings): Promise<void>
  stored(service: Service): Promise<StoredSettings>
}

/** Opens the settings page after the API has stored settings; after the journey, these settings are removed. */
export async function openSettings(
  who: Account,
  before: Partial<Record<Service, StoredSettings>> = {},
  options: BrowserContextOptions = {},
): Promise<Operator> {
  const page = await visitAs(await newVisitor(options), who, '/account/profile')
  const token = await tokenOf(page)
  const operator: Operator = {
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
    if (settings) await operator.store(service, settings)
  }
  onTestFinished(async () => {
    for (const service of ['ca', 'odt'] as const) await operator.store(service, NOTHING)
  })
  await page.getByRole('main').getByRole('tab', { name: 'Notifications' }).click()
  const [first] = Object.keys(before)
  if (first) await seen(saveButton(operator.section(first as Service)))
  return operator
}

function addressOf(service: Service, subject: string): string {
  return service === 'ca' ? `${ADDRESS}/api/v1/ca/userconfig` : `${ADDRESS}/api/v1/userconfig/${subject}`
}
