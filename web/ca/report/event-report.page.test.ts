import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { EventReport } from '@apsis/contract/ca/report/event-report.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, hideNotices } from '../../testing/caller.ts'
import { another, go, nowIn, page as open, PHONE, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)

const HOUR_MS = 3_600_000
const PRIMARY = { number: 90_331, name: 'OWN 90331' }
const SECONDARY = { number: 891_031, name: 'ARCHIVED DEB' }

/** Sends one message, and returns its event, so that the saved files can be compared with it. */
async function ownEvent(): Promise<{ event: Conjunction; text: string }> {
  await call('POST', 'satellites', { name: PRIMARY.name, noradId: PRIMARY.number })
  const nowMs = await nowIn(world.nothing)
  const times = { createdMs: nowMs - HOUR_MS, tcaMs: nowMs + 48 * HOUR_MS }
  const messageId = `ARCHIVE-${times.createdMs}`
  const text = changedMessage({ messageId, ...times, primary: PRIMARY, secondary: SECONDARY })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  if (event === undefined) throw new Error('The message opened no event.')
  return { event, text }
}

async function atEvent() {
  const page = await open(world.nothing, WHO, '/services', { reducedMotion: 'reduce' })
  const made = await ownEvent()
  await hideNotices(call)
  await go(page, `/ca/conjunction/${made.event.satelliteId}/${made.event.conjunctionId}`)
  return { page, ...made }
}

/** Returns the file that an action saves. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const openExport = (page: Page) => page.getByRole('button', { name: 'Export', exact: true }).click()

test('an event is archived, its page and its zip are saved and match the checksum, and own messages are saved', async () => {
  const { page, event, text } = await atEvent()

  // Either object can come first; the product accepts the saved file as a message of the same event.
  for (const first of [PRIMARY, SECONDARY]) {
    await openExport(page)
    const own = await saved(page, () => page.getByRole('menuitem', { name: `KVN, ${first.name} first` }).click())
    expect(own.name).toMatch(/-OWN-\d{8}T\d{9}Z-\d\.cdm$/)
    const kvn = own.bytes.toString()
    const designators = [...kvn.matchAll(/^OBJECT_DESIGNATOR\s*=\s*(\d+)/gm)].map(([, number]) => Number(number))
    expect(designators[0]).toBe(first.number)
    expect(new Set(designators)).toEqual(new Set([PRIMARY.number, SECONDARY.number]))
    const tcaOf = (one: string) => /^TCA\s*=\s*(\S{19})/m.exec(one)?.[1]
    expect(tcaOf(kvn)).toBe(tcaOf(text))
  }

  await openExport(page)
  await page.getByRole('menuitem', { name: /^Archived reports/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Archived reports' })
  await dialog.getByRole('textbox', { name: 'Why' }).fill('Before the <shift> changes')
  await dialog.getByRole('button', { name: 'Archive now' }).click()
  await seen(dialog.getByText('Report 1', { exact: true }))
  expect(await graveFindings(page)).toEqual([])
  const [report] = await call<EventReport[]>('GET', `event-reports?conjunction-id=${event.conjunctionId}`)

  const html = await saved(page, () => dialog.getByRole('button', { name: /^Page of report/ }).click())
  expect(html.name).toMatch(/\.html$/)
  const zip = await saved(page, () => dialog.getByRole('button', { name: /^Zip of report/ }).click())
  expect(zip.name).toMatch(/\.zip$/)
  expect(zip.bytes.byteLength).toBe(report?.bytes)
  const sum = createHash('sha256').update(zip.bytes).digest('hex')
  expect(sum).toBe(report?.sha256)
  await seen(dialog.getByText(sum))

  // The page can be read without the product: as a single file, without a network, and on a phone, where it is not wider than the screen.
  const paper = await another(world.nothing, undefined, '/robots.txt', PHONE)
  await paper.goto('about:blank')
  await paper.context().setOffline(true)
  await paper.setContent(html.bytes.toString())
  await seen(paper.getByRole('heading', { name: `Report of a conjunction: ${PRIMARY.name} × ${SECONDARY.name}` }))
  await seen(paper.getByText('Before the <shift> changes'))
  expect(await paper.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
