import { SIMULATED_CLIMATE } from '@apsis/contract/odt/sensor/sensor.ts'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { clearSourceText } = await import('./clear-source.ts')

afterEach(() => choose('language', 'en'))

test('the source of simulated clear nights is named in the language of the reader, any other source as it was entered', () => {
  expect(clearSourceText(SIMULATED_CLIMATE)).toBe(SIMULATED_CLIMATE)
  choose('language', 'de')
  expect(clearSourceText(SIMULATED_CLIMATE)).toBe('Simuliertes Klima: kein Wetterdienst steht dahinter')
  expect(clearSourceText('Log of 2025')).toBe('Log of 2025')
})
