import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { parseJson } from './json.ts'

function parse(text: string) {
  return parseJson(text, new FaultLog(true))
}

test('parseJson() gives each value with its place, numbers as they are written', () => {
  expect(parse('\ufeff{\n  "X": "1\\u0041\\n", "Y": [-1.50e-3, null]\n}')).toEqual({
    line: 1,
    column: 2,
    kind: 'object',
    members: [
      { name: 'X', value: { line: 2, column: 8, kind: 'text', text: '1A\n' } },
      {
        name: 'Y',
        value: {
          line: 2,
          column: 26,
          kind: 'array',
          items: [
            { line: 2, column: 27, kind: 'number', text: '-1.50e-3' },
            { line: 2, column: 37, kind: 'literal', text: 'null' },
          ],
        },
      },
    ],
  })
})

test.each([
  ['', 'bad-json'],
  ['{', 'bad-json'],
  ['{"a":1,}', 'bad-json'],
  ['{"a" 1}', 'bad-json'],
  ['[1 2]', 'bad-json'],
  ['"a', 'bad-json'],
  ['"a\nb"', 'bad-json'],
  ['"\\x"', 'bad-json'],
  ['01', 'bad-json'],
  ['{} {}', 'bad-json'],
  ['NaN', 'bad-json'],
  ['{"__proto__":1}', 'bad-json'],
  ['{"constructor":1}', 'bad-json'],
  ['['.repeat(1e6), 'too-deep'],
  ['{"a":'.repeat(1e5), 'too-deep'],
  [`"${'x'.repeat(2e6)}"`, 'too-large'],
])('parseJson() refuses %.12s', (text, code) => {
  let thrown: unknown
  try {
    parse(text)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(MessageSyntaxError)
  expect(thrown).toMatchObject({ faults: [{ line: text.includes('\n') ? expect.any(Number) : 1, code }] })
})

test('parseJson() reads a number of ten million digits as one text', () => {
  expect(parse('1'.repeat(1e7))).toMatchObject({ kind: 'number' })
})
