import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test } from 'vitest'
import { openSettings } from '../account/settings.ts'
import { NOTHING } from '../account/stored-settings.ts'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { unfolded } from '../unfolded.ts'
import { ADDRESS, pane, seen, useBrowser } from '../visitor.ts'
import { giveMoney } from './testing/money.ts'
import { startReceiver } from './testing/network.ts'

useBrowser()

const who = account('demo')
leavesNothing(who)
hasFleet(who)
const MAIL = 'tracking-desk@operator.example'
/** A delivery is sent within seconds; on a busy machine it takes longer. */
const SENT = { timeout: 60_000 }

/** A notification as a webhook receives it. */
type WebhookNotice = {
  readonly type: string
  readonly data: {
    readonly url: string
    readonly finding?: { readonly code: string; readonly values: { readonly status?: string } }
  }
}

test('each status that is ticked is sent by webhook and by mail, and both link to the request', async () => {
  const receiver = await startReceiver()
  const statuses = ['PENDING', 'CANCELLED']
  const settings = { ...NOTHING, email: { addresses: [MAIL] }, webhook: { url: [receiver.url] }, statuses }
  const { page, store } = await openSettings(who, { odt: settings })
  const mailbox = await unfolded(page, 'Mailbox, simulated')
  const mails = mailbox.getByRole('group').filter({ hasText: MAIL })
  await mails.first().locator('summary').click()
  await mails
    .first()
    .getByRole('link', { name: /confirm=/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirm an address' })
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await seen(dialog.getByText(`${MAIL} is confirmed.`))

  const call = await callerOf(page)
  await giveMoney(call)
  const wish = { catalogueId: 90_002, measurementType: 'RADAR', numberOfPassesRequested: 1 }
  const { observationRequestId: id } = await call<ObservationRequest>('POST', '../odt/requests', wish)
  const told = () =>
    receiver.came
      .map(({ body }) => (JSON.parse(body) as WebhookNotice).data)
      .filter(({ url, finding }) => finding?.code === 'observation-status' && url.includes(id))
  const statusesTold = () => told().map(({ finding }) => finding?.values.status)
  await expect.poll(statusesTold, SENT).toEqual(['PENDING'])
  await page.goto(`${ADDRESS}/odt/observation/${id}`)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await seen(pane(page, 'Passes').getByText(/given back/))
  await expect.poll(statusesTold, SENT).toEqual(['PENDING', 'CANCELLED'])
  for (const { url } of told()) expect(url).toBe(`${ADDRESS}/odt/observation/${id}/`)
  for (const { headers } of receiver.came) expect(headers['webhook-signature']).toMatch(/^v1,/)

  await page.goto(`${ADDRESS}/account/profile`)
  await page.getByRole('main').getByRole('tab', { name: 'Notifications' }).click()
  await unfolded(page, 'Mailbox, simulated')
  for (const subject of ['Observation requested', 'Observation cancelled'])
    await expect.poll(() => mails.filter({ hasText: subject }).count(), SENT).toBeGreaterThan(0)
  await store('odt', NOTHING)
  await receiver.close()
})
