import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { afterAll, expect, test } from 'vitest'
import { cdmText } from '../testing/cdm-text.ts'
import { type ReadCdm, readFile } from './read-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'read-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const LIMITS = { messages: 10, unpackedBytes: 1024 ** 2, faults: 1_000 }

function read(text: string): ReadCdm | CdmIntake {
  const path = join(folder, 'a.cdm')
  writeFileSync(path, text)
  const rows = readFile({ name: 'a.cdm', path, unpackedPath: join(folder, 'unpacked'), limits: LIMITS })
  expect(rows).toHaveLength(1)
  return rows[0] as ReadCdm | CdmIntake
}
const messages = (row: ReadCdm | CdmIntake) =>
  ('status' in row ? row.errors : row.warnings).map(({ message }) => message)
const unknown = Array.from({ length: 5_000 }, (_, at) => `NO_SUCH_${at} = 1\n`).join('')

test('readFile() counts the faults that the reader does not list, in a good message and in a refused one', () => {
  const good = read(cdmText().replace('TCA =', `${unknown}TCA =`))
  expect('status' in good).toBe(false)
  expect(messages(good).at(-1)).toBe('4,980 more faults are not listed')
  const bad = read(cdmText().replace('TCA =', `${unknown}${'MESSAGE_ID = again\n'.repeat(3_000)}TCA =`))
  expect('status' in bad).toBe(true)
  const [, told] = /^([\d,]+) more faults are not listed$/.exec(messages(bad).at(-1) ?? '') ?? []
  expect(Number(told?.replaceAll(',', ''))).toBeGreaterThan(2_900)
})
