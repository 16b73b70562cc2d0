import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('toCsv quotes what RFC 4180 says must be quoted, and nothing else', () => {
  const rows = [
    ['a', 1.5e-7, undefined],
    ['b, c', -2, 'say "x"'],
    ['two\nlines', 0, ''],
  ]
  expect(toCsv({ columns: ['name', 'value, m', 'note'], rows })).toBe(
    'name,"value, m",note\r\na,1.5e-7,\r\n"b, c",-2,"say ""x"""\r\n"two\nlines",0,\r\n',
  )
})
