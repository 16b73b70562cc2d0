import { expect, test } from 'vitest'
import { chanceText, percent, recordText, seenText, trackText } from './chance-text.ts'

/** Replaces the non-breaking space before the per cent sign. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [0, '0'],
  [0.004, '0.4'],
  [0.0994, '9.9'],
  [0.1, '10'],
  [0.714, '71'],
  [1, '100'],
])('a share of %f is %s per cent: with a decimal below ten, unless it is zero', (share, text) => {
  expect(percent(share)).toBe(text)
})

const seen = { probability: 0.62, theoretical: 0.71, empirical: 0.75, tries: 4, successes: 3 }

test('the chance of a pass is shown with its parts: light and weather, and the record of the sensor', () => {
  expect(plain(trackText(seen))).toBe('62 % (by light and weather 71 %; record 3 of 4, 75 %)')
  const unknown = { ...seen, probability: null }
  expect(plain(trackText(unknown))).toBe('by light and weather 71 %; record 3 of 4, 75 %')
  expect(plain(chanceText({ ...seen, theoretical: null }))).toBe('by light and weather not known; record 3 of 4, 75 %')
  expect(recordText({ ...seen, empirical: null, tries: 0, successes: 0 })).toBe('none yet')
})

test('the inputs of the chance are listed if they are known', () => {
  const all = { maximumElevation: 54.6, magnitude: 8.25, phaseAngle: 71.4, clearSky: 0.62 }
  expect(plain(seenText(all))).toMatch(/^55°, 8\.[23] mag, phase 71°, clear 62 %$/)
  expect(plain(seenText({ ...all, magnitude: null, clearSky: null }))).toBe('55°, phase 71°')
  expect(plain(seenText({ ...all, maximumElevation: null, phaseAngle: null }))).toMatch(/^8\.[23] mag, clear 62 %$/)
  expect(seenText({ maximumElevation: null, magnitude: null, phaseAngle: null, clearSky: null })).toBe('')
})
