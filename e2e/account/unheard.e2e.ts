import { afterAll, afterEach, expect, test } from 'vitest'
import { changedMessage } from '../ca/testing/messages.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { unfolded } from '../unfolded.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { acknowledgeAll, FIRST, forgetDuty, hearing, proven, putAs, SECOND, setChain, TURNS_FROM } from './duty.ts'

useBrowser()
leavesNothing(FIRST)
afterEach(acknowledgeAll)
afterAll(forgetDuty)

const [HOUR_MS, WEEK_MS] = [3_600_000, 7 * 86_400_000]
const LOST = /critical notices? of the last 24 h reached nobody outside this page\./

test('a critical notice that reached nobody is an alarm until it is replayed, and the person on call is shown there and on the wall display', async () => {
  let status = 204
  const settings = await hearing(() => status)
  for (const who of [FIRST, SECOND]) await putAs(who, 'ca/userconfig', { notifications: { default: settings } })
  for (const who of [FIRST, SECOND]) await proven(who)
  await setChain([[FIRST, SECOND]])
  const fromMs = Date.parse(TURNS_FROM)
  const turn = Math.floor((productNow() - fromMs) / WEEK_MS)
  const onCall = turn % 2 === 0 ? FIRST : SECOND
  const until = new Date(fromMs + (turn + 1) * WEEK_MS).toISOString().replace('T', ' ').slice(0, 16)

  const page = await visitAs(await newVisitor(), FIRST, '/ca/overview')
  const health = pane(page, 'Health')
  await seen(health.getByText(`${onCall.name}, until ${until} Z`))
  const alarm = page.getByRole('alert').filter({ hasText: LOST })
  expect(await alarm.count()).toBe(0)

  status = 410
  const nowMs = productNow()
  const times = { createdMs: nowMs - HOUR_MS, tcaMs: nowMs + 70 * HOUR_MS }
  const objects = {
    primary: { number: 90_015, name: 'UNHEARD-1' },
    secondary: { number: 890_033, name: 'UNHEARD DEB' },
  }
  const text = changedMessage({ messageId: `UNHEARD-${nowMs}`, ...times, ...objects, covarianceFactor: 0.43 })
  await (await callerOf(page))('POST', 'cdms', text)
  // Both receivers permanently refuse, so that no other notice would reach anybody either.
  await page.reload()
  await seen(alarm)
  await seen(health.getByText(`${onCall.name}, without a proven channel`))
  expect(await graveFindings(page)).toEqual([])
  await page.goto(`${ADDRESS}/ca/overview?wall=on`)
  const foot = page.locator('footer').filter({ hasText: 'Critical notices' })
  await seen(foot.getByText(`${onCall.name}, without a proven channel`))

  // The alarm links to the page where it can be fixed.
  await page.goto(`${ADDRESS}/ca/overview`)
  await alarm.getByRole('link', { name: 'Channels and duty' }).click()
  status = 204
  for (const who of [FIRST, SECOND]) {
    const own = who === FIRST ? page : await visitAs(await newVisitor(), who, '/account/notifications')
    await pane(own, 'Channels')
      .getByRole('button', { name: /^Resume/ })
      .click()
  }
  const log = await unfolded(page, 'Delivery log')
  await log.getByRole('button', { name: 'Given up', exact: true }).click()
  const replay = log.getByRole('button', { name: /^Replay Risk raised/ })
  await replay.click()
  await expect.poll(() => replay.count()).toBe(0)
  await page.goto(`${ADDRESS}/ca/overview?wall=on`)
  await seen(foot.getByText(`On call until ${until.slice(5)} Z`))
  await seen(foot.getByText(onCall.name, { exact: true }))
  await page.keyboard.press('Escape')
  await seen(health.getByText(`${onCall.name}, until ${until} Z`))
  await expect.poll(() => alarm.count()).toBe(0)
})
