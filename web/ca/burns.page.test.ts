import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, hideNotices } from '../testing/caller.ts'
import { toasts } from '../testing/notices.ts'
import { another, beginsWith, go, nowIn, page as open, PHONE, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo'
beginsWith(world.fleet)
const call = callerOf(world.fleet, WHO)
const DAY_MS = 86_400_000

const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

test('burns are typed in, screened, shown with their verdict, and read from a message', async () => {
  const page = await open(world.fleet, WHO, '/ca/burns', { reducedMotion: 'reduce' })
  await hideNotices(call)
  const satellites = await call<Satellite[]>('GET', 'satellites?limit=100')
  // One satellite has an engine, the other has none.
  const [one, still] = ['SAT-5', 'SAT-4'].map((name) => satellites.find((satellite) => satellite.name === name)!) as [
    Satellite,
    Satellite,
  ]
  const form = pane(page, 'Screen a burn')
  await seen(form.getByText('Choose the satellite.'))
  const first = form.getByRole('group', { name: 'Burn 1' })
  await go(page, `/ca/burns/${still.satelliteId}`)
  await first.getByLabel('Ignition, UTC').fill(timeOf((await nowIn(world.fleet)) + DAY_MS))
  await first.getByLabel('Δv T').fill('0.02')
  await form.getByRole('button', { name: 'Screen', exact: true }).click()
  await seen(form.getByText('The satellite has no engine: its propulsion is NONE.', { exact: false }))
  await go(page, `/ca/burns/${one.satelliteId}`)
  // A missing value is reported at its field, before the server is asked.
  await form.getByRole('button', { name: 'Screen', exact: true }).click()
  await seen(first.getByText('A time in UTC.'))
  const nowMs = await nowIn(world.fleet)
  await first.getByLabel('Ignition, UTC').fill(timeOf(nowMs + 1.2 * DAY_MS))
  await first.getByLabel('Δv T').fill('0.02')
  // A key adds a row with the same axes as the previous row.
  await first.getByLabel('Δv T').blur()
  await page.keyboard.press('a')
  const second = form.getByRole('group', { name: 'Burn 2' })
  await second.getByLabel('Ignition, UTC').fill(timeOf(nowMs + DAY_MS))
  await second.getByRole('button', { name: /Axes/ }).click()
  await page.getByRole('option', { name: 'VNB' }).click()
  await second.getByLabel('Δv V').fill('0.02')
  expect(await graveFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Screen', exact: true }).click()
  // An error that only the server can find is reported at the same fields.
  await seen(second.getByText('give burns in the order of their ignition', { exact: false }))
  await second.getByLabel('Ignition, UTC').fill(timeOf(nowMs + 1.3 * DAY_MS))
  await form.getByRole('button', { name: 'Screen', exact: true }).press('Enter')
  const plans = pane(page, 'Burns of your own')
  await seen(plans.getByText('2 burns, 0.0400 m/s in all', { exact: false }))
  const verdict = pane(page, 'Verdict')
  await seen(verdict.getByText('Gravest found'))
  await seen(verdict.getByText('under way', { exact: false }))
  const [made] = await call<Plan[]>('GET', `manoeuvres?has-event=false&satellite-id=${one.satelliteId}`)
  expect(made).toMatchObject({ state: 'SCREENED', satelliteId: one.satelliteId, conjunctionId: null })
  await expect.poll(() => page.url()).toContain(`plan=${made!.manoeuvreId}`)
  await seen(pane(page, 'Burns as flown').getByText('VNB 0.0200, 0.0000, 0.0000'))
  await seen(plans.getByRole('button', { name: 'Approve' }))
  expect(await graveFindings(page)).toEqual([])

  // Burns are changed in the form in which they were typed: the plan stays the same, and is screened again.
  await plans.getByRole('button', { name: 'Change burns' }).click()
  await seen(form.getByText(`A change makes ${made!.name} a draft again`, { exact: false }))
  const last = form.getByRole('group', { name: 'Burn 2' })
  expect(await last.getByLabel('Δv V').inputValue()).toBe('0.02')
  expect(await form.getByLabel('OPM or OCM as text').count()).toBe(0)
  await last.getByLabel('Δv V').fill('0.03')
  await form.getByRole('button', { name: 'Screen the changed burns' }).press('Enter')
  await seen(plans.getByText('2 burns, 0.0500 m/s in all', { exact: false }))
  await seen(pane(page, 'Burns as flown').getByText('VNB 0.0300, 0.0000, 0.0000'))
  const statesOf = async () =>
    (await call<Plan[]>('GET', `manoeuvres?has-event=false&satellite-id=${one.satelliteId}`)).map(
      ({ manoeuvreId, state }) => [manoeuvreId, state],
    )
  await expect.poll(statesOf).toEqual([[made!.manoeuvreId, 'SCREENED']])
  await expect.poll(() => page.url()).not.toContain('change=')

  // A message is pasted; text that is not a message is refused before it is sent.
  const paste = form.getByLabel('OPM or OCM as text')
  await paste.fill('0.045')
  await form.getByRole('button', { name: 'Screen the pasted burns' }).click()
  await seen(form.getByText('No OPM and no OCM.'))
  await paste.fill('CCSDS_OPM_VERS = 2.0\nCREATION_DATE = much')
  await form.getByRole('button', { name: 'Screen the pasted burns' }).click()
  await seen(form.getByText(/Not taken\. Line \d/))

  // The list of plans and the page of the satellite have a link to this page.
  await go(page, `/ca/satellite/${one.satelliteId}`)
  const burns = pane(page, `Plans and burns of ${one.name}`)
  await burns.getByRole('link', { name: made!.name }).click()
  await seen(pane(page, 'Burns of your own').getByText('2 burns, 0.0500 m/s in all', { exact: false }))
})

test('on a phone no notice covers the typed text, and the example time is in the future', async () => {
  const page = await another(world.fleet, WHO, '/ca/burns', PHONE, (context) =>
    context.route('**/api/v1/notifications?*', async (route) => {
      const answer = await route.fetch()
      const [first] = await answer.json()
      const fresh = { ...first, id: '00000000-0000-4000-8000-000000000001', state: 'fresh', level: 'critical' }
      await route.fulfill({ response: answer, json: [{ ...fresh, message: 'Act: SAT-2. '.repeat(40) }] })
    }),
  )
  const [one] = await call<Satellite[]>('GET', 'satellites?limit=1')
  await go(page, `/ca/burns/${one!.satelliteId}`)
  const form = pane(page, 'Screen a burn')
  const tomorrow = new Date((await nowIn(world.fleet)) + DAY_MS).toISOString().slice(0, 10)
  await seen(form.getByText(`As ${tomorrow} 08:30:00`))
  await toasts(page).first().waitFor({ state: 'attached' })
  const parts = form.locator('label:visible, input:visible:not([type=file]), select:visible, button:visible')
  const covered = await parts.evaluateAll((all) =>
    all.flatMap((part) => {
      part.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return hit !== null && hit.closest('li') !== null ? [part.textContent] : []
    }),
  )
  expect(covered).toEqual([])
})
