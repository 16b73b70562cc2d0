import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { apiOf, beginsWith, page as open, seen } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

/** A user whose only role is in tracking. */
const WHO = 'demo-tracking'
const DIALOG = '/odt/observations?dialog=new-observation'
const FIELD = 'Object: name, number or orbit'
/** The number of a simulated object. */
const OBJECT = 90_003
const TLE = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
].join('\n')

test('a user whose only role is in tracking enters any object in one field, opens an account, orders, and finds the object by its name', async () => {
  const page = await open(world.fleet, WHO, DIALOG)
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  const object = dialog.getByLabel(FIELD)
  const send = dialog.getByRole('button', { name: /^Send request/ })
  await object.fill('NOBODY')
  await seen(dialog.getByText(/^Not known: enter a catalogue number/))
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  // The field keeps both lines of a TLE.
  await object.fill('')
  await object.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, TLE)
  await expect.poll(() => dialog.getByLabel(FIELD).inputValue()).toBe(TLE)
  await seen(dialog.getByText(/The orbit is sent as TLE\./))
  await dialog.getByLabel(FIELD).fill(String(OBJECT))
  await dialog.getByRole('button', { name: 'Open a simulated account' }).click()
  await seen(dialog.getByText(/only passes that succeed are charged/))
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Send request, €/ }).click()
  await seen(page.getByRole('dialog', { name: 'Request sent' }))

  const { call } = await apiOf(world.fleet)
  const [sent] = (await (await call(person(WHO), 'GET /api/v1/odt/requests')).json()) as ObservationRequest[]
  const name = sent?.objectName ?? ''
  expect(name).not.toMatch(/^\d*$/)
  const again = await open(world.fleet, WHO, `${DIALOG}&satellite=${encodeURIComponent(name)}`)
  const next = again.getByRole('dialog', { name: 'New observation request' })
  expect(await next.getByLabel(FIELD).inputValue()).toBe(name)
  await expect
    .poll(() => next.getByRole('button', { name: /^Send request, €/ }).getAttribute('aria-disabled'))
    .toBe('false')
})
