import type { BrowserContext } from 'playwright-core'
import { account } from './account.ts'

/** Signs in at a product as the demo user, and returns the context with its session. */
export async function signedInContext(context: BrowserContext, address: string): Promise<BrowserContext> {
  const who = account('demo')
  const page = await context.newPage()
  await page.goto(address)
  await page.getByLabel('User name', { exact: true }).fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: `Signed in as ${who.name}` }).waitFor()
  await page.close()
  return context
}
