import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findings } from '@apsis/e2e/findings.ts'
import { PROJECT_DIR } from '@apsis/server/platform/process/version.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, page as open, pane, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

const GUIDE = readFileSync(join(PROJECT_DIR, 'docs', 'guide', 'account', 'service-accounts.md'), 'utf8')
const LIMIT_MS = 60_000

/** Returns the code blocks of the guide in one language, unchanged. */
const blocksOf = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)

type Ran = { readonly status: number | null; readonly out: string }

/** Runs commands as a reader of the guide would, and ends them as soon as the awaited output is there. */
function run(commands: string, env: Record<string, string>, cwd: string, until = /(?!)/): Promise<Ran> {
  const { PATH = '' } = process.env
  const path = `${join(process.execPath, '..')}:${PATH}`
  // The shell reads no input and no settings of the machine: its output comes from the commands alone.
  const shell = ['--norc', '-euo', 'pipefail', '-c', commands]
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn('bash', shell, { cwd, env: { PATH: path, ...env }, detached: true, stdio })
  return new Promise((resolve, reject) => {
    let out = ''
    const stop = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
    }
    const timer = setTimeout(stop, LIMIT_MS)
    const read = (chunk: Buffer) => {
      out += chunk.toString()
      if (until.test(out)) stop()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('close', (status) => {
      clearTimeout(timer)
      resolve({ status, out })
    })
  })
}

const at = (username = 'demo', wishes = {}) => open(world.nothing, username, '/account/service-accounts', wishes)
const secretDialog = (page: Page) => page.getByRole('dialog', { name: /^Secret of/ })

async function create(page: Page, name: string): Promise<{ id: string; secret: string }> {
  await page.getByRole('button', { name: 'Create a service account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a service account' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('group', { name: 'Collision avoidance' }).getByText('User', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  return readSecret(page)
}

async function readSecret(page: Page): Promise<{ id: string; secret: string }> {
  await seen(secretDialog(page))
  const [id = '', secret = ''] = await secretDialog(page).locator('pre').allInnerTexts()
  return { id, secret }
}

/** Closes the dialog without copying the secret; the dialog asks once more. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await seen(secretDialog(page).getByRole('alert').getByText('Not copied.'))
  await secretDialog(page).getByRole('button', { name: 'I have kept it' }).click()
  await expect.poll(() => secretDialog(page).count()).toBe(0)
}

test('a user creates an account, runs every command of the guide up to the first event, replaces the secret, and ends the account', async () => {
  const { origin, issuer } = await apiOf(world.nothing)
  const page = await at()
  const name = 'Night shift upload'
  const first = await create(page, name)
  expect(first.secret).toMatch(/^apsis_[\w-]{43}$/)
  await close(page)
  const item = page.getByRole('listitem', { name, exact: true })
  await seen(item.getByText('Active'))
  await seen(item.getByText(first.id))
  expect(await page.content()).not.toContain(first.secret)

  const folder = mkdtempSync(join(tmpdir(), 'apsis-guide-'))
  try {
    const [script = ''] = blocksOf('js')
    writeFileSync(join(folder, 'events.mjs'), script)
    const [getToken = '', list = '', follow = '', metadata = '', manage = '', ...others] = blocksOf('sh')
    expect(others).toEqual([])
    const env = { APSIS: origin, APSIS_CLIENT_ID: first.id, APSIS_CLIENT_SECRET: first.secret }
    const status = await run(getToken, env, folder)
    expect([status.status, JSON.parse(status.out)]).toEqual([0, expect.objectContaining({ level: expect.any(String) })])
    const listed = await run(`${getToken.split('curl -sS "$APSIS/api/v1/status"')[0]}${list}`, env, folder)
    expect([listed.status, JSON.parse(listed.out)]).toEqual([0, expect.any(Array)])
    const followed = await run(follow, env, folder, /following/)
    expect(followed.out).toMatch(/^: following$/m)
    expect(followed.out).not.toMatch(/Error/)
    const found = await run(metadata, env, folder)
    expect(JSON.parse(found.out)).toMatchObject({ token_endpoint: `${origin}/api/v1/session/token` })
    const made = await run(manage, { ...env, TOKEN: await issuer.token(person('demo')) }, folder)
    expect(made.out).toContain('"clientSecret":"apsis_')
    await seen(page.getByRole('listitem', { name: 'Nightly upload' }).first())
  } finally {
    rmSync(folder, { recursive: true })
  }
  await seen(item.getByText('Last used'))
  await expect.poll(() => item.getByText('never').count()).toBe(0)

  await item.getByRole('button', { name: `New secret for ${name}` }).click()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  const second = await readSecret(page)
  await close(page)
  expect([second.id, second.secret === first.secret]).toEqual([first.id, false])
  await seen(item.getByText('Old secret until'))
  const tokenFor = async (secret: string) => {
    const form = { grant_type: 'client_credentials', client_id: first.id, client_secret: secret }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await page.request.post(`${origin}/api/v1/session/token`, { form, headers })).status()
  }
  expect([await tokenFor(first.secret), await tokenFor(second.secret)]).toEqual([200, 200])

  await item.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.poll(() => item.isVisible()).toBe(false)
  await page.getByText(/revoked$/).click()
  await seen(item.getByText('by Kim Weber (demo)').first())
  expect([await tokenFor(first.secret), await tokenFor(second.secret)]).toEqual([401, 401])
})

test('a user without a role has no role to give, and reads the reason', async () => {
  const guest = await at('demo-guest')
  const button = guest.getByRole('button', { name: 'Create a service account' })
  await seen(button)
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await seen(guest.getByText('Your account has no role for a program.'))
})

test('the error of a request is beside it', async () => {
  const page = await at()
  await page.getByRole('button', { name: 'Create a service account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await seen(page.getByText('A name is needed.'))
  await expect.poll(() => page.getByText('At least one role.').count()).toBe(1)
})

test('a list that cannot be read, or a wish that cannot be sent, is reported and can be tried again', async () => {
  const page = await at()
  await seen(pane(page, 'Accounts'))
  await page.context().route('**/api/v1/service-accounts**', (route) => route.abort())
  await page.getByRole('button', { name: 'Create a service account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Unsent')
  await dialog.getByRole('group', { name: 'Collision avoidance' }).getByText('User', { exact: true }).click()
  await dialog.getByLabel('Name', { exact: true }).press('Enter')
  await seen(dialog.getByRole('alert'))
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Unsent')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await seen(page.getByText(/The service accounts could not be read/))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.context().unroute('**/api/v1/service-accounts**')
  await seen(page.getByRole('button', { name: 'Create a service account' }))
})

test.each([
  ['dark', { width: 1440, height: 900 }],
  ['light', { width: 390, height: 844 }],
] as const)('axe finds nothing on the tab and its dialog, %s at %o', async (colorScheme, viewport) => {
  const page = await at('demo', { colorScheme, viewport })
  await seen(pane(page, 'Accounts'))
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Create a service account' }).click()
  await seen(page.getByRole('dialog'))
  expect(await findings(page)).toEqual([])
})
