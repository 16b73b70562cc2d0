import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { positionsBefore } from '@apsis/e2e/odt/testing/own-positions.ts'
import { expect, test } from 'vitest'
import { callerOf } from '../../../testing/caller.ts'
import { afresh, nowIn, page as open, pane, prefer, seen, workOnce } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo-admin'
const call = callerOf(world.nothing, WHO)
const HOUR_MS = 3_600_000
const SIGMA_M = 5

test('positions of an own receiver are a track: their accuracy is asked for, and they change the event', async () => {
  const nowMs = await nowIn(world.nothing)
  const page = await open(world.nothing, WHO, '/odt/observations', { reducedMotion: 'reduce' })
  const [primary, secondary] = [
    { number: 90_616, name: 'OWN 90616' },
    { number: 891_016, name: 'PASSING DEB' },
  ]
  await call('POST', 'satellites', { name: primary.name, noradId: primary.number })
  const tcaMs = Math.floor((nowMs + 2 * HOUR_MS) / 1000) * 1000
  const text = changedMessage({ messageId: 'GPS-1', createdMs: nowMs - 6 * HOUR_MS, tcaMs, primary, secondary })
  await call<CdmIntake[]>('POST', 'cdms', text)
  const oem = positionsBefore({ tcaMs, objectId: String(primary.number), objectName: primary.name })
  await afresh(page, '/odt/observations')
  await page
    .getByLabel('Add a track…')
    .setInputFiles([{ name: 'receiver.oem', mimeType: 'text/plain', buffer: Buffer.from(oem) }])
  // The message does not state the accuracy, and no number is proposed; the focus is in the field.
  await seen(page.getByText('receiver.oem has no covariance.'))
  const field = page.getByRole('textbox', { name: 'σ of each axis' })
  expect(await field.inputValue()).toBe('')
  expect(await page.getByRole('button', { name: 'Add the positions' }).isDisabled()).toBe(true)
  await page.keyboard.type(String(SIGMA_M))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  await seen(page.getByText(/positions fit OWN 90616 90616: /))
  await seen(page.getByText('Accuracy as stated: 5.00 m (1σ) along each axis.'))
  await seen(pane(page, 'Residuals of the positions'))
  await page.getByRole('button', { name: 'Corrected', exact: true }).click()
  await seen(pane(page, 'Orbit from these measurements'))
  expect(await findings(page)).toEqual([])
  await workOnce(world.nothing, 'odt.events', WHO)
  await seen(pane(page, 'Events beside it').getByText('Added, a message of its own'))
  const id = page.url().split('/').at(-1) ?? ''
  const report = await call<ObservationReport>('GET', `../odt/observations/report/${id}`)
  expect(report.positions).toMatchObject({ statedSigma: SIGMA_M, isAssociated: true })
  const files = await call<Observation[]>('GET', `../odt/observations?catalogue-id=${primary.number}`)
  expect(files[0]).toMatchObject({ observationFileId: id, sensorCode: 'GPS/POD', observationRequestId: null })

  // The positions were sent by mistake: the user withdraws them by keyboard, and a reason is required.
  await page.getByRole('button', { name: 'Withdraw…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await seen(dialog.getByText('One event holds it'))
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await seen(dialog.getByText('Please say why.'))
  await dialog.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.type('Of another receiver')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await seen(page.getByText(/WITHDRAWN at .* by .*: “Of another receiver”/))
  expect(await page.getByRole('button', { name: 'Withdraw…' }).count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await pane(page, 'Events beside it').getByRole('link').click()
  await seen(page.getByText(/Withdrawn at .*: “Of another receiver”/))
  expect(await findings(page)).toEqual([])
  await page.goBack()

  await prefer(page, 'language', 'de')
  await seen(page.getByText(/Positionen passen zu OWN 90616 90616/))
})
