import type { Handover } from '@apsis/contract/ca/handover.ts'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Account, account } from '../account.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, admit, answered, newVisitor, pane, seen, useBrowser, visit, visitAs } from '../visitor.ts'
import { historyOfEvent } from './testing/messages.ts'
import { callerOf, hideNotices, leavesNothing, ownSatellite } from './testing/own-satellite.ts'

useBrowser()

/** The organisation of the journeys of collision avoidance. */
const WHO = account('demo-other')
leavesNothing(WHO)
/** Two of one organisation, and nobody of it is `WHO`. */
const [WRITER, READER] = [account('demo-test'), account('demo-admin')]
const OWN = [90_601, 90_602, 90_603] as const

const start = async (who: Account, path: string): Promise<Page> =>
  visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, path)
const strip = (page: Page) => page.getByRole('alert').filter({ hasText: 'is critical' })
/** Pages of the document that is printed. */
const printed = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('a note of one shift is read by the next, kept, printed, and nobody else’s', async () => {
  const text = `Station 2 is down until noon, ${productNow()}.`
  const writer = await start(WRITER, '/ca/overview')
  await writer.getByRole('button', { name: 'Write handover note' }).click()
  const dialog = writer.getByRole('dialog', { name: 'Write handover note' })
  const field = await seen(dialog.getByRole('textbox', { name: 'Note' }))
  expect(new URL(writer.url()).searchParams.get('dialog')).toBe('handover')
  // Room for the writer, and below it what the screen says.
  expect(await field.inputValue()).toMatch(/^\n\nAs of 20\d\d-.* Z:\nNo decision is waiting\.\n[\s\S]*\nPlatform: /)
  await field.press('Control+Home')
  await field.pressSequentially(text)
  // What was typed outlasts the dialog.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await writer.getByRole('button', { name: 'Write handover note' }).click()
  await expect.poll(() => field.inputValue()).toContain(text)
  expect(await graveFindings(writer)).toEqual([])
  await dialog.getByRole('button', { name: 'Leave note' }).click()
  await seen(pane(writer, 'Handover').getByText(text))
  // What waits makes a note long: of a fleet at work it has some thirty lines.
  const waiting = Array.from({ length: 24 }, (_, k) => `SAT-${k}: ABC03, 2026-11-24 02:22:54 Z, Pending.`)
  const callWriter = await callerOf(writer)
  const [draft] = await callWriter<Handover[]>('GET', 'handovers')
  await callWriter('POST', 'handovers', { text: [draft?.text, ...waiting].join('\n') })

  const reader = await start(READER, '/ca/overview')
  const note = await seen(pane(reader, 'Handover'))
  await seen(note.getByText(`${WRITER.username}, 20`))
  await seen(note.getByText(text))
  expect(await graveFindings(reader)).toEqual([])
  await note.getByRole('button', { name: 'Mark as read' }).click()
  await seen(note.getByText(`Read by ${READER.username}`))
  expect(await printed(reader)).toBe(1)
  // The writer's screen follows.
  await seen(pane(writer, 'Handover').getByText(`Read by ${READER.username}`))

  const outsider = await start(WHO, '/ca/overview')
  await answered(outsider)
  expect(await outsider.getByText(text).count()).toBe(0)
  const call = await callerOf(outsider)
  const notes = await call<Handover[]>('GET', 'handovers')
  expect(notes.filter((one) => one.text.includes(text))).toEqual([])
})

test('a note is not begun before burns and passes were read: it would say that there are none', async () => {
  for (const late of ['odt/requests', 'ca/manoeuvres']) {
    const visitor = await newVisitor({ reducedMotion: 'reduce' })
    await admit(visitor, WRITER)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let held = 0
    await visitor.route(`**/api/v1/${late}?*`, async (route) => {
      held += 1
      await released
      await route.continue()
    })
    const page = await visit(visitor, '/ca/overview?dialog=handover')
    await seen(page.getByRole('button', { name: 'Write handover note' }))
    await seen(pane(page, 'Health').getByText('Platform'))
    await expect.poll(() => held, { message: late }).toBeGreaterThan(0)
    const dialog = page.getByRole('dialog', { name: 'Write handover note' })
    // All the rest has been read by then: nothing else keeps it from opening.
    await answered(page, () => held)
    expect(await dialog.count(), late).toBe(0)
    release()
    await seen(dialog)
    await visitor.close()
  }
})

test('a critical event stands on every screen until somebody acknowledges it, also on a wall', async () => {
  const page = await start(WHO, '/services')
  const call = await callerOf(page)
  await hideNotices(call)
  const { name, noradId } = await ownSatellite(call, OWN[0])
  await page.goto(`${ADDRESS}/account/profile`)
  await answered(page)
  expect(await strip(page).count()).toBe(0)
  for (const { text } of historyOfEvent(productNow(), { name, number: noradId })) await call('POST', 'cdms', text)
  // By itself, on a screen that has nothing to do with it.
  await seen(strip(page).getByText(/^T−1 d \d\d h \d\d m$/))
  await seen(strip(page).getByText(/^TCA 20.* Z, decide before 20.* Z\.$/))

  await page.goto(`${ADDRESS}/ca/overview`)
  await page.getByRole('button', { name: 'Wall' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('wall')).toBe('on')
  const next = pane(page, 'Next decision')
  await seen(next.getByRole('img', { name: 'Critical' }))
  await answered(page)
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  for (const [width, height] of WALLS) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => unreadable(page, height), { message: `${width} × ${height}` }).toEqual([])
  }
  // Paper is read in the hand: it is the sheet of the shift, and the wall is there again afterwards.
  await page.emulateMedia({ media: 'print' })
  await seen(pane(page, 'Health'))
  expect(await page.evaluate(() => document.documentElement.dataset.wall)).toBeUndefined()
  expect(await printed(page)).toBe(1)
  await page.emulateMedia({ media: null })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.wall)).toBe('on')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.get('wall')).toBeNull()
  await seen(page.getByRole('button', { name: 'Wall' }))
  // A bare parameter does as well.
  await page.goto(`${ADDRESS}/ca/overview?wall`)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.wall)).toBe('on')

  await page.goto(`${ADDRESS}/account/profile`)
  await strip(page).getByRole('link').click()
  await expect.poll(() => page.url()).toMatch(/\/ca\/conjunction\/[^/]+\/[^/]+$/)
  await seen(page.getByRole('tablist', { name: 'Views' }))
  // Its own screen says all of it.
  await expect.poll(() => strip(page).count()).toBe(0)
  await page.goto(`${ADDRESS}/screening`)
  await strip(page).getByRole('button', { name: 'Acknowledge' }).click()
  await expect.poll(() => strip(page).count()).toBe(0)
  // It is seen and not decided: the countdown goes on.
  await seen(page.getByRole('banner').getByRole('link', { name: /^Next critical/ }))
})

