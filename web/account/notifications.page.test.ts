import { NOTHING, saveButton } from '@apsis/e2e/account/stored-settings.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { noteToasts } from '@apsis/e2e/note-toasts.ts'
import { unfolded } from '@apsis/e2e/unfolded.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, page as open, pane, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { onSave, openSettings, tab } from '../testing/settings.ts'
import { world } from '../testing/world.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const WALL = { viewport: { width: 3440, height: 1440 } }
const EMAIL = 'Email address must be a valid address.'

test.each([
  ['demo', ['Collision avoidance', 'On-demand tracking']],
  ['demo-test', ['Collision avoidance', 'On-demand tracking']],
  ['demo-tracking', ['On-demand tracking']],
  ['demo-guest', []],
])('%s has a section for each service that they may use, and no other', async (username, sections) => {
  const page = await open(world.nothing, username, '/account/notifications')
  await seen(page.getByRole('heading', { name: 'Notification settings' }))
  await seen(
    sections.length > 0
      ? saveButton(page.getByRole('main')).first()
      : page.getByText('No service has notices for you.'),
  )
  for (const name of ['Collision avoidance', 'On-demand tracking'])
    expect(await pane(page, name).count(), name).toBe(sections.includes(name) ? 1 : 0)
})

test('on a video wall services and on-call duty are beside each other, and the folded panes are in two columns', async () => {
  const page = await open(world.nothing, 'demo', '/account/notifications', WALL)
  const tops = async (names: readonly string[]) => {
    const boxes = await Promise.all(names.map((name) => pane(page, name).boundingBox()))
    return [...new Set(boxes.map((box) => Math.round(box?.y ?? -1)))]
  }
  await seen(saveButton(await unfolded(page, 'Rules')))
  await expect.poll(() => tops(['Collision avoidance', 'On-demand tracking', 'On call'])).toHaveLength(1)
  await expect.poll(() => tops(['Rules', 'Telephone'])).toHaveLength(1)
})

/** Returns the tags of the elements that scroll vertically. */
const scrolled = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
      .map((one) => `${one.tagName} ${one.getAttribute('role') ?? ''}`.trim()),
  )

test.each([
  [{}, ['DIV tabpanel']],
  [PHONE, ['MAIN']],
] as const)('the settings have one scroll bar, %j', async (wishes, one) => {
  const page = await open(world.nothing, 'demo', '/account/notifications', wishes)
  for (const name of ['Rules', 'Delivery log']) await unfolded(page, name)
  await seen(saveButton(pane(page, 'Rules')))
  await expect.poll(() => scrolled(page)).toEqual(one)
})

test('before anything was saved Complete and Cancelled are ticked, and the page states that there is no channel yet', async () => {
  const page = await open(world.nothing, 'demo-other', '/account/notifications')
  await seen(page.getByText('No channel yet'))
  for (const name of ['Collision avoidance', 'On-demand tracking']) {
    const section = pane(page, name)
    await seen(section.getByText('You will get nothing: no channel has an address.'))
    expect(
      await section.getByRole('textbox').evaluateAll((inputs) => inputs.map((one) => Reflect.get(one, 'value'))),
    ).toEqual(['', '', ''])
    for (const [label, ticked] of [
      ['Complete', true],
      ['Cancelled', true],
      ['Pending', false],
      ['In Progress', false],
    ] as const)
      expect(await section.getByRole('checkbox', { name: label, exact: true }).isChecked(), label).toBe(ticked)
    await expect.poll(() => section.getByText('BETA').count()).toBe(2)
    expect(await section.getByText('Slack').count()).toBe(0)
  }
})

