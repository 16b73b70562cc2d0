import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { parseJsonItems } from './json.ts'
import { gatherText } from './json-lines.ts'
import { LIMITS } from './limits.ts'

function parse(text: string) {
  const [first, ...others] = parseJsonItems(text, new FaultLog(true))
  expect(others).toEqual([])
  return first
}

test('parseJsonItems() returns each value with its place, and numbers as they are written', () => {
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
])('parseJsonItems() refuses %.12s', (text, code) => {
  let thrown: unknown
  try {
    parse(text)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(MessageSyntaxError)
  expect(thrown).toMatchObject({ faults: [{ line: text.includes('\n') ? expect.any(Number) : 1, code }] })
})

test('parseJsonItems() quotes the text at the place of a fault, at most twenty characters', () => {
  const found = (text: string) => {
    try {
      parse(text)
    } catch (error) {
      return error instanceof MessageSyntaxError ? error.faults[0]?.found : error
    }
  }
  expect(found('{"NAME" 1}')).toBe('1}')
  expect(found(`{"NAME": ${'abcdefghij'.repeat(3)}}`)).toBe('abcdefghijabcdefghij')
})

test('parseJsonItems() reads a number of ten million digits as one text', () => {
  expect(parse('1'.repeat(1e7))).toMatchObject({ kind: 'number' })
})

test('parseJsonItems() returns the items of an array one by one, each with its place, and refuses text after it', () => {
  const items = (text: string) => [...parseJsonItems(text, new FaultLog(true))]
  expect(items(' [\r1,\r\n [2]\n]\n')).toEqual([
    { line: 2, column: 1, kind: 'number', text: '1' },
    { line: 3, column: 2, kind: 'array', items: [{ line: 3, column: 3, kind: 'number', text: '2' }] },
  ])
  expect(items('[]')).toEqual([])
  expect(() => items('[1] 2')).toThrow(/nothing more is expected/)
})

test('parseJsonItems() refuses a message with too many members before it stores them', () => {
  const many = (count: number) => `[{"COMMENT":[${'"a",'.repeat(count - 1)}"b"]}]`
  expect(parse(many(10_000))).toMatchObject({ kind: 'object' })
  expect(() => parse(many(10_001))).toThrow(/more than 10000 members/)
})

test('gatherText() passes on as many characters as the limit, in one piece, and refuses one more', () => {
  const gather = (...chunks: string[]) => {
    const taken: string[] = []
    const scanner = gatherText(new FaultLog(true), { ...LIMITS, characters: 5 }, (text) => taken.push(text))
    for (const chunk of chunks) scanner.write(chunk)
    scanner.end()
    return taken
  }
  expect(gather('ab', '', 'cde')).toEqual(['abcde'])
  expect(gather()).toEqual([''])
  expect(() => gather('abc', 'def')).toThrow(/more than 5 characters/)
})

test.each([
  [String.raw`"a\"b"`, 'a"b'],
  [String.raw`"\\"`, '\\'],
  [String.raw`"\\\""`, '\\"'],
  [String.raw`"\u00e9\/\t"`, 'é/\t'],
  ['""', ''],
])('parseJsonItems() reads the string %s', (text, expected) => {
  expect(parse(text)).toEqual({ line: 1, column: 1, kind: 'text', text: expected })
})

test('parseJsonItems() applies the limits of strings, arrays and nesting exactly', () => {
  const code = (text: string, limits: object) => {
    try {
      return [...parseJsonItems(text, new FaultLog(true), { ...LIMITS, ...limits })].length
    } catch (error) {
      return error instanceof MessageSyntaxError ? error.faults[0]?.code : error
    }
  }
  // The opening quote is counted, the closing quote is not.
  expect(code('"abc"', { textLength: 4 })).toBe(1)
  expect(code('"abc"', { textLength: 3 })).toBe('too-large')
  expect(code('{"A":[1,2]}', { members: 3 })).toBe(1)
  expect(code('{"A":[1]}', { depth: 2 })).toBe(1)
  expect(code('{"A":[1]}', { depth: 1 })).toBe('too-deep')
})
