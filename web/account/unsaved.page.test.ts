import { NOTHING, saveButton } from '@apsis/e2e/account/stored-settings.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { toasts } from '../testing/notices.ts'
import { go, pane, seen } from '../testing/page.ts'
import { onSave, openSettings, refusal, tab } from '../testing/settings.ts'

const who = 'demo-test'
const MINE = 'mine@operator.example'
const THEIRS = 'theirs@operator.example'

test('a save that fails is reported in its form alone, keeps the entered values, and raises no notification', async () => {
  const { page, section, stored } = await openSettings(who, { ca: NOTHING, odt: NOTHING })
  const form = section('odt')
  const mend = await onSave(page, (route) =>
    route.fulfill(refusal(503, 'Service Unavailable', 'The database does not answer.')),
  )
  await form.getByLabel('Email', { exact: true }).fill(MINE)
  await saveButton(form).click()
  const alert = form.getByRole('alert')
  await seen(alert.getByText('Your settings could not be saved (503).'))
  await seen(alert.getByText('The database does not answer. What you entered is still here'))
  await seen(alert.getByText('c7f3-91ab'))
  expect(await form.getByLabel('Email', { exact: true }).inputValue()).toBe(MINE)
  expect(await section('ca').getByRole('alert').count()).toBe(0)
  expect(await toasts(page).count()).toBe(0)
  expect((await stored('odt')).email.addresses).toEqual([])
  expect(await findings(page, 'main')).toEqual([])
  await mend()
  await saveButton(form).click()
  await seen(form.getByText('Saved.'))
  expect((await stored('odt')).email.addresses).toEqual([MINE])
})

test('an error of the server about an input is beside it, and the input has the focus', async () => {
  const { page, section } = await openSettings(who, { odt: NOTHING })
  const form = section('odt')
  await form.getByLabel('Webhook').fill(`https://hooks.operator.example/${'a'.repeat(2100)}`)
  await saveButton(form).click()
  await seen(form.getByText('Your settings could not be saved (400).'))
  const webhook = form.getByLabel('Webhook')
  expect(await webhook.getAttribute('aria-invalid')).toBe('true')
  expect(await webhook.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await toasts(page).count()).toBe(0)
})

test('a save by somebody else is reported before anything is lost, and its values can be loaded', async () => {
  const { section, store, stored } = await openSettings(who, { odt: NOTHING })
  const form = section('odt')
  await form.getByLabel('Email', { exact: true }).fill(MINE)
  await store('odt', { ...NOTHING, email: { addresses: [THEIRS] }, statuses: ['PENDING'] })
  const notice = form.getByRole('alert')
  await seen(notice.getByText('Saved elsewhere in between.'))
  await seen(notice.getByText(THEIRS))
  expect(await notice.getByRole('term').allInnerTexts()).toEqual(['Email now stored', 'Statuses now stored'])
  expect(await form.getByLabel('Email', { exact: true }).inputValue()).toBe(MINE)
  await form.getByRole('button', { name: 'Load theirs' }).click()
  await seen(saveButton(form))
  expect(await form.getByLabel('Email', { exact: true }).inputValue()).toBe(THEIRS)
  expect((await stored('odt')).email.addresses).toEqual([THEIRS])
})

test('a save over an old version is refused, and can be repeated; values without an input stay as the other person saved them', async () => {
  const { page, section, store, stored } = await openSettings(who, { ca: NOTHING })
  const form = section('ca')
  const slack = ['https://hooks.slack.example/services/2']
  await form.getByLabel('Email', { exact: true }).fill(MINE)
  // The other person saves after the button was pressed, so no event can have announced that save to the page.
  let isFirst = true
  await onSave(page, async (route) => {
    if (isFirst) await store('ca', { ...NOTHING, slack: { url: slack }, email: { addresses: [THEIRS] } })
    isFirst = false
    await route.continue()
  })
  await saveButton(form).click()
  const notice = form.getByRole('alert')
  await seen(notice.getByText(THEIRS))
  expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await toasts(page).count()).toBe(0)
  expect(await findings(page, 'main')).toEqual([])
  await form.getByRole('button', { name: 'Save mine' }).click()
  await seen(form.getByText('Saved.'))
  expect(await stored('ca')).toMatchObject({
    email: { addresses: [MINE] },
    slack: { url: ['https://hooks.slack.example/…es/2'] },
  })
})

test('leaving the page asks; staying keeps the entered values, and leaving discards them', async () => {
  const { page, section } = await openSettings(who, { odt: NOTHING })
  const email = section('odt').getByLabel('Email', { exact: true })
  await email.fill(MINE)
  const away = page.getByRole('navigation').getByRole('link', { name: 'Documentation' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await away.click()
  await seen(question.getByText('Changes not saved: On-demand tracking.'))
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await email.inputValue()).toBe(MINE)
  expect(new URL(page.url()).pathname).toBe('/account/notifications')
  await away.click()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await page.waitForURL(/\/docs/)
})

test('a look at the other tab loses nothing and asks nothing, as does leaving without changes', async () => {
  const { page, section } = await openSettings(who, { odt: NOTHING })
  const email = section('odt').getByLabel('Email', { exact: true })
  await email.fill(MINE)
  await seen(tab(page, 'Notifications unsaved'))
  await tab(page, 'Profile').click()
  await seen(pane(page, 'Preferences'))
  await tab(page, 'Notifications').click()
  expect(await email.inputValue()).toBe(MINE)
  await section('odt').getByRole('button', { name: 'Discard changes' }).click()
  expect(await email.inputValue()).toBe('')
  await page.getByRole('navigation').getByRole('link', { name: 'Documentation' }).click()
  await page.waitForURL(/\/docs/)
})

test('the browser asks before a reload discards the entered values', async () => {
  const { page, section } = await openSettings(who, { odt: NOTHING })
  await section('odt').getByLabel('Email', { exact: true }).fill(MINE)
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloaded
  await seen(saveButton(section('odt')))
  expect(await section('odt').getByLabel('Email', { exact: true }).inputValue()).toBe('')
})

test('the entered values stay when the stored ones are read again', async () => {
  const { page, section, store } = await openSettings(who, { ca: NOTHING, odt: NOTHING })
  await section('odt').getByLabel('Email', { exact: true }).fill(MINE)
  const read = page.waitForResponse(
    (one) => one.url().includes('/api/v1/userconfig/') && one.request().method() === 'GET',
  )
  await store('ca', { ...NOTHING, statuses: ['PENDING'] })
  await read
  await seen(section('ca').getByRole('checkbox', { name: 'Pending', checked: true }))
  expect(await section('odt').getByLabel('Email', { exact: true }).inputValue()).toBe(MINE)
  expect(await section('odt').getByRole('alert').count()).toBe(0)
})

test('a skeleton is shown while the settings are read; a failure is reported in its section, and can be tried again', async () => {
  const { page, section } = await openSettings(who)
  await go(page, '/account/profile')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/userconfig/**', async (route) => {
    await released
    await route.fulfill(refusal(503, 'Service Unavailable', 'The database does not answer.'))
  })
  await page.reload()
  await tab(page, 'Notifications').click()
  await seen(saveButton(section('ca')))
  await section('odt').getByText('Loading').waitFor({ state: 'attached' })
  release()
  await seen(section('odt').getByText('Your settings could not be read (503).'))
  expect(await toasts(page).count()).toBe(0)
  await page.unroute('**/api/v1/userconfig/**')
  await section('odt').getByRole('button', { name: 'Try again' }).click()
  await seen(saveButton(section('odt')))
})
