import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { expect, test } from 'vitest'
import { draftOver } from './draft.ts'
import { valuesOf } from './form/settings.ts'

const stored = { settings: DEFAULT_SETTINGS, version: '"0"' }
const saved = { settings: DEFAULT_SETTINGS, version: '"1"' }
const values = { ...valuesOf(DEFAULT_SETTINGS), email: 'flight@operator.example' }

test('draftOver uses the newer version if the settings are the same, as after saving views', () => {
  const draft = { version: stored, values }
  expect(draftOver(saved, draft)).toEqual({ version: saved, values })
  const theirs = { ...saved, settings: { ...DEFAULT_SETTINGS, statuses: ['PENDING' as const] } }
  expect(draftOver(theirs, draft)).toBe(draft)
})
