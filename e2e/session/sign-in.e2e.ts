import { expect, test } from 'vitest'
import { ACCOUNTS, account, organisationOf } from '../account.ts'
import { ADDRESS, enter, newVisitor, pane, seen, signIn, useBrowser, visit } from '../visitor.ts'

useBrowser()

const SERVICES = [
  ['ca', 'Collision avoidance'],
  ['odt', 'On-demand tracking'],
  ['payments', 'Payments'],
] as const
const WORDS: Readonly<Record<string, string>> = { admin: 'Administrator', user: 'User', testuser: 'Test user' }

test.each(ACCOUNTS)('$username signs in and sees who they are and what they may do', async (who) => {
  const page = await signIn(await newVisitor(), who)
  const own = pane(page, 'Signed in')
  for (const [resource, name] of SERVICES) {
    const held = who.roles[resource] ?? []
    const line = own.locator('div', { has: page.getByRole('term').filter({ hasText: name }) }).last()
    expect(await line.getByRole('definition').innerText()).toBe(held.map((role) => WORDS[role]).join(', ') || '–')
  }
  await seen(own.getByText(organisationOf(who)))
  await seen(page.getByRole('img', { name: `Signed in as ${who.name}` }))
  await seen(page.getByRole('contentinfo').getByText('Up to date'))
})

test('a reload signs in silently, without the sign-in page', async () => {
  const page = await signIn(await newVisitor(), account('demo'))
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url())
  })
  await page.reload()
  await seen(pane(page, 'Signed in').getByText('Kim Weber'))
  expect(addresses).toEqual([`${ADDRESS}/`])
})

test('an address that was asked for survives signing in, with its search parameters', async () => {
  const visitor = await newVisitor()
  const page = await visit(visitor, '/?tab=profile,notifications&from=e-mail')
  await enter(page, account('demo-tracking'))
  await seen(pane(page, 'Signed in').getByText('Noor Haddad'))
  expect(page.url()).toBe(`${ADDRESS}/?tab=profile,notifications&from=e-mail`)
})

test('a wrong password is refused, and the right one then lets in', async () => {
  const page = await visit(await newVisitor())
  await enter(page, { username: 'demo', demoPassword: 'not the password' })
  await seen(page.getByRole('alert'))
  expect(new URL(page.url()).pathname).toMatch(/^\/auth\/realms\/platform\//)
  await enter(page, account('demo'))
  await seen(pane(page, 'Signed in').getByText('Kim Weber'))
})

test('no token is kept where a script could find it later', async () => {
  const page = await signIn(await newVisitor(), account('demo'))
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toMatch(/eyJ/)
})
