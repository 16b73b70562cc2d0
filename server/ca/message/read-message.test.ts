import type { CdmIntake } from '@apsis/contract/ca/cdm.ts'
import { expect, test } from 'vitest'
import { cdmText } from '../testing/cdm-text.ts'
import { type ReadCdm, readMessage } from './read-message.ts'

const read = (text: string): ReadCdm | CdmIntake =>
  readMessage(
    { name: 'a.cdm', bytes: Buffer.from(text), line: 1, slice: { path: 'a.cdm', start: 0, end: text.length } },
    1_000,
  )
const messages = (row: ReadCdm | CdmIntake) =>
  ('status' in row ? row.errors : row.warnings).map(({ message }) => message)
const unknown = Array.from({ length: 5_000 }, (_, at) => `NO_SUCH_${at} = 1\n`).join('')

test('readMessage counts the faults beyond those that the reader lists: in a good message, and in one that is refused', () => {
  const good = read(cdmText().replace('TCA =', `${unknown}TCA =`))
  expect('status' in good).toBe(false)
  expect(messages(good).at(-1)).toBe('4,980 more faults are not listed')
  const bad = read(cdmText().replace('TCA =', `${unknown}${'MESSAGE_ID = again\n'.repeat(3_000)}TCA =`))
  expect('status' in bad).toBe(true)
  const [, told] = /^([\d,]+) more faults are not listed$/.exec(messages(bad).at(-1) ?? '') ?? []
  expect(Number(told?.replaceAll(',', ''))).toBeGreaterThan(2_900)
})
