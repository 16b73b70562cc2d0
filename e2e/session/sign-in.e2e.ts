import { expect, test } from 'vitest'
import { ACCOUNTS, account, organisationOf } from '../account.ts'
import { ADDRESS, enter, newVisitor, seen, signedIn, signIn, startOf, useBrowser, visit } from '../visitor.ts'

useBrowser()

const demo = account('demo')

test.each(ACCOUNTS)('$username signs in, is led to what they may use, and sees who they are', async (who) => {
  const page = await signIn(await newVisitor(), who)
  await expect.poll(() => page.url()).toBe(startOf(who))
  await signedIn(page, who).click()
  const sidebar = page.getByRole('complementary')
  await seen(sidebar.getByRole('heading', { name: `Welcome, ${who.name}` }))
  await seen(sidebar.getByText(organisationOf(who)))
  await seen(page.getByRole('contentinfo').getByText('Up to date'))
})

test('a reload signs in without the sign-in page', async () => {
  const page = await signIn(await newVisitor(), demo, '/services')
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url())
  })
  await page.reload()
  await seen(signedIn(page, demo))
  expect(addresses).toEqual([`${ADDRESS}/services`])
})

test('the requested address is kept during sign-in, with its search parameters', async () => {
  const visitor = await newVisitor()
  const tracking = account('demo-tracking')
  const page = await visit(visitor, '/docs/platform/getting-started?sidebar=profile')
  await enter(page, tracking)
  await seen(signedIn(page, tracking))
  expect(page.url()).toBe(`${ADDRESS}/docs/platform/getting-started?sidebar=profile`)
})

test('a wrong password is refused, and the right one then lets in', async () => {
  const page = await visit(await newVisitor())
  await enter(page, { username: 'demo', demoPassword: 'not the password' })
  await seen(page.getByRole('alert'))
  expect(new URL(page.url()).pathname).toMatch(/^\/auth\/realms\/platform\//)
  await enter(page, demo)
  await seen(signedIn(page, demo))
})

test('no token is stored where a script could find it later', async () => {
  const page = await signIn(await newVisitor(), demo)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toMatch(/eyJ/)
})
