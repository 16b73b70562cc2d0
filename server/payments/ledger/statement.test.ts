import { Statement } from '@apsis/contract/payments/customer.ts'
import { expect, test } from 'vitest'
import { statementCsv } from './statement.ts'

/** The full-width forms of = + - @, which a spreadsheet treats like the ordinary ones, and one ordinary form. */
const FORMULAS = ['＝1+1', '＋1', '－1', '＠SUM(1)', '=1+1']

test.each(FORMULAS)('statementCsv() writes the note %j so that no spreadsheet runs it', (note) => {
  const [example] = (Statement.meta()?.examples ?? []) as Statement[]
  const [line] = example?.lines ?? []
  if (example === undefined || line === undefined) throw new Error('the example of a statement has no line')
  const csv = statementCsv({ ...example, lines: [{ ...line, note }] })
  expect(csv).toContain(`,'${note},`)
  expect(csv).not.toContain(`,${note},`)
})
