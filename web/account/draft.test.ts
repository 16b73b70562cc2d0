import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { expect, test } from 'vitest'
import { draftAfter, draftOf, draftOver } from './draft.ts'
import { valuesOf } from './settings.ts'

const stored = { settings: DEFAULT_SETTINGS, version: '"0"' }
const saved = { settings: DEFAULT_SETTINGS, version: '"1"' }
const values = { ...valuesOf(DEFAULT_SETTINGS), email: 'flight@operator.example' }

test('draftOf is none where nothing differs from what is stored', () => {
  expect(draftOf(stored, values)).toEqual({ base: stored, values })
  expect(draftOf(stored, { ...values, email: '' })).toBeUndefined()
})

test('draftAfter keeps what was entered while the save was under way, over what is stored now', () => {
  const later = { ...values, webhook: 'https://hooks.operator.example' }
  expect(draftAfter({ base: stored, values }, values, saved)).toBeUndefined()
  expect(draftAfter({ base: stored, values: later }, values, saved)).toEqual({ base: saved, values: later })
  expect(draftAfter(undefined, values, saved)).toBeUndefined()
})

test('draftOver takes the newer version where the settings are the same, as after views were saved', () => {
  const draft = { base: stored, values }
  expect(draftOver(saved, draft)).toEqual({ base: saved, values })
  const theirs = { ...saved, settings: { ...DEFAULT_SETTINGS, statuses: ['PENDING' as const] } }
  expect(draftOver(theirs, draft)).toBe(draft)
})
