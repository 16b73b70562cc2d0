import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const who = account('demo-other')
leavesNothing(who)
hasFleet(who)
/** The worker plans every ten seconds. */
const PLANNED_WITHIN = { timeout: 60_000 }
/** SAT-1 of the demo: every radar of the simulated network sees it within a day. */
const NUMBER = 90_001

test('an ordered pass stands on overview, wall, handover note, list of satellites and palette, and is on paper', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const call = await callerOf(page)
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  await hideNotices(call)
  const asked = { catalogueId: NUMBER, measurementType: 'RADAR', numberOfPassesRequested: 1 }
  const { observationRequestId: id } = await call<ObservationRequest>('POST', '../odt/requests', asked)
  const read = async () => (await call<ObservationRequest[]>('GET', `../odt/requests?observation-request-id=${id}`))[0]
  await expect.poll(async () => (await read())?.passes.length, PLANNED_WITHIN).toBe(1)
  const request = await read()
  const [pass] = request?.passes ?? []
  if (!request || !pass) throw new Error('no pass was planned')
  const name = request.objectName

  await page.goto(`${ADDRESS}/ca/overview`)
  const row = pane(page, 'Tracking that is ordered').getByRole('row').filter({ hasText: name })
  await seen(row.getByText(pass.sensorCode).first())
  await page.getByRole('button', { name: 'Write handover note' }).click()
  const note = await seen(page.getByRole('dialog').getByRole('textbox', { name: 'Note' }))
  expect(await note.inputValue()).toContain(`${name}: ${pass.sensorCode}, `)
  await page.keyboard.press('Escape')
  await page.goto(`${ADDRESS}/ca/overview?wall=on`)
  await seen(page.getByRole('region', { name: 'Next pass' }))

  await page.goto(`${ADDRESS}/ca/assets`)
  await seen(page.getByRole('columnheader', { name: 'Next pass' }))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await seen(palette)
  await page.keyboard.type(`${name} ${NUMBER}`)
  await palette
    .getByRole('menuitem', { name: `Observation of ${name} ${NUMBER}` })
    .first()
    .click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/odt\/observation\//)

  // On paper the request has its passes, and nothing that one can only press.
  await seen(pane(page, 'Passes').getByText(pass.sensorCode).first())
  await seen(page.getByRole('button', { name: 'Cancel request' }))
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Cancel request' }).isVisible()).toBe(false)
  expect(await pane(page, 'Passes').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
})
