import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { PROJECT_DIR } from '../product.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'
import { historyOfEvent } from './testing/messages.ts'
import { leavesNothing } from './testing/own-satellite.ts'

useBrowser()

/** Another organisation than in the other journeys of collision avoidance, so that none of their data interfere. */
const WHO = account('demo-other')
leavesNothing(WHO)
/** An object of the simulated catalogue. */
const OWN = { number: 90_004, name: 'SAT-4' }

type MessageFigures = {
  readonly messageId: string
  readonly probability: number
  readonly maximumProbability: number
  readonly missDistanceM: number
  readonly mahalanobis: number
  readonly relativeSpeedMps: number
  readonly hardBodyRadiusM: number
}

/**
 * Returns the output of the command for a message. It is another program that uses the same computation, and every number of the page is compared
 * with it.
 */
function commandOn(file: string): MessageFigures {
  const run = spawnSync(process.execPath, [join(PROJECT_DIR, 'cli', 'apsis.mjs'), 'pc', file, '--json'], {
    encoding: 'utf8',
  })
  const [told] = JSON.parse(run.stdout) as MessageFigures[]
  if (told === undefined) throw new Error(run.stderr)
  return told
}

/** Returns a probability as the page writes it: `3.50 × 10−3`. */
function written(probability: number): string {
  const [mantissa = '', exponent = ''] = probability.toExponential(2).split('e')
  return `${mantissa} × 10${exponent.replace('-', '−').replace('+', '')}`
}

test('from a catalogue number and five messages to a decision: every number is that of apsis pc', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-journey-'))
  const messages = historyOfEvent(productNow(), OWN).map(({ name, text }) => ({ name, text, file: join(folder, name) }))
  for (const { file, text } of messages) writeFileSync(file, text)
  const visitor = await newVisitor()

  // A satellite is added by its number; its name comes from the catalogue.
  const page = await visitAs(visitor, WHO, '/ca/assets?dialog=add-satellite')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Catalogue number').fill(String(OWN.number))
  await seen(dialog.getByText(OWN.name))
  await dialog.getByRole('button', { name: 'Add satellite' }).click()
  await page.waitForURL(/\/ca\/satellite\/[0-9a-f-]{36}/)

  // The messages of one event are imported newest first, because the order of arrival must not matter.
  await page.goto(`${ADDRESS}/ca/conjunctions`)
  await page.getByRole('button', { name: 'Import messages' }).click()
  await dialog.getByLabel('Files').setInputFiles(messages.map(({ file }) => file).toReversed())
  await seen(dialog.getByText('5 accepted, 0 known already, 0 refused.'))
  await dialog.getByLabel('Files').setInputFiles([messages[0]?.file ?? ''])
  await seen(dialog.getByText('0 accepted, 1 known already, 0 refused.'))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await seen(page.getByText(`${OWN.name} × HISTORY DEB`).first())

  // The API returns one event with five messages and its state.
  const authorization = `Bearer ${await tokenOf(page)}`
  const read = async <T>(path: string) =>
    (await (await fetch(`${ADDRESS}/api/v1/ca/${path}`, { headers: { authorization } })).json()) as T
  const event = (await read<Conjunction[]>('conjunctions')).find(
    ({ object1, object2 }) => object1.name === OWN.name && object2.name === 'HISTORY DEB',
  )
  if (event === undefined) throw new Error(`there is no event of ${OWN.name} with HISTORY DEB`)
  const cdms = await read<Cdm[]>(`cdms?conjunction-id=${event.conjunctionId}`)
  expect(cdms.map(({ messageId }) => messageId)).toEqual(
    [5, 4, 3, 2, 1].map((place) => `HISTORY-${OWN.number}-${place}`),
  )
  expect(event).toMatchObject({ messages: 5, trend: 'RISING', object1: { name: OWN.name } })
  for (const { name, file } of messages) {
    const told = commandOn(file)
    const cdm = cdms.find(({ messageId }) => `${messageId}.cdm` === name)
    expect(cdm?.assessment.probability).toBe(told.probability)
    expect(cdm?.assessment.maximumProbability).toBe(told.maximumProbability)
    expect(cdm?.assessment.mahalanobis).toBe(told.mahalanobis)
    expect(cdm?.conjunctionData.totalMissDistance).toBe(told.missDistanceM)
    expect(cdm?.conjunctionData.relativeSpeed).toBe(told.relativeSpeedMps)
  }

  // The page shows level, probability, trend and deadline in the operator's words.
  const newest = commandOn(messages.at(-1)?.file ?? '')
  await page.goto(`${ADDRESS}/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await seen(verdict)
  await expect.poll(() => verdict.innerText()).toContain(written(newest.probability))
  const said = await verdict.innerText()
  expect(said).toContain('Critical')
  expect(said).toContain(written(newest.maximumProbability))
  expect(said).toContain(newest.mahalanobis.toFixed(2))
  expect(said).toContain((newest.relativeSpeedMps / 1_000).toFixed(2))
  expect(said).toContain(event.decideBefore.slice(0, 10))

  // After the acknowledgement, the page always shows who acknowledged, and on which message.
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).first().click()
  await seen(verdict.getByText('Acknowledged'))
  const { history } = await read<{ history: { action: string; by: string; cdmId: string }[] }>(
    `conjunctions/${event.conjunctionId}/decision`,
  )
  expect(history).toMatchObject([{ action: 'ACKNOWLEDGE', by: WHO.username, cdmId: cdms[0]?.cdmId }])

  // The exported message equals the imported one, byte for byte.
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const kvn = await seen(page.getByRole('menuitem', { name: 'KVN' }).first())
  const [download] = await Promise.all([page.waitForEvent('download'), kvn.click()])
  expect(readFileSync(await download.path(), 'utf8')).toBe(messages.at(-1)?.text)
  rmSync(folder, { recursive: true })
})
