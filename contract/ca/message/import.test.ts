import { expect, test } from 'vitest'
import { createImport, IMPORT_LIMITS, sendImportFiles } from './import.ts'

const MIB = 1_048_576

test('the texts of the calls for imports state the limits of an import', () => {
  const { files, bytes, atOnceBytes } = IMPORT_LIMITS
  expect([bytes % MIB, atOnceBytes % MIB]).toEqual([0, 0])
  const inAll = `up to ${files.toLocaleString('en')} files and ${bytes / MIB} MiB in all, of ${atOnceBytes / MIB} MiB at most each`
  expect(createImport.description).toContain(inAll)
  expect(sendImportFiles.description).toContain(`up to ${atOnceBytes / MIB} MiB together`)
  expect(sendImportFiles.upload.maxBytes).toBe(atOnceBytes)
})
