import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, account } from '../account.ts'
import { freePort, type Product, removeData, startProduct } from '../product.ts'
import { enter, newVisitor, pane, seen, useBrowser } from '../visitor.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'
import { startReceiver } from './testing/network.ts'

useBrowser()

/** A simulated sensor delivers its data five minutes after the pass. */
const DELIVERED_S = 360
/** The worker checks every ten seconds; on a busy machine it takes longer. */
const WORKED = { timeout: 90_000 }
const folder = mkdtempSync(join(tmpdir(), 'apsis-whole-life-'))
const clockFile = join(folder, 'clock')
let smtp: MailServer
let product: Product

/** This journey has its own product with a real mail server, in which it can move the time of requests without moving that of other journeys. */
beforeAll(async () => {
  smtp = await startMailServer({ user: 'apsis', password: 'correct horse' })
  const [password, ca] = [join(folder, 'password'), join(folder, 'ca')]
  writeFileSync(password, 'correct horse')
  writeFileSync(ca, smtp.cert)
  const mail = {
    APSIS_SMTP_URL: `smtp://apsis@localhost:${smtp.port}`,
    APSIS_SMTP_PASSWORD_FILE: password,
    APSIS_SMTP_CA_FILE: ca,
    APSIS_MAIL_FROM: 'apsis@operator.example',
  }
  const more = { ...mail, APSIS_REQUEST_CLOCK_FILE: clockFile }
  product = await startProduct({ port: await freePort(), dataDir: join(folder, 'data'), more })
})
afterAll(async () => {
  await product?.stop()
  smtp?.close()
  removeData(join(folder, 'data'))
  rmSync(folder, { recursive: true, force: true })
})

