import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, newVisitor, pane, seen, signIn, tokenOf, useBrowser } from '../visitor.ts'

useBrowser()

const settings = {
  notifications: {
    email: { addresses: ['flight@operator.example'] },
    msteams: { url: [] },
    slack: { url: [] },
    webhook: { url: ['https://hooks.operator.example/apsis'] },
    statuses: ['COMPLETED_OK', 'IN_PROGRESS'],
  },
}

function save(token: string, subject: string, body: unknown): Promise<Response> {
  return fetch(`${ADDRESS}/api/v1/userconfig/${subject}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

test('settings saved with the page’s token appear on the open page by themselves', async () => {
  const who = account('demo-tracking')
  const page = await signIn(await newVisitor(), who)
  const token = await tokenOf(page)
  const own = pane(page, 'Notification settings')
  await seen(own.getByText('Nobody is told yet: no channel has a target.'))
  const response = await save(token, who.id, settings)
  expect(response.status).toBe(200)
  await seen(own.getByText('flight@operator.example'))
  await seen(own.getByText('You get e-mail and webhook for Complete and In Progress tracking requests.'))
})

test('settings of somebody else answer like an unknown address', async () => {
  const token = await tokenOf(await signIn(await newVisitor(), account('demo-tracking')))
  const foreign = await save(token, account('demo-other').id, settings)
  const unknown = await save(token, '00000000-0000-4000-8000-000000000000', settings)
  expect([foreign.status, unknown.status]).toEqual([404, 404])
})
