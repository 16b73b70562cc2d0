import { beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'

const { root, localStorage, said, tell } = openBrowser()
const { choose, onPreference, preference } = await import('./preference.ts')

/** Sends this page the event that the browser sends when another tab has stored a value. */
const fromOtherTab = (key: string | null, newValue: string | null) => tell('storage', { key, newValue })

beforeEach(() => {
  root.dataset = {}
  root.lang = 'en'
})

test('preference() is the chosen value if it is one of the choices, and otherwise the first', () => {
  expect([preference('theme'), preference('localTime')]).toEqual(['system', 'on'])
  root.dataset.theme = 'contrast'
  root.dataset.localTime = 'perhaps'
  expect([preference('theme'), preference('localTime')]).toEqual(['contrast', 'on'])
})

test('choose() applies here and on later visits, and notifies listeners until they unsubscribe', () => {
  let told = 0
  const leave = onPreference(() => {
    told += 1
  })
  choose('density', 'comfortable')
  expect([preference('density'), localStorage.getItem('apsis-density'), told]).toEqual([
    'comfortable',
    'comfortable',
    1,
  ])
  leave()
  choose('density', 'compact')
  expect([preference('density'), told]).toEqual(['compact', 1])
})

test('the chosen language, and no other choice, sets the language of the page', () => {
  choose('sidebar', 'wide')
  expect(root.lang).toBe('en')
  choose('language', 'de')
  expect(root.lang).toBe('de')
})

test('a choice made in another tab applies here too; other stored values change nothing', () => {
  let told = 0
  const leave = onPreference(() => {
    told += 1
  })
  fromOtherTab('apsis-theme', 'light')
  expect([preference('theme'), told]).toEqual(['light', 1])
  fromOtherTab('another-page', 'dark')
  fromOtherTab('apsis-theme', null)
  fromOtherTab(null, null)
  expect([preference('theme'), told]).toEqual(['light', 1])
  leave()
})

test('if the browser stores nothing the choice applies to this visit only, and the console reports it', () => {
  localStorage.setItem = () => {
    throw new Error('forbidden')
  }
  choose('shortcuts', 'off')
  expect(preference('shortcuts')).toBe('off')
  expect(said).toEqual([expect.stringContaining('this visit only')])
})
