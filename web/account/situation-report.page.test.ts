import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { NOTHING } from '@apsis/e2e/account/stored-settings.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { unfolded } from '@apsis/e2e/unfolded.ts'
import { expect, onTestFinished, test } from 'vitest'
import { apiOf, page as open, PHONE, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { openSettings } from '../testing/settings.ts'
import { world } from '../testing/world.ts'

const WITH_ADDRESS = { ...NOTHING, email: { enabled: true, addresses: ['ada@operator.example'] } }

/** Returns the API of a user; after the test the rules of this user are as they were before. */
async function apiOfPerson(username: string) {
  const api = await apiOf(world.nothing)
  const who = person(username)
  onTestFinished(async () => {
    await api.database.query('delete from delivery.rules where subject = $1', [who.subject])
  })
  const read = async <T>(path: string) => (await (await api.call(who, `GET /api/v1/notifications/${path}`)).json()) as T
  return {
    rules: () => read<NoticeRules>('rules'),
    reports: async () =>
      (await read<Delivery[]>('deliveries')).filter(({ kind }) => kind === 'situation-report' && kind !== undefined),
    confirm: () =>
      api.database.query("update delivery.receiver set confirmed_at = now() where subject = $1 and channel = 'email'", [
        who.subject,
      ]),
  }
}

test('times are chosen with the keyboard, a wrong one has its error beside the field, and the page names the time zone', async () => {
  const { rules } = await apiOfPerson('demo')
  const { page } = await openSettings('demo', { ca: NOTHING })
  const form = await unfolded(page, 'Rules')
  const box = form.getByRole('checkbox', { name: 'Send a situation report' })
  await seen(form.getByRole('heading', { name: 'Situation report' }))
  expect([await box.isChecked(), await form.getByRole('textbox', { name: 'Report 1 at' }).count()]).toEqual([false, 0])
  await box.focus()
  await page.keyboard.press('Space')
  expect(await form.getByRole('textbox', { name: 'Report 1 at' }).inputValue()).toBe('06:00')
  // A report does not reach a user without an address; the page says so before anything is saved.
  await seen(form.getByText('No report reaches you:'))
  await form.getByRole('button', { name: 'Add a time' }).press('Enter')
  expect(await form.getByRole('textbox', { name: 'Report 2 at' }).inputValue()).toBe('14:00')
  await form.getByRole('textbox', { name: 'Report 2 at' }).fill('6')
  await form.getByRole('button', { name: 'Save changes' }).click()
  expect(await form.getByRole('alert').getByRole('listitem').allInnerTexts()).toEqual(['Report 2 at: must be HH:MM'])
  await form.getByRole('textbox', { name: 'Report 2 at' }).fill('06:00')
  await seen(form.getByText('must be another time').first())
  await form.getByRole('textbox', { name: 'Report 2 at' }).fill('18:30')
  await form.getByLabel('Time zone').click()
  await page.getByRole('option', { name: 'Europe/Berlin', exact: true }).click()
  await seen(form.getByText('Each day at 06:00, 18:30, clock of Europe/Berlin'))
  await form.getByRole('button', { name: 'Save changes' }).click()
  await seen(form.getByText('Saved.'))
  expect(await rules()).toMatchObject({ situationReportAt: ['06:00', '18:30'], timeZone: 'Europe/Berlin' })
  await form.getByRole('button', { name: 'Remove Report 1 at' }).click()
  expect(await form.getByRole('textbox', { name: 'Report 1 at' }).inputValue()).toBe('18:30')
  expect(await findings(page, 'main')).toEqual([])
})

test('a report is sent at once to a confirmed address, and no second one while the first is being sent', async () => {
  const { reports, confirm } = await apiOfPerson('demo')
  const { page } = await openSettings('demo', { ca: WITH_ADDRESS })
  await confirm()
  await page.reload()
  const form = await unfolded(page, 'Rules')
  await form.getByRole('button', { name: 'Send one now' }).click()
  await seen(form.getByText('On its way to one address; see the log.'))
  expect((await reports()).map(({ state, title }) => [state, title])).toEqual([['waiting', 'Situation report']])
  await form.getByRole('button', { name: 'Send one now' }).click()
  await seen(form.getByText('A situation report is on its way to you already.'))
  expect(await reports()).toHaveLength(1)
})

test('a user who gets no event is not offered a report', async () => {
  const page = await open(world.nothing, 'demo-tracking', '/account/notifications')
  const form = await unfolded(page, 'Rules')
  await seen(form.getByRole('button', { name: 'Save changes' }))
  expect(await form.getByText('Situation report').count()).toBe(0)
})

test('the form is correct in German, and on a phone nothing is wider than the screen', async () => {
  await apiOfPerson('demo')
  const { page } = await openSettings('demo', { ca: NOTHING }, PHONE)
  await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await page.reload()
  const form = await unfolded(page, 'Regeln')
  await form.getByText('Einen Lagebericht senden').click()
  await form.getByRole('button', { name: 'Zeit hinzufügen' }).click()
  await seen(form.getByText('Jeden Tag um 06:00, 14:00, Uhr von UTC'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findings(page, 'main')).toEqual([])
})
