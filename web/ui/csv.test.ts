import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('toCsv quotes what RFC 4180 says must be quoted, and nothing else', () => {
  const rows = [
    ['a', 1.5e-7, undefined],
    ['b, c', -2, 'say "x"'],
    ['two\nlines', 0, ''],
  ]
  expect(toCsv({ columns: ['name', 'value, m', 'note'], rows }, { isSimulated: false })).toBe(
    'name,"value, m",note\r\na,1.5e-7,\r\n"b, c",-2,"say ""x"""\r\n"two\nlines",0,\r\n',
  )
})

test('toCsv says in the first line that data is simulated, where it is', () => {
  expect(toCsv({ columns: ['a'], rows: [[1]] }, { isSimulated: true })).toBe(
    '# SIMULATED: made-up data, of no real object\r\na\r\n1\r\n',
  )
})
