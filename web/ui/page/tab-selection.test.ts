import { expect, test } from 'vitest'
import { formatTabs, parseTabs, toggleTab } from './tab-selection.ts'

const TABS = ['summary', 'details', 'plane']
const single = { multiple: false, noneAllowed: false }
const many = { multiple: true, noneAllowed: false }
const free = { multiple: true, noneAllowed: true }

test('toggleTab replaces the selection if only one tab may be selected', () => {
  expect(toggleTab(['summary'], 'plane', single)).toEqual(['plane'])
})

test('toggleTab does not deselect the last tab unless an empty selection is allowed', () => {
  expect(toggleTab(['summary'], 'summary', single)).toEqual(['summary'])
  expect(toggleTab(['plane'], 'plane', many)).toEqual(['plane'])
  expect(toggleTab(['summary', 'plane'], 'plane', many)).toEqual(['summary'])
  expect(toggleTab(['plane'], 'plane', free)).toEqual([])
  expect(toggleTab(['plane'], 'plane', { multiple: false, noneAllowed: true })).toEqual([])
})

test('parseTabs reads a comma-separated list and returns the tabs in the order of the screen, without unknown or repeated entries', () => {
  expect(parseTabs('plane,summary,plane,nonsense', TABS, many)).toEqual(['summary', 'plane'])
  expect(parseTabs('plane,summary', TABS, single)).toEqual(['summary'])
})

test('parseTabs returns the first tab for an empty selection unless that is allowed', () => {
  for (const text of [undefined, '', 'nonsense']) {
    expect(parseTabs(text, TABS, single)).toEqual(['summary'])
    expect(parseTabs(text, TABS, free)).toEqual([])
  }
})

test('formatTabs and parseTabs are inverse', () => {
  for (const selection of [[], ['details'], ['summary', 'plane'], TABS])
    expect(parseTabs(formatTabs(selection), TABS, free)).toEqual(selection)
})
