import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '@apsis/e2e/browser.ts'
import { ROOT } from '../run/step.ts'
import type { PageServer } from './page-server.ts'
import { type JourneyParts, runSignInJourneys } from './sign-in-journey.ts'

type DemoUser = { id: string; username: string; demoPassword: string; organisation: string }

export const CLIENT_ID = 'apsis-web'
export const AUDIENCE = 'platform-api'
export const ACCOUNTS_FILE = join(ROOT, 'identity', 'demo-accounts.json')

function demoUser(username: string) {
  const file: { users: DemoUser[] } = JSON.parse(readFileSync(ACCOUNTS_FILE, 'utf8'))
  const user = file.users.find((one) => one.username === username)
  if (!user) throw new Error(`${ACCOUNTS_FILE} has no user ${username}`)
  return { username, password: user.demoPassword, id: user.id, organisation: user.organisation }
}

/** Runs the journeys against one provider with the demo users; returns the number of journeys that failed. */
export async function runJourneys(
  app: PageServer,
  provider: Pick<JourneyParts, 'issuer' | 'wrongPasswordText'>,
): Promise<number> {
  const browser = await launchBrowser()
  try {
    const user = demoUser('demo')
    const trackingUser = demoUser('demo-tracking')
    const common = { browser, app, audience: AUDIENCE, clientId: CLIENT_ID, user, trackingUser }
    const results = await runSignInJourneys({ ...common, ...provider })
    const failed = results.filter((result) => result.problem !== undefined).length
    console.log(`${results.length - failed} passed, ${failed} failed against ${provider.issuer}`)
    return failed
  } finally {
    await browser.close()
  }
}