test('an invalid e-mail address prevents saving: it is listed, marked at the input, and focused', async () => {
  const { page, section } = await openSettings('demo', { odt: NOTHING })
  const form = section('odt')
  let saves = 0
  await onSave(page, (route) => {
    saves += 1
    return route.continue()
  })
  const email = form.getByLabel('Email', { exact: true })
  await email.fill('flight@operator')
  await saveButton(form).click()
  expect(await form.getByRole('alert').getByRole('listitem').allInnerTexts()).toEqual([EMAIL])
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  const described = (await email.getAttribute('aria-describedby')) ?? ''
  expect(await page.locator(`#${described.split(' ').join(', #')}`).allInnerTexts()).toContain(EMAIL)
  expect(saves).toBe(0)
  await email.fill('flight@operator.example')
  await expect.poll(() => form.getByText(EMAIL).count()).toBe(0)
  await saveButton(form).click()
  await seen(form.getByText('Saved.'))
  expect(saves).toBe(1)
  await email.fill('')
  await saveButton(form).click()
  await seen(form.getByText('You will get nothing: no channel has an address.'))
})

test('addresses that cannot work get a hint but are saved', async () => {
  const { page, section, stored } = await openSettings('demo', { ca: NOTHING })
  const form = section('ca')
  const [teams, webhook] = [form.getByLabel('Microsoft Teams'), form.getByLabel('Webhook')]
  await teams.fill('not an address')
  await seen(form.getByText('Microsoft Teams address must be a valid address.'))
  await webhook.fill('hooks.operator.example')
  await seen(form.getByText('Webhook URL must be a valid address.'))
  await webhook.fill('http://hooks.operator.example')
  await seen(form.getByText('Not https: nothing is sent there.'))
  await teams.fill('https://operator.webhook.office.com/webhookb2/1')
  await seen(form.getByText('Microsoft has retired webhook.office.com'))
  await teams.fill('not an address')
  const said = await noteToasts(page)
  await saveButton(form).click()
  await expect.poll(said).toContainEqual(expect.stringContaining('Settings updated'))
  expect(await stored('ca')).toMatchObject({
    email: { enabled: false, addresses: [] },
    msteams: { enabled: true, url: ['not an address'] },
    webhook: { enabled: true, url: ['http://hooks.operator.example'] },
  })
})

