import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Handover } from '@apsis/contract/ca/report/handover.ts'
import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings, graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page, Request } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { another, beginsWith, go, nowIn, page as open, PHONE, pane, seen, settled } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
/** Two users of one organisation, to which `WHO` does not belong. */
const [WRITER, READER] = ['demo-test', 'demo-admin']
const OWN = [90_601, 90_602] as const
const STILL = { reducedMotion: 'reduce' } as const
const PATH = '/ca/overview'

const call = callerOf(world.nothing, WHO)
const strip = (page: Page) => page.getByRole('alert').filter({ hasText: 'is critical' })
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
/** Returns the number of pages of the printed document. */
const printed = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('the next shift reads a note of one shift, which is kept and printed, and not visible to others', async () => {
  const text = `Station 2 is down until noon, ${Date.now()}.`
  const writer = await open(world.nothing, WRITER, PATH, STILL)
  await writer.getByRole('button', { name: 'Write handover note' }).click()
  const dialog = writer.getByRole('dialog', { name: 'Write handover note' })
  const field = await seen(dialog.getByRole('textbox', { name: 'Note' }))
  expect(query(writer, 'dialog')).toBe('handover')
  // The field begins with empty lines for the author; the text from the screen follows.
  expect(await field.inputValue()).toMatch(/^\n\nAs of 20\d\d-.* Z:\nNo decision is waiting\.\n[\s\S]*\nPlatform: /)
  await field.press('Control+Home')
  await field.pressSequentially(text)
  // The typed text is kept after the dialog is closed.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await writer.getByRole('button', { name: 'Write handover note' }).click()
  await expect.poll(() => field.inputValue()).toContain(text)
  expect(await graveFindings(writer)).toEqual([])
  await dialog.getByRole('button', { name: 'Leave note' }).click()
  await seen(pane(writer, 'Handover').getByText(text))
  // Pending decisions make a note long: for a busy fleet it has about thirty lines.
  const waiting = Array.from({ length: 24 }, (_, k) => `SAT-${k}: ABC03, 2026-11-24 02:22:54 Z, Pending.`)
  const callWriter = callerOf(world.nothing, WRITER)
  const [draft] = await callWriter<Handover[]>('GET', 'handovers')
  await callWriter('POST', 'handovers', { text: [draft?.text, ...waiting].join('\n') })

  const reader = await another(world.nothing, READER, PATH, STILL)
  const note = await seen(pane(reader, 'Handover'))
  await seen(note.getByText(`${person(WRITER).name}, 20`))
  await seen(note.getByText(text))
  expect(await graveFindings(reader)).toEqual([])
  await note.getByRole('button', { name: 'Mark as read' }).click()
  await seen(note.getByText(`Read by ${person(READER).name}`))
  expect(await printed(reader)).toBe(1)
  // The author's screen is updated. It names a new person by the account until it reads the people again, within a minute.
  await seen(pane(writer, 'Handover').getByText(new RegExp(`^Read by (${person(READER).name}|${READER})`)))

  const outsider = await another(world.nothing, WHO, PATH, STILL)
  await settled(outsider)
  expect(await outsider.getByText(text).count()).toBe(0)
  const notes = await call<Handover[]>('GET', 'handovers')
  expect(notes.filter((one) => one.text.includes(text))).toEqual([])
})

/** Returns the number of calls of a page without an answer, except for the stream, which does not end. */
function unanswered(page: Page): () => number {
  const open = new Set<Request>()
  const begin = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/v1/events') open.add(request)
  }
  const end = (request: Request) => void open.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  onTestFinished(() => void page.off('request', begin).off('requestfinished', end).off('requestfailed', end))
  return () => open.size
}

test.each(['odt/requests', 'ca/manoeuvres'])(
  'a note cannot be started until %s are read: it would otherwise claim that there are none',
  async (late) => {
    const page = await open(world.nothing, WRITER, '/tnc', STILL)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let held = 0
    await page.route(`**/api/v1/${late}?*`, async (route) => {
      held += 1
      await released
      await route.continue()
    })
    const waiting = unanswered(page)
    await go(page, `${PATH}?dialog=handover`)
    await seen(page.getByRole('button', { name: 'Write handover note' }))
    await seen(pane(page, 'Health').getByText('Platform'))
    await expect.poll(() => held).toBeGreaterThan(0)
    const dialog = page.getByRole('dialog', { name: 'Write handover note' })
    // All other data has been read by then, so that nothing else delays the note. One answer leads to another call.
    let quietLooks = 0
    const look = async () => {
      await page.evaluate(() => new Promise(requestAnimationFrame))
      quietLooks = waiting() === held ? quietLooks + 1 : 0
      return quietLooks
    }
    await expect.poll(look).toBeGreaterThan(3)
    expect(await dialog.count()).toBe(0)
    release()
    await seen(dialog)
  },
)