/** A wall of 105 inches, one of 86 inches, and a desk. */
const WALLS = [
  [3440, 1440],
  [1920, 1080],
  [1440, 900],
] as const

/** What nobody reads from five metres, below 15 arcminutes, or what leaves the screen, by its text. */
const unreadable = (page: Page, height: number) =>
  page.evaluate((heightPx) => {
    // A 1440th of the height; of a screen narrower than 16:9, of its width as if it were.
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
        // An exponent is the part of its number that may be smaller.
        const sizePx =
          one.tagName === 'SUP' ? Number.POSITIVE_INFINITY : Number.parseFloat(getComputedStyle(one).fontSize)
        const isCut = left < 0 || top < 0 || right > innerWidth || bottom > heightPx
        return sizePx < 44 * unitPx - 0.1 || isCut ? [`${one.textContent} ${Math.round(sizePx / unitPx)} u`] : []
      })
  }, height)

test('several satellites are changed at once, who was faster is told of, and it can be taken back', async () => {
  const page = await start(WHO, '/services')
  const call = await callerOf(page)
  await hideNotices(call)
  const [first, second] = [await ownSatellite(call, OWN[1]), await ownSatellite(call, OWN[2])]
  const stored = async (id: string) => (await call<Satellite[]>('GET', `satellites?satellite-id=${id}`))[0]!
  await page.goto(`${ADDRESS}/ca/assets?q=OWN%209060`)
  const table = await seen(page.getByRole('grid', { name: 'Satellites' }))
  await expect.poll(() => table.getAttribute('aria-rowcount')).toMatch(/^[34]$/)
  await page.getByLabel('Name or number').fill(second.name)
  await seen(page.getByText(/^1 of \d/))
  await page.getByLabel('Name or number').fill('OWN 9060')
  await page.getByRole('button', { name: 'Select all shown' }).click()
  await page.getByRole('button', { name: /^Change \d$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group', { exact: true }).fill('Night watch')
  await dialog.getByLabel('High from Pc').fill('0.05')
  await seen(dialog.getByText(/High from Pc has to fall from critical over high to medium/))
  await dialog.getByLabel('High from Pc').fill('2e-5')
  expect(await graveFindings(page)).toEqual([])

  // Somebody else saves the second one at the same moment, a little earlier.
  const { name, noradId, satelliteId, configuration } = await stored(second.satelliteId)
  await page.route('**/api/v1/ca/satellites', async (route) => {
    const sent = route.request().method() === 'PUT' ? (route.request().postDataJSON() as Satellite) : undefined
    if (sent?.satelliteId === satelliteId)
      await call('PUT', 'satellites', { name, noradId, satelliteId, configuration, group: 'theirs' })
    await route.continue()
  })
  await dialog.getByRole('button', { name: /^Change \d satellites$/ }).click()
  await seen(dialog.getByText(`${name} was changed by somebody else in between.`))
  expect((await stored(first.satelliteId)).group).toBe('Night watch')
  expect((await stored(first.satelliteId)).configuration.thresholds.highCollisionProbability).toBe(2e-5)
  expect((await stored(second.satelliteId)).group).toBe('theirs')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(first.satelliteId)).group).toBe(first.group)
})

test('a link to an event of a removed satellite leads to its history, and a number in a dead link to its satellite', async () => {
  const page = await start(WHO, '/services')
  const call = await callerOf(page)
  const own = await ownSatellite(call, OWN[1])
  await page.goto(`${ADDRESS}/ca/nowhere/${own.noradId}`)
  await seen(page.getByRole('heading', { name: 'Page not found' }))
  await page
    .getByRole('list', { name: 'Objects' })
    .getByRole('button', { name: `${own.name} ${own.noradId}` })
    .click()
  await expect.poll(() => page.url()).toContain(`/ca/satellite/${own.satelliteId}`)

  const critical = await ownSatellite(call, OWN[0])
  const events = await call<{ conjunctionId: string; satelliteId: string | null }[]>('GET', 'conjunctions')
  const event = events.find(({ satelliteId }) => satelliteId === critical.satelliteId)
  if (!event) throw new Error('The event of the journey before is gone.')
  await call('DELETE', `satellites/${event.satelliteId}`)
  await page.goto(`${ADDRESS}/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`)
  await seen(page.getByText('This event is closed: its satellite was removed.'))
  expect(await graveFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Open history' }).click()
  await seen(page.getByRole('dialog').getByText('Acknowledge', { exact: true }))
})
