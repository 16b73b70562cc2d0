import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../../testing/caller.ts'
import { beginsWith, go, page as open, PHONE, pane, seen, settled, workOnce } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const call = callerOf(world.fleet, WHO)
/** A radar needs no night, so most of its passes can be observed. */
const PATH = '/odt/passes?object=90001&days=3&sensors=RAD01'
/** The first pass may already have begun, and some are too far away for the radar. */
const MOST_STEPS = 12

beforeAll(async () => {
  await call('POST', '../payments/demo')
})
const at = (path: string) => open(world.fleet, WHO, path, { reducedMotion: 'reduce' })

test('several passes are chosen by keys, stored in the address, priced, and requested together', async () => {
  const page = await at(PATH)
  const grid = page.getByRole('grid', { name: 'Passes by time' })
  await grid.focus()
  const chosen = () => (new URL(page.url()).searchParams.get('chosen') ?? '').split(',').filter((one) => one !== '')
  for (let steps = 0; steps < MOST_STEPS && chosen().length < 2; steps += 1) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await settled(page)
  }
  expect(chosen()).toHaveLength(2)
  await seen(page.getByText('2 chosen.'))
  await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBe(2)
  await seen(page.getByText(/^€\s[\d.,]+ at standard priority, if all succeed$/))
  expect(await findings(page)).toEqual([])
  await page.reload()
  await seen(page.getByText('2 chosen.'))

  const request = page.getByRole('link', { name: 'Request 2 radar passes…' })
  const names = chosen()
  await request.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  expect(await dialog.getByLabel('Object: name, number or orbit').inputValue()).toBe('90001')
  await seen(dialog.getByText('Radar: distance and direction').first())
  await seen(dialog.getByText('Held, 2 passes'))
  await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await seen(dialog.getByText(/^2 chosen: RAD01 /))
  // The Back button of the browser leads to the page on which the passes were chosen.
  await page.goBack()
  await seen(page.getByText('2 chosen.'))
  await page.goForward()
  await dialog.getByRole('button', { name: /^Send request, €/ }).click()
  const sent = page.getByRole('dialog', { name: 'Request sent' })
  await seen(sent.getByText(/^2 passes of .* requested\./))
  await sent.getByRole('link', { name: 'Open the request' }).click()
  await workOnce(world.fleet, 'odt.requests', WHO)
  await seen(page.getByText('Approved').first())
  const [, , , id = ''] = new URL(page.url()).pathname.split('/')
  const read = async () => (await call<ObservationRequest[]>('GET', `../odt/requests?observation-request-id=${id}`))[0]
  const planned = (await read())?.observationPassIds ?? []
  expect(planned.map((name) => name.slice(0, 5))).toEqual(['RAD01', 'RAD01'])
  // The passes are the same, although a newer orbit shifts them by seconds.
  for (const [place, name] of planned.toSorted().entries())
    expect(Math.abs(Date.parse(name.slice(6)) - Date.parse((names[place] ?? '').slice(6)))).toBeLessThan(120_000)

  // The page names a pass that is already ordered before it is ordered again.
  await go(page, `${PATH}&chosen=${encodeURIComponent(names.join(','))}`)
  await seen(page.getByText(/already requested by you\./).first())
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect.poll(chosen).toEqual([])
  await call('DELETE', `../odt/requests?observation-request-id=${id}`)
})

test('a pass that cannot be observed is not chosen, and has a reason, also on a phone', async () => {
  const page = await at('/odt/passes?object=90001&days=3&sensors=ABC01')
  const unable = page
    .getByRole('grid', { name: 'Passes by time' })
    .getByRole('row')
    .filter({ hasText: /shadow|dark/ })
  await unable.first().click()
  await seen(page.getByText(/not observable, .*\.$/).first())
  expect(new URL(page.url()).searchParams.get('chosen')).toBeNull()
  await page.setViewportSize(PHONE.viewport)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findings(page)).toEqual([])
})

test('the dialog asks for the elevation and length, keeps them after a reload, and marks passes that are too low or too short', async () => {
  const page = await at('/odt/observations?dialog=new-observation&satellite=90001&type=RADAR')
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  const choices = dialog.getByRole('table', { name: 'Passes to choose' }).getByRole('row')
  await expect.poll(() => choices.count()).toBeGreaterThan(2)
  const all = await choices.count()
  await dialog.getByLabel('Elevation at least').fill('50')
  await expect.poll(() => choices.count()).toBeLessThan(all)
  const plot = pane(page, 'Passes').getByRole('slider')
  await plot.focus()
  const said: string[] = []
  for (let place = 0; place < 8; place += 1) {
    await page.keyboard.press('ArrowRight')
    said.push((await plot.getAttribute('aria-valuetext')) ?? '')
  }
  expect(said.join()).toContain('too low for the request')
  await page.reload()
  expect(await dialog.getByLabel('Elevation at least').inputValue()).toBe('50')
  await dialog.getByLabel('Observable at least').fill('1000')
  await seen(dialog.getByText(/No sensor can observe the object before/))
  await dialog.getByLabel('Observable at least').fill('2000')
  await seen(dialog.getByText('0 to 1440 minutes.'))
  expect(await dialog.getByRole('button', { name: /^Send request/ }).getAttribute('aria-disabled')).toBe('true')
  expect(await findings(page)).toEqual([])
})
