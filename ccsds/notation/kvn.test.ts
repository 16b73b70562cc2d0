import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { scanKvn, splitLines, splitUnit } from './kvn.ts'
import { LIMITS, type Limits } from './limits.ts'
import type { MessageLine } from './line.ts'

function scan(
  source: string | Iterable<string>,
  { strict = true, limits = {} }: { strict?: boolean; limits?: Partial<Limits> } = {},
) {
  const log = new FaultLog(strict)
  const lines: MessageLine[] = []
  const scanner = scanKvn(log, (line) => lines.push(line), { ...LIMITS, ...limits })
  for (const chunk of typeof source === 'string' ? [source] : source) scanner.write(chunk)
  scanner.end()
  return { lines, errors: log.errors, warnings: log.warnings }
}

test('scanKvn() distinguishes assignments, units, comments and other lines', () => {
  const { lines, errors } = scan(
    'COMMENT  by hand \n\n  X_DOT = -4.5e-3 [km/s]  \nMETA_START\nOBJECT_NAME=ISS (ZARYA)\nCOMMENT\n',
  )
  expect(errors).toEqual([])
  expect(lines).toEqual([
    { kind: 'comment', line: 1, text: 'by hand' },
    {
      kind: 'assignment',
      line: 3,
      column: 11,
      keyword: 'X_DOT',
      value: '-4.5e-3',
      unit: 'km/s',
      text: '-4.5e-3 [km/s]',
    },
    { kind: 'open', line: 4, column: 1, name: 'META' },
    {
      kind: 'assignment',
      line: 5,
      column: 13,
      keyword: 'OBJECT_NAME',
      value: 'ISS (ZARYA)',
      unit: null,
      text: 'ISS (ZARYA)',
    },
    { kind: 'comment', line: 6, text: '' },
  ])
})

test('scanKvn() keeps brackets in text values, and further equals signs', () => {
  const { lines } = scan('OBJECT_NAME = DEBRIS [A]\nMESSAGE_ID = a = b')
  expect(lines).toMatchObject([
    { value: 'DEBRIS', unit: 'A', text: 'DEBRIS [A]' },
    { value: 'a = b', unit: null },
  ])
})

test.each([
  ['LF', '\n'],
  ['CR LF', '\r\n'],
  ['CR', '\r'],
  ['LF CR', '\n\r'],
])('scanKvn() counts lines that end with %s', (_name, end) => {
  const { lines } = scan(`A = 1${end}${end}B = 2${end}C = 3`)
  expect(lines.map(({ line }) => line)).toEqual([1, 3, 4])
})

test('scanKvn() does not depend on how the text is divided into pieces', () => {
  const text = '\ufeffA = 1\r\n\r\nCOMMENT x\rB = 2\n\nMETA_STOP\r\n C = 3 [km]'
  const whole = scan(text)
  expect(whole.errors).toEqual([])
  expect(whole.lines.map(({ line }) => line)).toEqual([1, 3, 4, 6, 7])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), text.length]
      expect(scan(edges.slice(1).map((edge, index) => text.slice(edges[index], edge)))).toEqual(whole)
    }),
  )
})

test('scanKvn() refuses a keyword in lower case, and names it', () => {
  const { lines, errors } = scan('A = 1\n  object_name = X')
  expect(errors).toMatchObject([
    { line: 2, column: 3, keyword: 'OBJECT_NAME', code: 'bad-keyword', found: 'object_name' },
  ])
  expect(lines).toHaveLength(2)
})

test('scanKvn() refuses names that cannot be keywords', () => {
  for (const text of ['= 5', '2X = 5', 'A B = 5', 'Ü = 5']) {
    const { lines, errors } = scan(text, { strict: false })
    expect(errors).toMatchObject([{ line: 1, keyword: null, code: 'bad-keyword' }])
    expect(lines).toEqual([])
  }
})

