import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, newVisitor, restartAfterKill, seen, signedIn, signIn, tokenOf, useBrowser } from '../visitor.ts'

useBrowser({ fetchesAhead: true })

test('after kill -9 of every process the user is still signed in and all data are there', async () => {
  const who = account('demo-admin')
  const page = await signIn(await newVisitor(), who, '/account/notifications')
  const token = await tokenOf(page)
  const notices = async () => {
    const answer = await fetch(`${ADDRESS}/api/v1/notifications?limit=100`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return ((await answer.json()) as Notification[]).map(({ id }) => id)
  }
  // Notifications from other journeys of this organisation may be newer than its welcome.
  const before = (await notices()).slice(0, 20)
  expect(before.length).toBeGreaterThan(0)
  const saved = await fetch(`${ADDRESS}/api/v1/userconfig/${who.id}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      notifications: {
        email: { addresses: ['kept@operator.example'] },
        msteams: { url: [] },
        slack: { url: [] },
        webhook: { url: [] },
        statuses: ['PENDING'],
      },
    }),
  })
  expect(saved.status).toBe(200)

  await restartAfterKill()

  // The old token is still valid: keys and sessions were stored.
  const headers = { Authorization: `Bearer ${token}` }
  const kept = async () => (await fetch(`${ADDRESS}/api/v1/userconfig/${who.id}`, { headers })).status
  // On a busy machine a server that has just started answers 503, so the call is repeated.
  await expect.poll(kept).toBe(200)
  await page.reload()
  await seen(signedIn(page, who))
  const values = () => page.getByRole('textbox').evaluateAll((all) => all.map((one) => Reflect.get(one, 'value')))
  await expect.poll(values).toContain('kept@operator.example')
  expect(await notices()).toEqual(expect.arrayContaining(before))
})

test('a page that was open when everything was killed finds its way back by itself', async () => {
  const demo = account('demo')
  const page = await signIn(await newVisitor(), demo)
  const upToDate = page.getByRole('contentinfo').getByText('Up to date')
  await seen(upToDate)
  await page.waitForLoadState('load')
  let reloads = 0
  page.on('load', () => {
    reloads += 1
  })
  // The page shows this text if it first notices the loss of the event stream, and also if it first notices the loss of the server.
  const lost = upToDate.waitFor({ state: 'hidden' })
  const restarted = restartAfterKill()
  await lost
  await restarted
  await seen(signedIn(page, demo))
  await seen(upToDate)
  expect(reloads).toBe(0)
})
