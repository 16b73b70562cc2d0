import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { list } from '../notifications/notices.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, answered, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { historyOfEvent } from './testing/messages.ts'
import { callerOf, leavesNothing, ownSatellite } from './testing/own-satellite.ts'

useBrowser()

/** Of the same organisation as those who must not hear of it. */
const OPERATOR = account('demo')
leavesNothing(OPERATOR)

/** Everything that the server answers to a page from now on, while it stays; but the stream, which does not end. */
function answersTo(page: Page): { readonly all: Promise<string>[]; stop(): void } {
  const all: Promise<string>[] = []
  // A call that the page gives up has no answer that could be read.
  const keep = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/v1/events') all.push(textOf(request))
  }
  page.on('requestfinished', keep)
  return { all, stop: () => void page.off('requestfinished', keep) }
}

async function textOf(request: Request): Promise<string> {
  const response = await request.response()
  return response === null ? '' : response.text()
}

const LIST = '../notifications?limit=200'

test.each([
  ['demo-guest', 91_771],
  ['demo-tracking', 91_772],
] as const)('no word of collision avoidance reaches %s', async (name, noradId) => {
  const call = await callerOf(await visitAs(await newVisitor(), OPERATOR, '/services'))
  const { name: own } = await ownSatellite(call, noradId)
  const page = await visitAs(await newVisitor(), account(name))
  await page.goto(`${ADDRESS}/screening?sidebar=notifications`)
  // Another journey may have hidden all that this account was told so far.
  await seen(list(page).first().or(pane(page, 'Notifications').getByText('No notifications')))
  await answered(page)
  const answers = answersTo(page)

  const messages = historyOfEvent(productNow(), { number: noradId, name: own })
  await call('POST', 'cdms', messages.map(({ text }) => text).join('\n'))
  const ofCa = async () => (await call<Notification[]>('GET', LIST)).filter(({ message }) => message.includes(own))
  await expect.poll(async () => (await ofCa()).length, { timeout: 60_000 }).toBeGreaterThan(0)

  // The palette repeats what was typed: the name without its end shows what was found, and is not found itself.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(own.slice(0, -1))
  await answered(page)
  // The status is read each half minute: something was answered meanwhile.
  await expect.poll(() => answers.all.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const texts = [await page.locator('body').innerText(), ...(await Promise.all(answers.all))]
  answers.stop()
  expect(texts.filter((text) => text.includes(own))).toEqual([])
  const mine = await (await callerOf(page))<Notification[]>('GET', LIST)
  expect(mine.map(({ audience }) => audience)).toEqual(mine.map(() => 'everybody'))
})
