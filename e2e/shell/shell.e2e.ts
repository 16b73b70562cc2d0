import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, newVisitor, pane, seen, signIn, useBrowser, visit } from '../visitor.ts'

useBrowser()

test('an unknown address says that there is no such page, and leads back', async () => {
  const visitor = await newVisitor()
  await signIn(visitor, account('demo'))
  const page = await visit(visitor, '/no/such/page')
  await seen(page.getByRole('heading', { name: 'Page not found' }))
  expect(await page.title()).toBe('Page not found · Apsis')
  await page.getByRole('main').getByRole('link').click()
  await seen(pane(page, 'Signed in'))
  expect(page.url()).toBe(`${ADDRESS}/`)
})

test('the page names every service with its level in words', async () => {
  const page = await signIn(await newVisitor(), account('demo'))
  const table = pane(page, 'Services').getByRole('table')
  await seen(table)
  const names = await table.getByRole('rowheader').allInnerTexts()
  expect(names).toEqual(expect.arrayContaining(['Collision avoidance', 'On-demand tracking', 'Payments']))
  const levels = await table.getByRole('cell', { name: /^(Inactive|Pending|Normal|Caution|Serious|Critical)$/ }).count()
  expect(levels).toBe(names.length)
})

test('the theme follows the system until it is switched, and the choice stays', async () => {
  const page = await signIn(await newVisitor({ colorScheme: 'light' }), account('demo'))
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Switch theme' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  await seen(pane(page, 'Signed in'))
  expect(await background()).toBe(dark)
})

test('on a phone everything is in one column and nothing runs off the side', async () => {
  const page = await signIn(await newVisitor({ viewport: { width: 390, height: 844 } }), account('demo'))
  const lefts: number[] = []
  for (const name of ['Notifications', 'Services', 'Signed in', 'Notification settings']) {
    const box = await (await seen(pane(page, name))).boundingBox()
    lefts.push(box?.x ?? -1)
    expect(box?.width).toBe(390)
  }
  expect(lefts).toEqual([0, 0, 0, 0])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the keyboard alone reaches the content, the notifications and the way out', async () => {
  const page = await signIn(await newVisitor(), account('demo'))
  await seen(pane(page, 'Notifications').getByRole('listitem').first())
  const reached: string[] = []
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      ),
    )
  }
  expect(reached[0]).toBe('Skip to content')
  expect(reached).toEqual(
    expect.arrayContaining(['Apsis, home', 'Switch theme', expect.stringMatching(/^Notifications, /), 'Log out']),
  )
})

test('a service that cannot be read is said in its own pane, and tried again', async () => {
  const visitor = await newVisitor()
  await signIn(visitor, account('demo'))
  const page = await visitor.newPage()
  await page.route('**/api/v1/status', (route) => route.abort())
  await page.goto(`${ADDRESS}/`)
  const services = pane(page, 'Services')
  await seen(services.getByText('The status of the services could not be read (404).'))
  await seen(page.getByRole('contentinfo').getByText('Not up to date'))
  expect(await pane(page, 'Signed in').getByText('Kim Weber').isVisible()).toBe(true)
  await page.unroute('**/api/v1/status')
  await services.getByRole('button', { name: 'Try again' }).click()
  await seen(services.getByRole('table'))
  await seen(page.getByRole('contentinfo').getByText('Up to date', { exact: true }))
})
