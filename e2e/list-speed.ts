import { createCdms } from '@apsis/contract/ca/message/cdm.ts'
import { createSatellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { changedMessage } from './ca/testing/messages.ts'

/** The times of using the list of conjunctions, once it is shown. */
export type ListTimes = {
  readonly events: number
  /** The frames drawn in a second of scrolling, and the duration of the slowest twentieth. */
  readonly framesPerS: number
  readonly frameP95Ms: number
  /** The median times from a press to the frame that shows the result. */
  readonly filterMs: number
  readonly sortMs: number
}

const HOUR_MS = 3_600_000
const SATELLITES = 20
const FIRST_NUMBER = 600_001
const BATCH = 500
const SPREAD_H = 160
/** The objects pass at 56 m, so only the probability determines the level of an event. */
const CONFIGURATION = { thresholds: { acceptedMinimumDistanceM: 0 } }
/**
 * The kinds of events in each hundred: critical, high, medium, and mostly low. The events from the previous limit to `upTo` have this
 * factor of the covariance.
 */
const KINDS: readonly (readonly [upTo: number, factor: number])[] = [
  [1, 0.06],
  [3, 0.03],
  [20, 0.022],
  [100, 0.003],
]
const REPEATS = 9
const SCROLL_MS = 5_000
const LIMIT_MS = 120_000

export const LIST_PATH = '/ca/conjunctions?window=all'
/** The first row of the table, whatever it is. */
export const FIRST_ROW = '#main [role="grid"] tr[aria-selected]'

/** Sends messages of different events, of a fleet of twenty, until the list has the given number of events. */
export async function fillList(
  context: BrowserContext,
  address: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const nowMs = Date.now()
  if (from === 0) await addFleet(context, address)
  for (let first = from; first < to; first += BATCH) {
    const count = Math.min(BATCH, to - first)
    const texts = Array.from({ length: count }, (_, at) => messageOf(first + at, { nowMs, to }))
    const headers = { Authorization: `Bearer ${await tokenOf(context, address)}`, 'Content-Type': 'text/plain' }
    const { method, path } = createCdms
    const response = await fetch(new URL(path, address), { method, headers, body: texts.join('\n') })
    const taken: unknown = await response.json()
    const isAll = Array.isArray(taken) && taken.length === count && taken.every(({ status }) => status === 'accepted')
    if (!isAll) throw new Error(`${response.status}: ${JSON.stringify(taken).slice(0, 500)}`)
  }
}

const nameOf = (satellite: number) => `FLEET ${String(satellite).padStart(2, '0')}`

async function addFleet(context: BrowserContext, address: string): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(context, address)}`, 'Content-Type': 'application/json' }
  const { method, path } = createSatellite
  for (let satellite = 0; satellite < SATELLITES; satellite += 1) {
    const body = { name: nameOf(satellite), noradId: FIRST_NUMBER + satellite, configuration: CONFIGURATION }
    const response = await fetch(new URL(path, address), { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  }
}

function factorOf(place: number): number {
  return KINDS.find(([upTo]) => (place * 37) % 100 < upTo)?.[1] ?? 1
}

function messageOf(place: number, { nowMs, to }: { readonly nowMs: number; readonly to: number }): string {
  const satellite = place % SATELLITES
  return changedMessage({
    messageId: `LIST-${place}`,
    createdMs: nowMs - HOUR_MS,
    tcaMs: nowMs + (2 + (place * SPREAD_H) / to) * HOUR_MS,
    primary: { number: FIRST_NUMBER + satellite, name: nameOf(satellite) },
    secondary: { number: 700_000 + place, name: `LIST DEB ${place}` },
    covarianceFactor: factorOf(place),
  })
}

/** Returns a token as the page sends it; it is valid for minutes, and the filling may take longer. */
async function tokenOf(context: BrowserContext, address: string): Promise<string> {
  const page = await context.newPage()
  const request = page.waitForRequest((one) => one.url().startsWith(new URL('/api/v1/', address).href))
  await page.goto(new URL('/account/profile', address).href)
  const token = (await (await request).headerValue('authorization'))?.replace(/^Bearer /, '')
  await page.close()
  if (!token) throw new Error('The page called without a token.')
  return token
}

/** Scrolls, filters and sorts on a page that shows this number of events. */
export async function measureList(context: BrowserContext, address: string, events: number): Promise<ListTimes> {
  const page = await context.newPage()
  page.setDefaultTimeout(LIMIT_MS)
  await page.goto(new URL(LIST_PATH, address).href)
  await page.locator(FIRST_ROW).first().waitFor()
  const count = await page.locator('#main output').first().innerText()
  if (count.replaceAll(/\D+/g, ' ').trim() !== `${events} ${events}`) throw new Error(`The list says ${count}.`)
  const { framesPerS, frameP95Ms } = await scroll(page)
  const filterMs = await median(await levelWithMost(page, events), '#main output')
  const sortMs = await median(page.getByRole('columnheader', { name: /^Pc/ }).getByRole('button'), FIRST_ROW)
  await page.close()
  return { events, framesPerS, frameP95Ms, filterMs, sortMs }
}

/** Scrolls one screen in about ten frames, down and up again: as fast as a hand scrolls. */
async function scroll(page: Page) {
  return page.evaluate(
    ({ row, lastMs }) =>
      new Promise<{ framesPerS: number; frameP95Ms: number }>((resolve, reject) => {
        let scroller = document.querySelector(row)?.parentElement
        while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
        if (!scroller) return reject(new Error('Nothing scrolls.'))
        const box = scroller
        const frames: number[] = []
        let [step, before, begun] = [60, 0, 0]
        const draw = (at: number) => {
          if (begun === 0) begun = at
          else frames.push(at - before)
          before = at
          box.scrollTop += step
          if (box.scrollTop <= 0) step = 60
          if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) step = -60
          if (at - begun < lastMs) return requestAnimationFrame(draw)
          const sorted = frames.toSorted((a, b) => a - b)
          const frameP95Ms = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
          return resolve({ framesPerS: (frames.length * 1_000) / (at - begun), frameP95Ms })
        }
        requestAnimationFrame(draw)
      }),
    { row: FIRST_ROW, lastMs: SCROLL_MS },
  )
}

/** Returns the button of the level that keeps most of the events, and not all. */
async function levelWithMost(page: Page, events: number): Promise<Locator> {
  const buttons = page.getByRole('list', { name: 'Events ahead by level' }).getByRole('button')
  const counts = (await buttons.allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0]))
  const most = Math.max(...counts.filter((count) => count < events))
  return buttons.nth(counts.indexOf(most))
}

/** Returns the median time from a press to the frame after the change; every second press reverts it. */
async function median(button: Locator, changes: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < REPEATS; turn += 1) times.push(await pressed(button, changes))
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function pressed(button: Locator, changes: string): Promise<number> {
  return button.evaluate(
    (element, selector) =>
      new Promise<number>((resolve, reject) => {
        const text = () => document.querySelector(selector)?.textContent
        const before = text()
        const begun = performance.now()
        const look = () => {
          if (performance.now() - begun > 20_000) return reject(new Error('The press changes nothing.'))
          if (text() === before) return requestAnimationFrame(look)
          return requestAnimationFrame(() => resolve(performance.now() - begun))
        }
        if (element instanceof HTMLElement) element.click()
        requestAnimationFrame(look)
      }),
    changes,
  )
}
