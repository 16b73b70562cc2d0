import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, hideNotices, ownSatellite } from '../../testing/caller.ts'
import { another, go, nowIn, page as open, PHONE, pane, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)

const NORAD = 90_319
const DAY_MS = 86_400_000
/** There is an event every second day, which gives 80 days of history. */
const EVENTS = 40

test('a new satellite has no statistics; with a history they show the cost of a threshold, and have an address and a print', async () => {
  const page = await open(world.nothing, WHO, '/services')
  await hideNotices(call)
  const { satelliteId, name } = await ownSatellite(call, NORAD)
  await go(page, `/ca/satellite/${satelliteId}`)
  await page.getByRole('link', { name: 'Annual statistics' }).click()
  await seen(page.getByText('No event yet'))

  const now = await nowIn(world.nothing)
  const texts = Array.from({ length: EVENTS }, (_, place) => {
    const tcaMs = now - (EVENTS - place) * 2 * DAY_MS
    const secondary = { number: 870_000 + place, name: `PAST ${place}` }
    const primary = { number: NORAD, name }
    // Each event has two messages: the newer covariance is smaller.
    return [3, 1].map((covarianceFactor) =>
      changedMessage({
        messageId: `PAST-${place}-${covarianceFactor}`,
        createdMs: tcaMs - (1 + 0.5 * covarianceFactor) * DAY_MS,
        tcaMs,
        primary,
        secondary,
        covarianceFactor,
      }),
    )
  })
  for (let at = 0; at < EVENTS; at += 10)
    await call(
      'POST',
      'cdms',
      texts
        .slice(at, at + 10)
        .flat()
        .join('\n'),
    )

  const of = `/ca/annual-collision-statistics/${satelliteId}`
  await go(page, `${of}?years=10`)
  const lead = page.getByRole('heading', { level: 2 }).first()
  await seen(lead.filter({ hasText: `${name} would manoeuvre` }))
  await seen(pane(page, 'What each threshold buys').getByText('closed form', { exact: true }))
  await seen(
    pane(page, 'What each threshold buys').getByText('months of 30 days, years of 365.25 days', { exact: false }),
  )
  await seen(pane(page, 'Are the covariances honest?').getByRole('table'))
  await seen(pane(page, 'What a licence asks').getByText('Without untracked objects', { exact: false }))
  const history = pane(page, 'Own history').getByRole('row')
  // Three months of 30 days contain the 80 days; the table has one more row for the heads.
  await expect.poll(() => history.count()).toBe(4)
  expect(await findings(page)).toEqual([])

  // The keys choose another threshold, which appears in the address and in the sentence.
  await page.getByRole('slider', { name: /^Points of What each threshold buys/ }).press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('pacc')).toBe('0.001')
  await seen(lead.filter({ hasText: '1.0 × 10−3' }))
  await page.getByRole('button', { name: 'Change' }).click()
  const growth = page.getByRole('textbox', { name: 'Catalogue' })
  await growth.fill('200')
  await seen(page.getByText('0.1 to 10.'))
  await growth.fill('2')
  await page.getByRole('button', { name: 'Compute' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('growth')).toBe('2')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of Solved backwards' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^solved-thresholds_.*\.csv$/)

  await page.emulateMedia({ media: 'print' })
  await seen(page.getByRole('heading', { name: `Statement of collision risk, ${name}` }))
  await seen(page.getByText('A burn leaves 0.03 of the accepted probability.', { exact: false }))
  await seen(page.getByText('Approved', { exact: true }))
  await page.emulateMedia({ media: 'screen' })

  const phone = await another(world.nothing, WHO, of, { ...PHONE, colorScheme: 'light' })
  await seen(phone.getByRole('heading', { level: 2 }).first().filter({ hasText: name }))
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // All assumptions are in one row, so the plot is on the first screen.
  const assumed = await phone.getByRole('region', { name: 'Assumptions' }).boundingBox()
  expect(assumed?.height).toBeLessThan(60)
  expect(await findings(phone)).toEqual([])

  // Without a satellite the page asks for one.
  await go(page, '/ca/annual-collision-statistics')
  await page.getByRole('link', { name, exact: true }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/ca/annual-collision-statistics/${satelliteId}`)
})