/** Prepares an account with the demo, its money, a webhook and a confirmed mail address, and with these statuses selected. */
async function somebody(who: Account, statuses: readonly string[]) {
  const page = await (await newVisitor({ reducedMotion: 'reduce' })).newPage()
  let bearer = ''
  // The last token that the page sends is valid, because the page renews it in time.
  page.on('request', (request) => {
    bearer = request.headers().authorization ?? bearer
  })
  await page.goto(`${product.address}/services`)
  await enter(page, who)
  await expect.poll(() => bearer).toMatch(/^Bearer /)
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${product.address}/api/v1/${path}`, {
      method,
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  await call('POST', 'ca/demo')
  await call('POST', 'payments/demo')
  const hook = await startReceiver()
  const address = `${who.username}@operator.example`
  const [none, webhook] = [{ url: [] }, { url: [hook.url] }]
  const notifications = { email: { addresses: [address] }, msteams: none, slack: none, webhook, statuses }
  await call('PUT', `userconfig/${who.id}`, { notifications })
  const mails = () =>
    smtp.mails
      .filter(({ to }) => to === `RCPT TO:<${address}>`)
      .map(({ data }) => data.replace(/=\r\n/g, '').replaceAll('=3D', '='))
  await expect.poll(() => mails().length, WORKED).toBe(1)
  const confirmation = decodeURIComponent(/confirm=([\w%.-]+)/.exec(mails()[0] ?? '')?.[1] ?? '')
  await call('POST', 'notifications/channels/confirmations', { token: confirmation })
  return {
    page,
    find: async (id: string) => {
      const [found] = await call<ObservationRequest[]>('GET', `odt/requests?observation-request-id=${id}`)
      if (found === undefined) throw new Error(`there is no request ${id}`)
      return found
    },
    /** Returns the subjects of the mails about observations. */
    subjects: () => mails().flatMap((mail) => /^Subject: .*(Observation .*?)\r?$/m.exec(mail)?.[1] ?? []),
    mails,
    /** Returns the statuses of a request that the webhook received. */
    told: (id: string) =>
      hook.came
        .map(({ body }) => JSON.parse(body).data)
        .filter(({ url, finding }) => finding?.code === 'observation-status' && url.includes(id))
        .map(({ finding }) => finding.values.status),
    signed: () => hook.came.every(({ headers }) => /^v1,/.test(String(headers['webhook-signature']))),
    close: () => hook.close(),
  }
}

/** Orders one pass of a radar, which sees through clouds, by the dialog; returns the id of the request. */
async function orderOn(page: Page): Promise<string> {
  await page.goto(`${product.address}/odt/observations?dialog=new-observation&satellite=90002`)
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  await seen(dialog)
  await dialog.getByRole('button', { name: 'Measurement' }).click()
  await page.getByRole('option', { name: /^Radar/ }).click()
  await seen(dialog.getByText(/^1 proposed: /))
  await dialog.getByRole('button', { name: /^Send request, €/ }).click()
  const sent = page.getByRole('dialog', { name: 'Request sent' })
  await sent.getByRole('link', { name: 'Open the request' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/odt\/observation\/[0-9a-f-]+\/$/)
  return new URL(page.url()).pathname.split('/')[3] ?? ''
}

test('a pass is ordered, observed, paid and read; a user who ticked COMPLETED_OK is notified by mail and webhook, and nobody else is', async () => {
  const told = await somebody(account('demo'), ['COMPLETED_OK'])
  const untold = await somebody(account('demo-other'), ['CANCELLED'])
  const { page } = told
  const id = await orderOn(page)
  const theirs = await orderOn(untold.page)
  await page.getByText('Approved').first().waitFor(WORKED)
  const planned = await told.find(id)
  expect(planned).toMatchObject({ status: 'APPROVED', providerId: 'simulator', captured: 0 })
  expect(planned.held).toBe(planned.price)
  expect(planned.price).toBeGreaterThan(0)
  await expect.poll(async () => (await untold.find(theirs)).status, WORKED).toBe('APPROVED')

  // The time of the requests is moved after both passes. Nobody touches the page.
  const passes = [...planned.passes, ...(await untold.find(theirs)).passes]
  const lastMs = Math.max(...passes.map(({ end }) => Date.parse(end)))
  writeFileSync(clockFile, String(Math.ceil((lastMs - Date.now()) / 1000) + DELIVERED_S))
  await page.getByText('Every pass has a result.').first().waitFor(WORKED)
  await seen(
    pane(page, 'Passes')
      .getByText(/charged/)
      .first(),
  )
  const done = await told.find(id)
  expect(done).toMatchObject({ status: 'COMPLETE', isEnded: true, held: 0, numberOfPassesCompleted: 1 })
  expect(done.captured).toBe(planned.price)

  // The page shows the report, and the file can be downloaded.
  await seen(pane(page, 'Residuals'))
  const verdict = page.getByRole('status').filter({ hasText: new RegExp(`Associated with .*${done.catalogueId}`) })
  await seen(verdict.first())
  await page.getByRole('button', { name: 'Download' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^TDM_KVN · NONE/ }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain('CCSDS_TDM_VERS')
  expect(file).toContain('COMMENT SIMULATED')
  expect(file).toMatch(new RegExp(`^PARTICIPANT_2\\s*= ${done.catalogueId}$`, 'm'))
  expect(download.suggestedFilename()).toMatch(/^SIMULATED-/)

  // One mail and one signed call report it; a person with other settings gets neither.
  await expect.poll(() => told.told(id), WORKED).toEqual(['COMPLETE'])
  await expect.poll(() => told.subjects(), WORKED).toEqual(['Observation complete'])
  expect(told.mails().at(-1)).toContain(`${product.address.replace(/\/$/, '')}/odt/observation/${id}/`)
  expect(told.signed()).toBe(true)
  await expect.poll(async () => (await untold.find(theirs)).status, WORKED).toBe('COMPLETE')
  expect([untold.told(theirs), untold.subjects()]).toEqual([[], []])

  // The ledger shows the price of the pass, with this request.
  await page.goto(`${product.address}/account/balance`)
  const amount = (done.captured / 100).toFixed(2)
  const captured = pane(page, 'Ledger')
    .getByRole('row')
    .filter({ has: page.getByText('Capture', { exact: true }) })
    .filter({ hasText: amount })
  await seen(captured.first())
  for (const one of [told, untold]) await one.close()
})
