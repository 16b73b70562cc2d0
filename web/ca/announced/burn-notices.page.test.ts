import { readFileSync } from 'node:fs'
import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, hideNotices, ownSatellite } from '../../testing/caller.ts'
import { go, nowIn, page as open, pane, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)

const SAMPLE = readFileSync(new URL('../../../ccsds/samples/burn.opm', import.meta.url))
const DAY_MS = 86_400_000

test('a burn is entered, loaded from an OPM, shown with the event, and withdrawn', async () => {
  const page = await open(world.nothing, WHO, '/services', { reducedMotion: 'reduce' })
  await hideNotices(call)
  const { satelliteId, name } = await ownSatellite(call, 90_320)
  await go(page, `/ca/satellite/${satelliteId}`)
  const notices = pane(page, 'Announced burns')
  await seen(notices.getByText('No announced burn'))
  await notices.getByRole('button', { name: 'Enter' }).click()
  const dialog = page.getByRole('dialog', { name: `Announced burns of ${name}` })
  await dialog.getByRole('button', { name: 'Add burn' }).click()
  await seen(dialog.getByText('A name, please.').first())
  const day = new Date((await nowIn(world.nothing)) + DAY_MS).toISOString().slice(0, 10)
  await dialog.getByRole('textbox', { name: 'Ignition, UTC' }).fill(`${day} 06:12`)
  await dialog.getByRole('textbox', { name: 'Announced by' }).fill('Example Orbital')
  await dialog.getByRole('textbox', { name: /along the second axis/ }).fill('0.045')
  await dialog.getByRole('button', { name: 'Add burn' }).click()
  await seen(dialog.getByText('Numbers; all three, or none.').first())
  await dialog.getByRole('textbox', { name: /along the first axis/ }).fill('0')
  await dialog.getByRole('textbox', { name: /along the third axis/ }).fill('0')
  await dialog.getByRole('button', { name: 'Add burn' }).click()
  await seen(dialog.getByText(`Burn of ${day} 06:12:00 Z entered.`))
  expect(await graveFindings(page)).toEqual([])
  const field = dialog.locator('input[type=file]')
  const drop = (text: string) =>
    field.setInputFiles({ name: 'burn.opm', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await drop('nothing')
  await seen(dialog.getByText('A burn notice is an OPM or an OCM', { exact: false }))
  const ofOther = SAMPLE.toString().replace('2026-11-20T03:12:00.000', `${day}T03:12:00.000`)
  await drop(ofOther)
  await seen(dialog.getByText('The message has burns of object 99999, not of 90320.', { exact: false }))
  await drop(ofOther.replace('OBJECT_ID = 99999', 'OBJECT_ID = 90320'))
  await seen(dialog.getByText('1 burn loaded.'))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await seen(notices.getByText(`${day} 06:12:00 Z, 0.0450 m/s in RTN, announced by Example Orbital`))
  await seen(notices.getByText('announced by APSIS-SAMPLE', { exact: false }))
  const listed = () => call<BurnNotice[]>('GET', 'burn-notices?norad-id=90320')
  expect((await listed()).map(({ source }) => source)).toEqual(['OPM', 'ENTERED'])
  for (const _one of await listed()) {
    const before = (await listed()).length
    await notices
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expect.poll(async () => (await listed()).length, { timeout: 20_000 }).toBe(before - 1)
    // The page reads its list again; until then the first button belongs to the removed burn.
    await expect.poll(() => notices.getByRole('button', { name: /^Remove/ }).count()).toBe(before - 1)
  }
  await seen(notices.getByText('No announced burn'))
})

test('an event shows at its top that the other object has announced a burn', async () => {
  const page = await open(world.nothing, WHO, '/services', { reducedMotion: 'reduce' })
  const own = await ownSatellite(call, 90_323)
  const nowMs = await nowIn(world.nothing)
  const tcaMs = nowMs + 2 * DAY_MS
  const told = { messageId: 'NOTICE-1', createdMs: nowMs - 3_600_000, tcaMs }
  const primary = { name: own.name, number: own.noradId }
  await call('POST', 'cdms', changedMessage({ ...told, primary, secondary: { name: 'NOTICE DEB', number: 890_323 } }))
  const [event] = await call<Conjunction[]>('GET', `conjunctions?satellite-id=${own.satelliteId}`)
  if (event === undefined) throw new Error('The message opened no event.')
  const ignition = new Date(Date.parse(event.conjunctionData.tca) - 3_600_000).toISOString()
  const notice = { noradId: Number(event.object2.designator), ignition, announcedBy: 'Journey Orbital' }
  const { noticeId } = await call<BurnNotice>('POST', 'burn-notices', notice)
  await go(page, `/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`)
  const at = `${ignition.slice(0, 19).replace('T', ' ')} Z`
  const said = `Journey Orbital announced a burn of ${event.object2.name} at ${at}: Δv not told.`
  await seen(page.getByText(said, { exact: false }).first())
  expect(await graveFindings(page)).toEqual([])
  await call('DELETE', `burn-notices/${noticeId}`)
})
