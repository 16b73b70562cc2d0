import { readFileSync } from 'node:fs'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { apiOf, page as open, seen } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-admin'

test('a provider is added after its errors were named, and saved to a file without its key', async () => {
  const page = await open(world.nothing, WHO, '/odt/sensors')
  await page.getByRole('button', { name: 'Providers' }).click()
  const list = page.getByRole('dialog', { name: 'Providers' })
  await list.getByRole('button', { name: 'Add provider' }).click()
  const form = page.getByRole('dialog', { name: 'Add a provider' })
  await form.getByLabel('Identifier').fill('south network')
  await form.getByRole('button', { name: 'Save' }).click()
  await seen(form.getByText(/^Letters, digits, dots/))
  await seen(form.getByText('This is needed.').first())
  await form.getByLabel('Identifier').fill('south')
  await form.getByRole('textbox', { name: 'Name' }).fill('South Network')
  await form.getByLabel('Address of orders').fill('http://127.0.0.1:9/orders')
  await form.getByRole('button', { name: 'Save' }).click()
  await seen(list.getByRole('heading', { name: /South Network/ }))
  await seen(list.getByText('none yet: no orders'))
  expect(await findings(page)).toEqual([])
  await list.getByRole('button', { name: 'Menu of Providers' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
  // An address may contain a key, so it is returned masked.
  const saved = readFileSync(await (await download).path(), 'utf8')
  expect(saved).toContain('provider_id,name,url')
  expect(saved).toContain('south,South Network,http://127.0.0.1:9/…ders,')
})

test('a provider gets a secret that is shown once, its messages are read, and it is removed', async () => {
  const { call } = await apiOf(world.nothing)
  const body = JSON.stringify({ providerId: 'north', name: 'North Network', url: 'http://127.0.0.1:9/orders' })
  expect((await call(person(WHO), 'POST /api/v1/odt/providers', { body })).ok).toBe(true)
  const page = await open(world.nothing, WHO, '/odt/sensors')
  await page.getByRole('button', { name: 'Providers' }).click()
  const list = page.getByRole('dialog', { name: 'Providers' })
  await list.getByRole('button', { name: 'New secret: North Network' }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of North Network' })
  await secret.getByRole('button', { name: 'New secret' }).click()
  await seen(secret.getByText(/^whsec_/))
  await secret.getByRole('button', { name: 'I have it' }).click()
  // The secret has leaked, so the next one ends it at once.
  await list.getByRole('button', { name: 'New secret: North Network' }).click()
  await secret.getByRole('button', { name: /The secret before/ }).click()
  await page.getByRole('option', { name: 'ends at once' }).click()
  await secret.getByRole('button', { name: 'New secret' }).click()
  await seen(secret.getByText(/^whsec_/))
  await secret.getByRole('button', { name: 'I have it' }).click()
  expect(await list.getByText('the one before holds until').count()).toBe(0)
  await list.getByRole('button', { name: 'Messages: North Network' }).click()
  await seen(page.getByText('No message in 30 days.'))
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()

  // The address opens the dialog again, as a bookmark does.
  await page.reload()
  await list.getByRole('button', { name: 'Remove: North Network' }).click()
  await page.getByRole('dialog', { name: 'Remove North Network?' }).getByRole('button', { name: 'Remove' }).click()
  await list.getByRole('heading', { name: /North Network/ }).waitFor({ state: 'detached' })
})
