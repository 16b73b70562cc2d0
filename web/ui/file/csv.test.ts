import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('toCsv quotes the values that RFC 4180 requires to be quoted, and no others', () => {
  const rows = [
    ['a', 1.5e-7, undefined],
    ['b, c', -2, 'say "x"'],
    ['two\nlines', 0, ''],
  ]
  expect(toCsv({ columns: ['name', 'value, m', 'note'], rows }, { isSimulated: false })).toBe(
    'name,"value, m",note\r\na,1.5e-7,\r\n"b, c",-2,"say ""x"""\r\n"two\nlines",0,\r\n',
  )
})

test('toCsv states in the first line that data is simulated, if it is', () => {
  expect(toCsv({ columns: ['a'], rows: [[1]] }, { isSimulated: true })).toBe(
    '# SIMULATED: made-up data, of no real object\r\na\r\n1\r\n',
  )
})

test.each([
  '=HYPERLINK("http://evil.example","x")',
  "=cmd|' /C calc'!A0",
  '+1+cmd',
  '-1-cmd',
  '-',
  '@SUM(A1)',
  '＝1',
  '\t=1',
  '\r=1',
])('toCsv does not let the text %j become a formula', (text) => {
  const file = toCsv({ columns: ['name', 'n'], rows: [[text, 1]] }, { isSimulated: false })
  const written = `'${text}`
  const quoted = /[",\r\n]/.test(text) ? `"${written.replaceAll('"', '""')}"` : written
  expect(file).toBe(`name,n\r\n${quoted},1\r\n`)
})

test('toCsv leaves numbers unchanged, also numbers that are given as text', () => {
  const numbers = [-1, -2.5e-7, '+12', '-0.5', '-1.2E-05', '+.5']
  expect(toCsv({ columns: ['n'], rows: numbers.map((one) => [one]) }, { isSimulated: false })).toBe(
    'n\r\n-1\r\n-2.5e-7\r\n+12\r\n-0.5\r\n-1.2E-05\r\n+.5\r\n',
  )
})
