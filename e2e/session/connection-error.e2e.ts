import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, enter, newVisitor, pane, seen, signedIn, signIn, startOf, useBrowser, visit } from '../visitor.ts'

useBrowser({ fetchesAhead: true })

const demo = account('demo')

const TEXT =
  'Failed to connect to the authentication provider, please try again later. If the issue persists, please contact support.'

test('if the provider cannot be reached, the page says so, tries again by itself and then goes Home', async () => {
  const visitor = await newVisitor()
  const page = await signIn(visitor, demo)
  await page.route('**/auth/**', (route) => route.abort())
  await page.reload()
  await seen(page.getByText(TEXT))
  expect(new URL(page.url()).pathname).toBe('/connection-error')
  const checks = page.getByRole('list', { name: /^Checks/ }).getByRole('listitem')
  expect(await checks.allInnerTexts()).toEqual([
    expect.stringMatching(/This site\s+Answers/),
    expect.stringMatching(/Identity provider\s+Does not answer/),
    expect.stringMatching(/API\s+Answers/),
  ])
  await seen(page.getByText(/^Next try in/))
  await page.unroute('**/auth/**')
  await seen(signedIn(page, demo))
  await expect.poll(() => page.url()).toBe(startOf(demo))
})

test('a user who was about to sign in goes on to the sign-in page once the provider is back', async () => {
  const visitor = await newVisitor()
  await visitor.route('**/auth/**', (route) => route.abort())
  const page = await visit(visitor)
  await seen(page.getByText(TEXT))
  await visitor.unroute('**/auth/**')
  await enter(page, demo)
  await seen(signedIn(page, demo))
  await expect.poll(() => page.url()).toBe(startOf(demo))
})

test('a session that is lost with its provider waits for it without a reload', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await signIn(visitor, demo, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await page.waitForLoadState('load')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route('**/auth/**', (route) => route.abort())
  // The token has expired, and the next call cannot get a new one.
  await page.clock.fastForward('05:05')
  await seen(page.getByText(TEXT))
  await page.unroute('**/auth/**')
  await seen(signedIn(page, demo))
  await seen(page.getByRole('contentinfo').getByText('Up to date'))
  expect(loads).toBe(0)
})

test('"Try now" does not wait for the next try', async () => {
  const visitor = await newVisitor()
  await signIn(visitor, demo)
  const page = await visitor.newPage()
  await page.clock.install()
  // The page's clock is stopped from the start, so only the button can cause the next try.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/auth/**', (route) => route.abort())
  await page.goto(`${ADDRESS}/`)
  await seen(page.getByText(TEXT))
  await page.unroute('**/auth/**')
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.clock.resume()
  await seen(signedIn(page, demo))
  await expect.poll(() => page.url()).toBe(startOf(demo))
})

test('the address itself leads Home if a session exists, and offers Login if none does', async () => {
  const visitor = await newVisitor()
  const stranger = await visit(visitor, '/connection-error')
  await seen(stranger.getByRole('main').getByRole('button', { name: 'Login' }))
  await signIn(visitor, demo)
  const page = await visit(visitor, '/connection-error')
  await seen(signedIn(page, demo))
  await expect.poll(() => page.url()).toBe(startOf(demo))
})
