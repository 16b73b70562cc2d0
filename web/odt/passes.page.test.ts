import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { beginsWith, go, page as open, PHONE, pane, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const call = callerOf(world.fleet, WHO)
const HOUR_MS = 3_600_000
/** The longest pass of an object in low orbit, above the horizon of a sensor. */
const LONGEST_PASS_MS = 20 * 60_000
const PATH = '/odt/passes?object=90001&days=7'
test('a part of the passes is chosen by keys, stored in the address, and shows the booking of a pass', async () => {
  await call('POST', '../payments/demo')
  const asked = { catalogueId: 90_001, measurementType: 'RADAR', numberOfPassesRequested: 1 }
  const { observationRequestId: id } = await call<ObservationRequest>('POST', '../odt/requests', asked)
  await workOnce(world.fleet, 'odt.requests', WHO)
  const [planned] = await call<ObservationRequest[]>('GET', `../odt/requests?observation-request-id=${id}`)
  const [booked] = planned?.passes ?? []
  if (!booked) throw new Error('no pass was planned')

  const page = await open(world.fleet, WHO, PATH, { reducedMotion: 'reduce' })
  const plot = pane(page, 'Passes')
  await seen(plot.getByText(/^\d+ of \d+ passes observable, \d+ sensors.$/))
  const count = () => plot.getByRole('slider').getAttribute('aria-valuemax').then(Number)
  const whole = await count()
  await plot.getByRole('button', { name: '6 h' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toBe('6h')
  await seen(plot.getByText(/^Drawn: /))
  expect(await count()).toBeLessThan(whole)
  const at = () => new URL(page.url()).searchParams.get('at') ?? ''
  // The first part is around the pass that is read, and may begin before the search does.
  const first = at()
  await plot.getByRole('button', { name: 'Later' }).press('Enter')
  await expect.poll(at).not.toBe(first)
  const before = at()
  await plot.getByRole('button', { name: 'Later' }).press('Enter')
  await expect.poll(() => Date.parse(at()) - Date.parse(before)).toBe(6 * HOUR_MS)

  // The address restores the part; the requested pass is read with its status.
  const from = `${new Date(Date.parse(booked.start) - HOUR_MS).toISOString().slice(0, 16)}Z`
  const fromMs = Date.parse(from)
  await go(page, `${PATH}&zoom=6h&at=${from}`)
  await seen(plot.getByText(/^Drawn: /))
  const slider = plot.getByRole('slider')
  await slider.focus()
  const said: string[] = []
  for (let place = 0; place < (await count()); place += 1) {
    await page.keyboard.press('ArrowRight')
    said.push((await slider.getAttribute('aria-valuetext')) ?? '')
  }
  // The fleet may have requested other passes of this object in the same hours. A sensor is booked for some minutes of a pass that is
  // visible for longer: at both ends of the part, a pass may be drawn although its booking is outside, and a pass may be outside although
  // its booking is inside.
  const booking = (await call<ObservationRequest[]>('GET', '../odt/requests?limit=1000'))
    .filter(({ catalogueId }) => catalogueId === asked.catalogueId)
    .flatMap(({ passes }) => passes)
    .filter(({ status }) => /^(APPROVED|PENDING)$/.test(status))
    .map(({ start }) => Date.parse(start) - fromMs)
  const bookedWithin = (marginMs: number) =>
    booking.filter((ms) => ms > -marginMs && ms < 6 * HOUR_MS + marginMs).length
  const requested = said.filter((text) => /requested: (Approved|Pending)/.test(text))
  expect(requested.length).toBeGreaterThanOrEqual(bookedWithin(-LONGEST_PASS_MS))
  expect(requested.length).toBeLessThanOrEqual(bookedWithin(LONGEST_PASS_MS))
  expect(requested.some((text) => text.includes(booked.sensorCode))).toBe(true)

  await plot.getByRole('button', { name: 'Sunlit' }).click()
  await seen(page.getByText(/^Shown: \d+ of \d+/))
  expect(await graveFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('light')).toBeNull()
  // On a phone the same buttons are below the head.
  await page.setViewportSize(PHONE.viewport)
  await seen(plot.getByRole('button', { name: '1 d' }))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