test('scanKvn() always refuses control characters, and refuses tabs and non-ASCII letters if strict', () => {
  expect(scan('A = 1\nB = \u0000', { strict: false }).errors).toMatchObject([
    { line: 2, column: 5, code: 'bad-character', message: 'U+0000 is not a printable ASCII character' },
  ])
  for (const text of ['COMMENT Bahnhöhe', 'A\t=\t1']) {
    expect(scan(text).errors).toMatchObject([{ code: 'bad-character' }])
    const lenient = scan(text, { strict: false })
    expect([lenient.lines.length, lenient.errors.length, lenient.warnings.length]).toEqual([1, 0, 1])
  }
})

test('scanKvn() warns of a line with more than 254 characters', () => {
  const { lines, errors, warnings } = scan(`COMMENT ${'x'.repeat(246)}\nCOMMENT ${'x'.repeat(247)}`)
  expect(lines).toHaveLength(2)
  expect(errors).toEqual([])
  expect(warnings).toMatchObject([{ line: 2, column: 255, code: 'line-too-long', expected: 'at most 254' }])
})

test('scanKvn() stops at the limits, whatever the size of the text is', () => {
  function* endless(chunk: string) {
    for (let count = 0; count < 1e9; count += 1) yield chunk
  }
  const limits = { lines: 1000, lineLength: 4096 }
  expect(() => scan(endless('xxxxxxxxxxxxxxxxx'), { limits })).toThrow(/line 1, .* more than 4096 characters/)
  expect(() => scan(endless('\n'), { limits })).toThrow(/line 1001, .* more than 1000 lines/)
  expect(() => scan(`A = 1\n${'x'.repeat(5000)}\n`, { limits })).toThrow(MessageSyntaxError)
})

test('scanKvn() uses the limits of reliability.md unless others are given', () => {
  expect(() => scan('x'.repeat(4097))).toThrow(/4096 characters/)
  expect(scan('x'.repeat(4096)).lines).toHaveLength(1)
})

test('splitLines() ends lines at CR, LF or both in either order, however the text is divided', () => {
  const piece = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', 'b'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const found: [string, number][] = []
      const splitter = splitLines((text, line) => found.push([text, line]), 100)
      for (const one of pieces) splitter.write(one)
      splitter.end()
      const expected = pieces.join('').split(/\r\n|\n\r|\r|\n/)
      // Text after the last end of line is a line only if it has characters.
      if (expected.at(-1) === '') expected.pop()
      expect(found).toEqual(expected.map((text, index) => [text, index + 1]))
    }),
    { numRuns: 3000 },
  )
})

test('splitLines() passes on a line as soon as it is longer than the limit, and not before', () => {
  const taken = (text: string) => {
    const found: [string, number][] = []
    splitLines((line, number) => found.push([line, number]), 5).write(text)
    return found
  }
  expect(taken('a\n12345')).toEqual([['a', 1]])
  expect(taken('a\n123456')).toEqual([
    ['a', 1],
    ['123456', 2],
  ])
})

test.each([
  ['1', '1', null],
  ['1 [km]', '1', 'km'],
  ['1[ km ]', '1', 'km'],
  ['1 []', '1', ''],
  ['1 [', '1', ''],
  ['a [b] c', 'a [b] c', null],
  ['a [b] [c]', 'a [b]', 'c'],
  ['1 km]', '1 km]', null],
  ['', '', null],
])('splitUnit() of %j returns the value %j in %j', (text, value, unit) => {
  expect(splitUnit(text)).toEqual({ value, unit, text })
})

test('scanKvn() accepts COMMENT followed by a blank, a tab, nothing, or an equals sign; COMMENTS is not a comment', () => {
  const of = (text: string) => {
    const { lines, errors } = scan(text, { strict: false })
    return [...lines.map((line) => [line.kind, 'text' in line ? line.text : '']), ...errors.map(({ code }) => code)]
  }
  for (const text of ['COMMENT a = b', 'COMMENT\ta = b']) expect(of(text)).toEqual([['comment', 'a = b']])
  expect(of('COMMENT')).toEqual([['comment', '']])
  expect(of('COMMENT=a')).toEqual([['comment', 'a']])
  expect(of('COMMENTS = a')).toEqual([['assignment', 'a']])
  expect(of('COMMENTED')).toEqual([['text', 'COMMENTED']])
  expect(scan('COMMENT=a').errors).toMatchObject([{ line: 1, column: 9, code: 'bad-line' }])
})
