import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { list } from '../testing/notices.ts'
import { afresh, nowIn, page as open, pane, seen, settled } from '../testing/page.ts'
import { world } from '../testing/world.ts'

/** An account of the same organisation as the users who must not read the secret data. */
const call = callerOf(world.nothing, 'demo')

/** Collects all answers of the server to a page from now on, except the stream, which does not end. */
function answersTo(page: Page): { readonly all: Promise<string>[]; stop(): void } {
  const all: Promise<string>[] = []
  // A call that the page cancels has no answer to read.
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
] as const)('no data of collision avoidance reaches %s', async (name, noradId) => {
  const { name: own } = await ownSatellite(call, noradId)
  const page = await open(world.nothing, name, '/screening?sidebar=notifications')
  await seen(list(page).first().or(pane(page, 'Notifications').getByText('No notifications')))
  await settled(page)
  const answers = answersTo(page)

  const messages = historyOfEvent(await nowIn(world.nothing), { number: noradId, name: own })
  await call('POST', 'cdms', messages.map(({ text }) => text).join('\n'))
  const ofCa = async () => (await call<Notification[]>('GET', LIST)).filter(({ message }) => message.includes(own))
  await expect.poll(async () => (await ofCa()).length).toBeGreaterThan(0)

  // The palette repeats the typed text, so the test types the name without its last letter: a complete name then
  // comes from an answer of the server.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(own.slice(0, -1))
  await settled(page)
  const texts = [await page.locator('body').innerText()]
  await page.keyboard.press('Escape')
  // The page reads the notifications and the status again.
  await afresh(page, '/services?sidebar=notifications')
  await expect.poll(() => answers.all.length).toBeGreaterThan(0)
  await settled(page)
  texts.push(await page.locator('body').innerText(), ...(await Promise.all(answers.all)))
  answers.stop()
  expect(texts.filter((text) => text.includes(own))).toEqual([])
  const mine = await callerOf(world.nothing, name)<Notification[]>('GET', LIST)
  expect(mine.map(({ audience }) => audience)).toEqual(mine.map(() => 'everybody'))
})
