import { expect, test } from 'vitest'
import { boxOf, cutTexts, isFocused, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, prefer, seen } from '../../testing/page.ts'

test('a field shows its name with its unit, its help, and its error instead of the help', async () => {
  const page = await openSink()
  const part = pane(page, 'Fields')
  const email = part.getByRole('textbox', { name: 'Email', exact: true })
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await seen(part.getByRole('textbox', { name: 'Email', description: 'Email address must be a valid address.' }))
  expect(await part.getByText('One address.').count()).toBe(0)
  await email.fill('ops@orbit.example')
  await seen(part.getByRole('textbox', { name: 'Email', description: 'One address.' }))
  expect(await email.getAttribute('aria-invalid')).toBeNull()
  await seen(part.getByRole('textbox', { name: 'Hard-body radius m', description: 'Of a sphere around it.' }))
  expect(await part.getByRole('textbox', { name: 'Cannot be changed' }).isDisabled()).toBe(true)
  const message = part.getByRole('textbox', { name: 'Message' })
  expect(await message.getAttribute('spellcheck')).toBe('false')
  // A click on the name focuses its field.
  await part.getByText('Message', { exact: true }).click()
  expect(await isFocused(message)).toBe(true)
  expect(
    await part.getByRole('textbox').evaluateAll((all) => all.map((one) => one.getAttribute('placeholder'))),
  ).toEqual([null, null, null, null])
})

test('a number is changed by keys and by buttons that contain its name, never below its minimum, with a decimal point in every language', async () => {
  const page = await openSink()
  const part = pane(page, 'Fields')
  const radius = part.getByRole('textbox', { name: 'Hard-body radius' })
  const after = async (key: string) => {
    await radius.press(key)
    return radius.inputValue()
  }
  expect([await after('ArrowUp'), await after('ArrowUp'), await after('ArrowDown')]).toEqual([
    '2.700',
    '2.800',
    '2.700',
  ])
  await part.getByRole('button', { name: 'Increase Hard-body radius' }).click()
  expect(await radius.inputValue()).toBe('2.800')
  await part.getByRole('button', { name: 'Decrease Hard-body radius' }).click()
  expect(await radius.inputValue()).toBe('2.700')
  expect(await after('Home')).toBe('0.000')
  expect(await after('ArrowDown')).toBe('0.000')
  expect(await part.getByRole('button', { name: 'Decrease Hard-body radius' }).isDisabled()).toBe(true)
  await radius.fill('1.5')
  expect(await after('Enter')).toBe('1.500')
  await prefer(page, 'language', 'de')
  const felder = pane(page, 'Felder')
  expect(await (await seen(felder.getByRole('textbox').nth(1))).inputValue()).toBe('1.500')
})

test('one option is chosen by arrows and by its first letter, several are chosen by Space, and without a choice the error is shown', async () => {
  const page = await openSink()
  const part = pane(page, 'Choices')
  const frame = part.getByRole('button', { name: /Frame of the burn$/ })
  const list = page.getByRole('listbox', { name: 'Frame of the burn' })
  await frame.press('Enter')
  await expect.poll(() => isFocused(list.getByRole('option', { name: 'RTN' }))).toBe(true)
  expect(await list.getByRole('option', { name: 'RTN' }).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => frame.innerText()).toBe('TNW')
  await expect.poll(() => isFocused(frame)).toBe(true)
  await page.keyboard.press('e')
  await expect.poll(() => frame.innerText()).toBe('EME2000')
  await page.keyboard.press('ArrowDown')
  await seen(list)
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await expect.poll(() => list.count()).toBe(0)
  expect(await frame.innerText()).toBe('EME2000')
  expect(await part.getByRole('button', { name: /Not to be chosen$/ }).isDisabled()).toBe(true)
  const group = part.getByRole('group', { name: 'Tell me of' })
  await group.getByRole('checkbox', { name: 'Complete' }).press('Space')
  await group.getByRole('checkbox', { name: 'Cancelled' }).press('Space')
  await seen(part.getByText('Choose at least one status.'))
  await seen(part.getByRole('group', { name: 'Tell me of', description: 'Choose at least one status.' }))
  await group.getByRole('checkbox', { name: 'In progress' }).press('Space')
  await expect.poll(() => part.getByText('Choose at least one status.').count()).toBe(0)
  expect(await group.getByRole('checkbox', { checked: true }).count()).toBe(1)
})

test('fields are large enough for a finger, and none of their names is cut off', async () => {
  const page = await openSink()
  const [fields, choices] = [pane(page, 'Fields'), pane(page, 'Choices')]
  const long = pane(page, 'Name, cut in its middle')
  const heights = async () => [
    (await boxOf(fields.getByRole('textbox', { name: 'Email' }))).height,
    (await boxOf(fields.getByRole('textbox', { name: 'Hard-body radius' }))).height,
    (await boxOf(choices.getByRole('button', { name: /Frame of the burn$/ }))).height,
  ]
  for (const { viewport, controlPx } of [
    { viewport: { width: 1440, height: 900 }, controlPx: 28 },
    { ...PHONE, controlPx: 32 },
  ]) {
    await page.setViewportSize(viewport)
    await expect.poll(heights).toEqual([controlPx, controlPx, controlPx])
    for (const part of [fields, choices, long.locator('label')]) {
      expect(await smallTargets(part)).toEqual([])
      expect(await cutTexts(part)).toEqual([])
    }
    const { x, width } = await boxOf(long.getByRole('textbox', { name: /^Name of the operator .* m$/ }))
    expect(x + width).toBeLessThanOrEqual(viewport.width)
  }
})
