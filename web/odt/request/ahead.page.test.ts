import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test } from 'vitest'
import { callerOf } from '../../testing/caller.ts'
import { beginsWith, go, page as open, pane, seen, workOnce } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const call = callerOf(world.fleet, WHO)
/** SAT-1 of the demo: every radar of the simulated network sees it within a day. */
const NUMBER = 90_001

test('an ordered pass is shown on overview, wall, handover note, list of satellites, palette and paper', async () => {
  await call('POST', '../payments/demo')
  const asked = { catalogueId: NUMBER, measurementType: 'RADAR', numberOfPassesRequested: 1 }
  const { observationRequestId: id } = await call<ObservationRequest>('POST', '../odt/requests', asked)
  await workOnce(world.fleet, 'odt.requests', WHO)
  const [request] = await call<ObservationRequest[]>('GET', `../odt/requests?observation-request-id=${id}`)
  const [pass] = request?.passes ?? []
  if (!request || !pass) throw new Error('no pass was planned')
  const name = request.objectName

  const page = await open(world.fleet, WHO, '/ca/overview', { reducedMotion: 'reduce' })
  const row = pane(page, 'Ordered tracking').getByRole('row').filter({ hasText: name })
  await seen(row.getByText(pass.sensorCode).first())
  await page.getByRole('button', { name: 'Write handover note' }).click()
  const note = await seen(page.getByRole('dialog').getByRole('textbox', { name: 'Note' }))
  expect(await note.inputValue()).toContain(`${name}: ${pass.sensorCode}, `)
  await page.keyboard.press('Escape')
  await go(page, '/ca/overview?wall=on')
  await seen(page.getByRole('region', { name: 'Next pass' }))

  await go(page, '/ca/assets')
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

  // The printed request contains its passes, and no buttons.
  await seen(pane(page, 'Passes').getByText(pass.sensorCode).first())
  await seen(page.getByRole('button', { name: 'Cancel request' }))
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Cancel request' }).isVisible()).toBe(false)
  expect(await pane(page, 'Passes').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
})
