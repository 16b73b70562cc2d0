import { MOST_ZIPPED_FILES } from '@apsis/contract/odt/observation/observation.ts'
import { expect, test } from 'vitest'
import { downloadsOf } from './bulk-download.tsx'

test('several files are one download, and if they do not fit into one zip, as few zips as possible', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => `file ${nth}`)
  const counts = [0, 1, 2, MOST_ZIPPED_FILES, MOST_ZIPPED_FILES + 1, 2 * MOST_ZIPPED_FILES + 1]
  expect(counts.map((count) => downloadsOf(ids(count)).length)).toEqual([0, 1, 1, 1, 2, 3])
})
