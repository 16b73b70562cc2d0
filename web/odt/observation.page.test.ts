import { readFile } from 'node:fs/promises'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { pairOf } from '@apsis/e2e/odt/testing/file-pair.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { beginsWith, go, page as open, PHONE, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const call = callerOf(world.fleet, WHO)

/** Returns the rows of the file that a pane saves, without its comments. */
async function savedRows(page: Page, title: string): Promise<string[]> {
  await page.getByRole('button', { name: `Menu of ${title}` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ])
  return (await readFile(await download.path(), 'utf8')).split(/\r?\n/).filter((line) => line !== '' && line[0] !== '#')
}

const ONE_LINE_PX = 34
const NEAR_PX = 3

/** Checks on a tablet that no name of a quantity breaks, and that the symbol of a status is beside its word, also if the line is high. */
async function isLegible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 820, height: 1180 })
  const name = page.getByRole('table', { name: 'Both files' }).getByRole('rowheader', { name: 'Measurements' })
  await expect.poll(async () => (await name.boundingBox())?.height).toBeLessThan(ONE_LINE_PX)
  const word = page.getByText('Successful', { exact: true }).first()
  const boxes = await Promise.all([word, word.locator('xpath=preceding-sibling::*')].map((one) => one.boundingBox()))
  const [of, symbol] = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN))
  expect(Math.abs((of ?? 0) - (symbol ?? 0))).toBeLessThan(NEAR_PX)
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Offsets in the record at the end of a zip without a comment (APPNOTE.TXT, §4.3.16). */
const [END_BYTES, ENTRIES_AT] = [22, 10]

/** Checks that the files of many requests are downloaded as one zip that contains them all. */
async function isOneZip(page: Page): Promise<void> {
  await go(page, '/odt/observations')
  const button = page.getByRole('button', { name: /^Download \d+ files$/ })
  const count = Number(/\d+/.exec(await button.innerText())?.[0])
  expect(count).toBeGreaterThan(1)
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')])
  expect(download.suggestedFilename()).toBe('tracks_SIMULATED.zip')
  const bytes = await readFile(await download.path())
  expect(bytes.readUInt16LE(bytes.length - END_BYTES + ENTRIES_AT)).toBe(count)
  await seen(button)
}

const parameter = (page: Page, name: string) => expect.poll(() => new URL(page.url()).searchParams.get(name))

test('two files of a request are compared side by side, along the sky and along the orbit, and the address stores this', async () => {
  const {
    requestId,
    files: [own, other],
  } = await pairOf(call)
  const numbers = [own, other].map(({ reports }) => reports[0]?.measurementReports.length ?? 0)

  const address = `/odt/observation/${requestId}/${own['file-id']}`
  const page = await open(world.fleet, WHO, address, { reducedMotion: 'reduce' })
  await page.getByRole('button', { name: /Compare with/ }).click()
  await page
    .getByRole('option', { name: new RegExp(`${other.sensorCode} · ${numbers[1]} measurements`) })
    .first()
    .click()
  await parameter(page, 'beside').toBeTruthy()
  const both = page.getByRole('table', { name: 'Both files' })
  const difference = (numbers[1] ?? 0) - (numbers[0] ?? 0)
  const written = difference === 0 ? '0' : `${difference > 0 ? '\\+' : '−'}${Math.abs(difference)}`
  await seen(both.getByRole('row', { name: new RegExp(`^Measurements ${numbers[0]} ${numbers[1]} ${written}$`) }))
  await isLegible(page)
  const rows = await savedRows(page, 'Residuals')
  expect(rows).toHaveLength(1 + (numbers[0] ?? 0) + (numbers[1] ?? 0))
  expect(rows[0]).toContain('file')

  const residuals = pane(page, 'Residuals')
  await seen(residuals.getByText('RA × cos δ').first())
  await residuals.getByRole('button', { name: 'R, I, C' }).focus()
  await page.keyboard.press('Enter')
  await parameter(page, 'residuals').toBe('orbit')
  await seen(residuals.getByText(/Axes of the orbit used/))
  await seen(residuals.getByText(/A direction is 0 along the line of sight/))
  expect((await savedRows(page, 'Residuals'))[0]).toContain('"radial, m","in-track, m","cross-track, m"')

  const metrics = pane(page, 'Association').getByRole('group', { name: 'Metric' })
  await metrics.getByRole('button', { name: 'Mahalanobis' }).click()
  await parameter(page, 'metric').toBe('MAHALANOBIS_DISTANCE')
  const object = pane(page, 'Association').getByRole('row').getByRole('link').first()
  expect(await object.getAttribute('href')).toMatch(/^\/ca\/object\/\d+/)
  const brightness = pane(page, 'Brightness')
  await brightness.getByRole('button', { name: 'Standard' }).click()
  await parameter(page, 'magnitude').toBe('standard')
  await seen(brightness.getByText(/5 log₁₀\(R \/ 1 000 km\) \+ 2\.5 log₁₀ φ\(α\)/))
  await page.reload()
  await seen(pane(page, 'Brightness').getByText(/at 1 000 km and full phase: m/))
  await seen(page.getByRole('table', { name: 'Both files' }))
  expect(await findings(page)).toEqual([])

  await page.setViewportSize(PHONE.viewport)
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  // Without a file the address ends with a slash and opens the newest file.
  const [request] = await call<ObservationRequest[]>('GET', `../odt/requests?observation-request-id=${requestId}`)
  const files = await call<Observation[]>('GET', '../odt/observations?limit=1000')
  const [newest] = files
    .filter(({ observationRequestId }) => observationRequestId === requestId)
    .toSorted((a, b) => Date.parse(b.start) - Date.parse(a.start))
  expect(request?.observationFileId).toBe(newest?.observationFileId)
  await go(page, `/odt/observation/${requestId}`)
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/odt/observation/${requestId}/`)
  await seen(pane(page, 'Residuals').getByText(new RegExp(`of file ${newest?.observationFileId}`)))

  await isOneZip(page)
  await page.goBack()
  for (const title of ['Residuals', 'Brightness', 'Sky', 'Course']) await seen(pane(page, title))
  await seen(page.getByRole('button', { name: 'Print' }))
  // The paper has the same panes, their sources, and the mark that everything is simulated; nothing is wider than the sheet.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  const paper = await page.getByRole('main').innerText()
  for (const text of [
    'SIMULATED: ',
    'Residuals',
    'Brightness',
    'Sky',
    'Course',
    `of file ${newest?.observationFileId}`,
  ])
    expect(paper).toContain(text)
  // An action that the reader could take is not printed: the table states only the current state.
  expect(paper).toContain('yes')
  expect(paper).not.toContain('Leave out')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794)
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })

  await go(page, `/odt/observation/${requestId}/${own['file-id']}?beside=nobody`)
  await seen(pane(page, 'Residuals'))
  expect(await page.getByRole('table', { name: 'Both files' }).count()).toBe(0)
})
