import { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { expect, test } from 'vitest'
import { captionOf, consistencyTable, statedBy } from './consistency.tsx'
import { contextWords } from './context-words.data.ts'

const [given] = (EventContext.meta()?.examples as unknown[] | undefined) ?? []
const { consistency } = EventContext.parse(given)
const statements = [...consistency.object1, ...consistency.object2]

test('each statement of an object says who made it, and that it is simulated', () => {
  expect(statements.map((one) => statedBy({ ...one, isSimulated: false }, contextWords))).toEqual([
    'message of CSpOC',
    'MEME_100001_STARLINK-38128_3240742_Operational_1479540180_UNCLASSIFIED.txt, published',
  ])
  expect(statements.slice(0, 1).map((one) => statedBy(one, contextWords))).toEqual(['message of CSpOC (SIMULATED)'])
})

test('the plot is told as a sentence with its largest differences, and as a table', () => {
  expect(captionOf('SIM DEB', statements, contextWords)).toContain('SIM DEB: 2 statements')
  expect(captionOf('SIM DEB', statements, contextWords)).toContain('at most R 3.2, T 412, N 1.1 m.')
  const { columns, rows } = consistencyTable(statements)
  expect(columns.slice(0, 6)).toEqual(['made_utc', 'kind', 'name', 'r_m', 't_m', 'n_m'])
  expect(rows[0]?.[columns.indexOf('sigma_t_m')]).toBe(140)
  expect(rows[1]?.[columns.indexOf('sigma_t_m')]).toBeUndefined()
})
