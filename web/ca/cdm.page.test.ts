import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { apiOf, go, nowIn, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
const OWN = 90_311
const STILL = { reducedMotion: 'reduce' } as const

/** The messages of an event, newest first; the fourth of the five is shown. */
let cdms: readonly Cdm[] = []
let text = ''
let path = ''

beforeAll(async () => {
  const call = callerOf(world.nothing, WHO)
  const { satelliteId, name } = await ownSatellite(call, OWN)
  const messages = historyOfEvent(await nowIn(world.nothing), { number: OWN, name })
  for (const message of messages) await call('POST', 'cdms', message.text)
  cdms = await call<Cdm[]>('GET', `cdms?satellite-id=${satelliteId}&limit=5`)
  text = messages[3]?.text ?? ''
  path = `/ca/cdm/${satelliteId}/${cdms[1]?.conjunctionId}/${cdms[1]?.cdmId}`
})

test('a message is shown as written, checked, stepped through, compared and copied', async () => {
  const page = await open(world.nothing, WHO, path, STILL)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const table = pane(page, 'What the message says')
  await seen(table.getByRole('row', { name: /^OBS_USED 171 62$/ }))
  await seen(table.getByRole('row', { name: /^X −5719.153201 −5719.163147 km$/ }))
  const checks = pane(page, 'Checks')
  await seen(checks.getByText('Covariance 2 positive definite'))
  await seen(checks.getByText('55.8 m, reported 55 m'))
  await seen(page.getByText('This address stays with message 4.'))
  expect(await graveFindings(page)).toEqual([])

  await page.keyboard.press('c')
  await seen(page.getByText('KVN copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)

  await table.getByRole('button', { name: 'MISS_DISTANCE' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe('MISS_DISTANCE')
  await page.keyboard.press(']')
  await expect.poll(() => page.url()).toContain(cdms[0]?.cdmId)
  await page.keyboard.press('[')
  await expect.poll(() => page.url()).toContain(cdms[1]?.cdmId)

  // From the third message to the fourth both covariances become three times smaller.
  await page.getByRole('tab', { name: 'Changes' }).click()
  await seen(
    pane(page, 'What moved the probability')
      .getByText('the covariance of STARLINK-1233')
      .or(page.getByText('the covariance of HISTORY DEB')),
  )
  const variance = pane(page, 'Changes since message 3').getByRole('row', { name: /^CT_T Object 2/ })
  await seen(variance.getByText('↓ ÷3.0'))
  // On a very wide screen the rows stay narrow enough to read.
  await page.setViewportSize({ width: 3440, height: 1440 })
  expect((await variance.boundingBox())?.width).toBeLessThan(1500)
})

test('on paper the message has its number, the count of messages, its checksum and its address', async () => {
  const page = await open(world.nothing, WHO, path, STILL)
  await seen(pane(page, 'What the message says').getByRole('row', { name: /^OBS_USED 171 62$/ }))
  await page.emulateMedia({ media: 'print' })
  const paper = await seen(page.locator('[data-paper]'))
  expect(await paper.innerText()).toContain(`OWN ${OWN} × HISTORY DEB, message 4 of 5`)
  const foot = await page.getByRole('main').innerText()
  expect(foot).toContain(cdms[1]?.sha256)
  const { origin } = await apiOf(world.nothing)
  expect(foot).toContain(`Permanent link: ${origin}${path}`)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

test('the address stores the view of the encounter, and a line of the text', async () => {
  const page = await open(world.nothing, WHO, `${path}?tab=motion`, STILL)
  await seen(page.getByText(/the miss is 55\.8 m, .* it reports 55 m\./))
  expect(await graveFindings(page)).toEqual([])

  await go(page, `${path}?tab=text&format=xml&at=TCA`)
  const lines = page.getByRole('region', { name: /^Text of/ })
  await seen(lines.getByText('TCA').first())
  await expect.poll(() => lines.locator('button[aria-pressed="true"]').count()).toBe(1)
  expect(await graveFindings(page)).toEqual([])
})

test('while the text of a message is loading, it is not reported as unreadable', async () => {
  const page = await open(world.nothing, WHO, '/tnc', STILL)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/ca/cdms/file/**', async (route) => {
    await released
    await route.continue()
  })
  await go(page, path)
  const panes = [1, 2].map((number) => pane(page, `Covariance of object ${number}`))
  for (const one of panes) {
    await seen(one.getByText('Loading'))
    expect(await one.innerText()).not.toContain('cannot be read')
  }
  release()
  for (const one of panes) await seen(one.getByRole('table'))
})

test('the address of a message of another event leads to the newest one', async () => {
  const page = await open(world.nothing, WHO, path.replace(/[^/]+$/, 'no-such-message'), STILL)
  await page.getByRole('link', { name: 'Open the newest message' }).click()
  await expect.poll(() => page.url()).toContain(cdms[0]?.cdmId)
})