test('while values are being saved the button shows Saving... and cannot be pressed; afterwards there is a notification without a code', async () => {
  const { page, section, stored } = await openSettings('demo', { odt: NOTHING })
  const form = section('odt')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await onSave(page, async (route) => {
    await released
    await route.continue()
  })
  await form.getByLabel('Webhook').fill('https://hooks.operator.example/apsis')
  await form.getByText('Pending', { exact: true }).click()
  await form.getByText('Cancelled', { exact: true }).click()
  await seen(form.getByText('By webhook: Complete and Pending tracking requests.'))
  const said = await noteToasts(page)
  await saveButton(form).click()
  const saving = form.getByRole('button', { name: 'Saving...', exact: true })
  await seen(saving)
  expect(await saving.isDisabled()).toBe(true)
  release()
  await seen(saveButton(form))
  expect(await saveButton(form).evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(said).toContainEqual(expect.stringContaining('Your user settings have been saved.'))
  expect((await said()).filter((text) => /^Settings updated$/m.test(text))).toHaveLength(1)
  expect(await stored('odt')).toEqual({
    email: { enabled: false, addresses: [] },
    msteams: { enabled: false, url: [] },
    slack: { enabled: false, url: [] },
    // Only the last characters of a value that may be secret are returned.
    webhook: { enabled: true, url: ['https://hooks.operator.example/…psis'] },
    statuses: ['COMPLETED_OK', 'PENDING'],
  })
})

test('a setting of the API without an input is shown, and is kept by a save', async () => {
  const slack = ['https://hooks.slack.example/services/1', '#operations']
  const before = { ...NOTHING, slack: { url: slack }, email: { addresses: ['a@b.example', 'c@d.example'] } }
  const { section, stored } = await openSettings('demo', { ca: before })
  const form = section('ca')
  // Only the last characters of the part of an address that may be secret are shown; any other text is shown completely.
  const shown = ['https://hooks.slack.example/…es/1', '#operations']
  await seen(form.getByText(shown[0] ?? ''))
  await seen(form.getByText('Slack URL must be a valid address.'))
  await seen(form.getByText('Set through the API; stays as it is.'))
  await seen(form.getByText('One more, set through the API, stays: c@d.example'))
  await expect.poll(() => form.getByRole('textbox').count()).toBe(3)
  await form.getByLabel('Email', { exact: true }).fill('day@operator.example')
  await saveButton(form).click()
  await seen(form.getByText('Saved.'))
  expect(await stored('ca')).toMatchObject({
    email: { enabled: true, addresses: ['day@operator.example', 'c@d.example'] },
    slack: { enabled: true, url: shown },
  })
})

test('a save can be undone', async () => {
  const before = { ...NOTHING, email: { addresses: ['night@operator.example'] } }
  const { section, stored } = await openSettings('demo', { odt: before })
  const form = section('odt')
  await form.getByLabel('Email', { exact: true }).fill('day@operator.example')
  await form.getByLabel('Email', { exact: true }).press('Enter')
  await form.getByRole('button', { name: 'Undo' }).click()
  await seen(form.getByText('Saved.'))
  expect(await form.getByLabel('Email', { exact: true }).inputValue()).toBe('night@operator.example')
  expect((await stored('odt')).email.addresses).toEqual(['night@operator.example'])
})

test('settings saved elsewhere appear on the open page by themselves', async () => {
  const { section, store } = await openSettings('demo', { odt: NOTHING })
  await store('odt', {
    ...NOTHING,
    webhook: { url: ['https://hooks.operator.example/apsis'] },
    statuses: ['IN_PROGRESS'],
  })
  await seen(section('odt').getByText('By webhook: In Progress tracking requests.'))
  expect(await section('odt').getByRole('alert').count()).toBe(0)
})

test('settings of another user give the same answer as an unknown address', async () => {
  const { call } = await apiOf(world.nothing)
  const save = async (subject: string) => {
    const body = JSON.stringify({ notifications: NOTHING })
    return (await call(person('demo-tracking'), `PUT /api/v1/userconfig/${subject}`, { body })).status
  }
  expect(await save(person('demo-other').subject)).toBe(404)
  expect(await save('00000000-0000-4000-8000-000000000000')).toBe(404)
})

test('the keyboard alone reaches the tab, moves through the form, and saves with Enter', async () => {
  const { page, section, stored } = await openSettings('demo', { ca: NOTHING })
  const form = section('ca')
  await tab(page, 'Notifications').focus()
  for (
    let at = 0;
    at < 10 && !(await form.getByLabel('Email', { exact: true }).evaluate((one) => one === document.activeElement));
    at += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.type('keys@operator.example')
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await form.getByLabel('Webhook').press('Enter')
  await seen(form.getByText('Saved.'))
  expect(await stored('ca')).toMatchObject({
    email: { enabled: true, addresses: ['keys@operator.example'] },
    statuses: ['CANCELLED'],
  })
})

test('the form is correct in German, and on a phone nothing is wider than the screen', async () => {
  const { page } = await openSettings('demo', { odt: NOTHING }, PHONE)
  await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await page.reload()
  const form = pane(page, 'Bahnverfolgung auf Abruf')
  await form.getByLabel('E-Mail', { exact: true }).fill('flug')
  await form.getByRole('button', { name: 'Änderungen speichern' }).click()
  await seen(form.getByRole('alert').getByText('Die E-Mail-Adresse muss eine gültige Adresse sein.'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findings(page, 'main')).toEqual([])
})

test('axe finds nothing on the settings: filled, with hints, and refused', async () => {
  const { page, section } = await openSettings('demo', { ca: NOTHING, odt: NOTHING })
  expect(await findings(page, 'main')).toEqual([])
  const form = section('ca')
  await form.getByLabel('Email', { exact: true }).fill('flight')
  await form.getByLabel('Webhook').fill('hooks')
  await saveButton(form).click()
  await seen(form.getByRole('alert'))
  expect(await findings(page, 'main')).toEqual([])
})
