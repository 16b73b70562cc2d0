import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, seen, useBrowser, visitAs } from '../visitor.ts'
import { copiesOfMessage } from './testing/messages.ts'
import { leavesNothing } from './testing/own-satellite.ts'

// An import whose connection breaks, or whose page is reloaded: nothing is lost without a message to the user (issue 12 §4).
useBrowser()
const who = account('demo-other')
leavesNothing(who)

/** More files than one form can hold. */
const FILES = 130

const filesOf = (prefix: string) =>
  copiesOfMessage(FILES, productNow()).map(({ text }, place) => ({
    name: `${prefix}-${place}.cdm`,
    mimeType: 'text/plain',
    buffer: Buffer.from(text.replace(/^MESSAGE_ID\s*=\s*/m, (start) => `${start}${prefix}-`)),
  }))

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Import messages' })
const FORMS = /\/ca\/imports\/[^/]+\/files$/

/** Lets forms with files through, or cuts them off; returns the places of the files that were let through. */
async function recordForms(page: Page, isCut: (form: number) => boolean): Promise<readonly string[]> {
  const sent: string[] = []
  let forms = 0
  await page.route(FORMS, (route) => {
    forms += 1
    if (isCut(forms)) return route.abort('connectionreset')
    sent.push(
      ...(route
        .request()
        .postDataBuffer()
        ?.toString('utf8')
        .match(/filename="\d+"/g) ?? []),
    )
    return route.continue()
  })
  return sent
}

async function open(page: Page): Promise<Locator> {
  await page.goto(`${ADDRESS}/ca/conjunctions?dialog=import-messages`)
  return seen(dialogOf(page))
}

async function isDone(page: Page): Promise<void> {
  await expect
    .poll(() => dialogOf(page).innerText(), { timeout: 120_000 })
    .toContain(`${FILES} of ${FILES} files arrived`)
  await expect
    .poll(() => dialogOf(page).getByRole('status').innerText(), { timeout: 120_000 })
    .toContain(`${FILES} accepted, 0 known already, 0 refused`)
}

test('a connection that breaks in the middle loses no file, and none is sent twice', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const dialog = await open(page)
  // The second form is cut off, and so are all calls after it for a while.
  const sent = await recordForms(page, (form) => form > 1 && form < 4)
  await dialog.locator('input[type=file]').setInputFiles(filesOf('CUT'))
  await seen(dialog.getByText('Connection broken.', { exact: false }))
  await isDone(page)
  expect(await dialog.getByText('Connection broken.', { exact: false }).count()).toBe(0)
  expect(new Set(sent).size).toBe(FILES)
  expect(sent).toHaveLength(FILES)
})

test('a page that is reloaded in the middle asks first, says what is missing, and continues', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const dialog = await open(page)
  const files = filesOf('AGAIN')
  await recordForms(page, (form) => form > 1)
  await dialog.locator('input[type=file]').setInputFiles(files)
  await seen(dialog.getByText('Connection broken.', { exact: false }))
  // The import continues while the dialog is closed, and the page does not mention a file that is on its way.
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  const strip = page.getByRole('status').filter({ hasText: 'files missing' })
  expect(await strip.count()).toBe(0)

  const asked: string[] = []
  page.on('dialog', (one) => {
    asked.push(one.type())
    return one.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await page.unroute(FORMS)
  const sent = await recordForms(page, () => false)
  await seen(strip.filter({ hasText: `${FILES - 100} of ${FILES} files` }))
  await page.getByRole('button', { name: 'Go on' }).click()
  await seen(dialogOf(page).getByText('choose them again', { exact: false }))
  await dialogOf(page).locator('input[type=file]').setInputFiles(files)
  await isDone(page)
  expect(sent).toHaveLength(FILES - 100)
  await dialogOf(page).getByRole('button', { name: 'Done', exact: true }).click()
  expect(await strip.count()).toBe(0)
})
