import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, newVisitor, seen, signedIn, signIn, signOut, tokenOf, useBrowser, visit } from '../visitor.ts'

useBrowser()

const demo = account('demo')

test('logging out leads to the sign-in page, and signing in again asks for the password', async () => {
  const page = await signIn(await newVisitor(), demo)
  await signOut(page, demo)
  await seen(page.getByRole('button', { name: 'Sign in' }))
  await page.goto(`${ADDRESS}/`)
  await seen(page.getByLabel('Password', { exact: true }))
  expect(await page.getByText('Kim Weber').count()).toBe(0)
})

test('logging out in one tab logs out the other, whose token is refused from then on', async () => {
  const visitor = await newVisitor()
  const first = await signIn(visitor, demo)
  const second = await visit(visitor)
  await seen(signedIn(second, demo))
  const token = await tokenOf(second)
  await signOut(first, demo)
  await seen(first.getByRole('button', { name: 'Sign in' }))
  await seen(second.getByRole('button', { name: 'Sign in' }))
  const response = await fetch(`${ADDRESS}/api/v1/status`, { headers: { Authorization: `Bearer ${token}` } })
  expect(response.status).toBe(401)
})
