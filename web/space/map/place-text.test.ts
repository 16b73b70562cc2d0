import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { eastOf, latitudeText, longitudeText } = await import('./place-text.ts')

afterEach(() => choose('language', 'en'))

test('the text of a place depends on the language: East is E in English and O in German', () => {
  const places = () => [latitudeText(-33.9), latitudeText(38.2, 1), longitudeText(16.37), longitudeText(343.5, 1)]
  expect(places()).toEqual(['33.900° S', '38.2° N', '16.370° E', '16.5° W'])
  // The places are half a degree from the equator and from Greenwich, and exactly on them.
  expect([latitudeText(0.5, 1), longitudeText(0.5, 1), latitudeText(0, 1)]).toEqual(['0.5° N', '0.5° E', '0.0° N'])
  choose('language', 'de')
  expect(places()).toEqual(['33,900° S', '38,2° N', '16,370° O', '16,5° W'])
})

test.each([
  [0, 0],
  [179.5, 179.5],
  [180, -180],
  [343.5, -16.5],
  [-180, -180],
  [-181, 179],
  [720.25, 0.25],
  [-539, -179],
])('a longitude of %f° is %f° from −180° to 180°', (longitude, east) => {
  expect(eastOf(longitude)).toBe(east)
})
