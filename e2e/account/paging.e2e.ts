import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '../account.ts'
import { findings } from '../findings.ts'
import { unfolded } from '../unfolded.ts'
import { ADDRESS, newVisitor, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const WHO = account('demo-admin')
/** A user without an administrator's role. */
const USER = account('demo-other')
const KEY = 'R0123456789ABCDEF0123456789ABCDE'

/** The calls to the on-call system: action and key of the integration. */
const told: string[] = []
let server: Server
let url = ''
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { event_action, routing_key } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
    told.push(`${event_action} ${routing_key}`)
    response.writeHead(202).end('{"status":"success"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v2/enqueue`
})
afterAll(async () => {
  const headers = { Authorization: `Bearer ${await tokenOf(await visitAs(await newVisitor(), WHO, '/services'))}` }
  await fetch(`${ADDRESS}/api/v1/duty/paging`, { method: 'DELETE', headers })
  await new Promise((resolve) => server.close(resolve))
})

test('an on-call system is set, tested and shown with its answer; a wrong address is explained in words', async () => {
  const page = await visitAs(await newVisitor(), WHO, '/account/notifications')
  const system = await unfolded(page, 'On-call system')
  await system.getByRole('button', { name: 'Set on-call system' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address for events').fill('http://pager.example')
  await dialog.getByLabel('Key of the integration').fill(KEY)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByText('Not https'))
  await dialog.getByLabel('Address for events').fill(url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(system.getByText('Key …BCDE'))
  await system.getByRole('button', { name: 'Page a test' }).click()
  await seen(system.getByText('Delivered · 202'))
  await expect.poll(() => told).toEqual([`trigger ${KEY}`, `resolve ${KEY}`])
  const edit = async () => system.getByRole('button', { name: 'Change' }).click()
  await edit()
  await dialog.getByLabel('Signing secret of its webhook, optional').fill('secret of the subscription')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(system.getByText('An acknowledgement there counts here, by the address below.'))
  await edit()
  await dialog.getByText('Remove the signing secret').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(system.getByText(/An acknowledgement there does not count here/))
  expect(await findings(page)).toEqual([])
  expect(await page.content()).not.toContain(KEY)
})

test('a user who is no administrator reads the state of the bridge and of the on-call system, and can set neither', async () => {
  const page = await visitAs(await newVisitor(), USER, '/account/notifications')
  for (const name of ['On-call system', 'Telephone bridge'] as const) {
    const part = await unfolded(page, name)
    await seen(part.getByText('Your administrator sets this.'))
    expect(await part.getByRole('button', { name: /^Set / }).count()).toBe(0)
  }
})