test('a critical event is shown on every screen, also on a video wall, until somebody acknowledges it', async () => {
  const { name, noradId } = await ownSatellite(call, OWN[0])
  const page = await open(world.nothing, WHO, '/account/profile', STILL)
  await settled(page)
  expect(await strip(page).count()).toBe(0)
  for (const { text } of historyOfEvent(await nowIn(world.nothing), { name, number: noradId }))
    await call('POST', 'cdms', text)
  // The banner appears by itself, on a screen that is unrelated to the event.
  await seen(strip(page).getByText(/^T−1 d \d\d h \d\d m$/))
  await seen(strip(page).getByText(/^TCA 20.* Z, decide before 20.* Z\.$/))

  await go(page, PATH)
  await page.getByRole('button', { name: 'Wall' }).click()
  await expect.poll(() => query(page, 'wall')).toBe('on')
  const next = pane(page, 'Next decision')
  await seen(next.getByRole('img', { name: 'Critical' }))
  await settled(page)
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  for (const [width, height] of WALLS) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => unreadable(page, height), { message: `${width} × ${height}` }).toEqual([])
  }
  // The wall display prints the sheet of the shift, because paper is read at close distance; it is restored afterwards.
  const wall = () => page.evaluate(() => document.documentElement.dataset.wall)
  await page.emulateMedia({ media: 'print' })
  await seen(pane(page, 'Health'))
  expect(await wall()).toBeUndefined()
  expect(await printed(page)).toBe(1)
  await page.emulateMedia({ media: null })
  await expect.poll(wall).toBe('on')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect.poll(() => query(page, 'wall')).toBeNull()
  await seen(page.getByRole('button', { name: 'Wall' }))
  // A parameter without a value has the same effect.
  await go(page, `${PATH}?wall`)
  await expect.poll(wall).toBe('on')

  await go(page, '/account/profile')
  await strip(page).getByRole('link').click()
  await expect.poll(() => page.url()).toMatch(/\/ca\/conjunction\/[^/]+\/[^/]+$/)
  await seen(page.getByRole('tablist', { name: 'Views' }))
  // The screen of the event shows all of it, without the banner.
  await expect.poll(() => strip(page).count()).toBe(0)
  await go(page, '/screening')
  await strip(page).getByRole('button', { name: 'Acknowledge' }).click()
  await expect.poll(() => strip(page).count()).toBe(0)
  // The event is acknowledged but not decided: the countdown continues.
  await seen(page.getByRole('banner').getByRole('link', { name: /^Next critical/ }))
})

/** The screens are a video wall of 105 inches, one of 86 inches, and a desktop screen. */
const WALLS = [
  [3440, 1440],
  [1920, 1080],
  [1440, 900],
] as const

/** Returns the text that cannot be read from five metres, because it is below 15 arcminutes, or that extends beyond the screen. */
const unreadable = (page: Page, height: number) =>
  page.evaluate((heightPx) => {
    // The unit is a 1440th of the height; for a screen narrower than 16:9 it follows from the width.
    const unitPx = Math.min(heightPx / 1440, innerWidth / 2560)
    const wall = document.querySelector('#next-decision')?.parentElement
    if (!wall) return ['There is no wall.']
    const texts = [...wall.querySelectorAll('*')].filter((one) =>
      [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim()),
    )
    return texts
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
      .flatMap((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        // Only an exponent may be smaller than its number.
        const sizePx =
          one.tagName === 'SUP' ? Number.POSITIVE_INFINITY : Number.parseFloat(getComputedStyle(one).fontSize)
        const isCut = left < 0 || top < 0 || right > innerWidth || bottom > heightPx
        return sizePx < 44 * unitPx - 0.1 || isCut ? [`${one.textContent} ${Math.round(sizePx / unitPx)} u`] : []
      })
  }, height)

test('a link to an event of a removed satellite leads to its history, and a number in a dead link leads to its satellite', async () => {
  const own = await ownSatellite(call, OWN[1])
  const page = await open(world.nothing, WHO, `/ca/nowhere/${own.noradId}`, STILL)
  await seen(page.getByRole('heading', { name: 'Page not found' }))
  await page
    .getByRole('list', { name: 'Objects' })
    .getByRole('button', { name: `${own.name} ${own.noradId}`, exact: true })
    .click()
  await expect.poll(() => page.url()).toContain(`/ca/satellite/${own.satelliteId}`)

  const removed = await ownSatellite(call, 90_604)
  const [message] = historyOfEvent(await nowIn(world.nothing), { name: removed.name, number: removed.noradId })
  await call('POST', 'cdms', message?.text)
  const [event] = await call<Conjunction[]>('GET', `conjunctions?satellite-id=${removed.satelliteId}`)
  await call('PUT', `conjunctions/${event?.conjunctionId}/decision`, { action: 'ACKNOWLEDGE' })
  await call('DELETE', `satellites/${removed.satelliteId}`)
  await go(page, `/ca/conjunction/${removed.satelliteId}/${event?.conjunctionId}`)
  await seen(page.getByText('Closed: its satellite was removed.'))
  expect(await graveFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Open history' }).click()
  await seen(page.getByRole('dialog').getByText('Acknowledge', { exact: true }))
})

test('the next decision is shown, and events marked as seen are not listed as changed, in any theme and on a phone', async () => {
  const page = await open(world.fleet, WHO, PATH, STILL)
  await seen(pane(page, 'Next decision').getByRole('link', { name: 'Open conjunction' }))
  await page.getByRole('button', { name: 'Mark as seen' }).click()
  await seen(page.getByText('Nothing has changed.'))
  await seen(page.getByRole('main').getByRole('status').first())
  await settled(page)
  expect(await graveFindingsInThemes(page)).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
})
