import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { newVisitor, pane, seen, signIn, useBrowser, visit } from '../visitor.ts'

useBrowser()

test('a notification moves forward, live in every tab: new, unread, read, hidden', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await signIn(visitor, account('demo-guest'))
  const list = pane(page, 'Notifications')
  const welcome = list.getByRole('listitem').filter({ hasText: 'Welcome' })
  await seen(page.getByRole('link', { name: 'Notifications, 1 unread' }))
  // New for twelve seconds; another journey with this account may have used up some of them.
  await seen(welcome.getByText(/^(New|Unread)$/))
  await page.clock.fastForward('00:02')
  await page.clock.fastForward('00:13')
  await seen(welcome.getByText('Unread', { exact: true }))

  const other = await visit(visitor)
  const elsewhere = pane(other, 'Notifications').getByRole('listitem').filter({ hasText: 'Welcome' })
  await seen(elsewhere.getByText('Unread', { exact: true }))
  await welcome.getByRole('button', { name: /^Mark read/ }).click()
  await seen(welcome.getByText('Read', { exact: true }))
  await seen(elsewhere.getByText('Read', { exact: true }))
  expect(await welcome.getByRole('button', { name: /^Mark read/ }).count()).toBe(0)
  await seen(page.getByRole('link', { name: 'Notifications, 0 unread' }))

  await welcome.getByRole('button', { name: /^Hide/ }).click()
  await seen(list.getByText('No notifications'))
  await seen(pane(other, 'Notifications').getByText('No notifications'))
  await page.reload()
  await seen(list.getByText('No notifications'))
})

test('seven tabs share one event stream, and another takes over when the one that holds it is closed', async () => {
  const visitor = await newVisitor()
  const tabs = [await signIn(visitor, account('demo-other'))]
  // More than the six connections that a browser opens to one server.
  while (tabs.length < 7) tabs.push(await visit(visitor))
  const welcomes = tabs.map((tab) => pane(tab, 'Notifications').getByRole('listitem').filter({ hasText: 'Welcome' }))
  for (const welcome of welcomes) await seen(welcome)
  await welcomes[1]!.getByRole('button', { name: /^Mark read/ }).click()
  for (const welcome of welcomes) await seen(welcome.getByText('Read', { exact: true }))

  await tabs[0]!.close()
  await welcomes[1]!.getByRole('button', { name: /^Hide/ }).click()
  for (const tab of tabs.slice(1)) await seen(pane(tab, 'Notifications').getByText('No notifications'))
  const live = await Promise.all(tabs.slice(1).map((tab) => tab.getByText('No live updates').count()))
  expect(live).toEqual([0, 0, 0, 0, 0, 0])
})

test('a move that cannot be saved is undone on the screen, and said', async () => {
  const page = await signIn(await newVisitor(), account('demo-test'))
  const list = pane(page, 'Notifications')
  const welcome = list.getByRole('listitem').filter({ hasText: 'Welcome' })
  await seen(welcome)
  await page.route('**/api/v1/notifications', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await welcome.getByRole('button', { name: /^Hide/ }).click()
  await seen(list.getByText('Not saved (404): The server could not be reached.'))
  expect(await (await seen(welcome)).isVisible()).toBe(true)
})
