import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { LIMITS } from './limits.ts'
import type { MessageLine } from './line.ts'
import { notationOf, scanText } from './scan.ts'

const LINE_LENGTH = 20

function scan(chunks: readonly string[]) {
  const log = new FaultLog(false)
  const lines: MessageLine[] = []
  const scanner = scanText({ log, sink: (line) => lines.push(line), limits: { ...LIMITS, lineLength: LINE_LENGTH } })
  for (const chunk of chunks) scanner.write(chunk)
  scanner.end()
  return { notation: scanner.notation(), lines, errors: log.errors }
}

test.each([
  ['\ufeff \n<x/>', 'XML'],
  ['\t{"X": 1}', 'JSON'],
  ['[{"X": 1}]', 'JSON'],
  ['\r\nX = 1', 'KVN'],
  ['X = <', 'KVN'],
  [' ', 'KVN'],
  ['', 'KVN'],
] as const)('notationOf() tells by the first character of %j that is not blank: %s', (text, notation) => {
  expect(notationOf(text)).toBe(notation)
})

test('scanText() waits for a character that shows the notation, and loses no line before it', () => {
  const { notation, lines, errors } = scan(['\n', ' \n', 'X = 1\n', 'Y = 2'])
  expect(notation).toBe('KVN')
  expect(lines).toMatchObject([
    { keyword: 'X', text: '1', line: 3 },
    { keyword: 'Y', text: '2', line: 4 },
  ])
  expect(errors).toEqual([])
  expect(scan([' ', '<x>', '<X>1</X></x>']).lines).toMatchObject([
    { kind: 'open', name: 'x' },
    { keyword: 'X', text: '1' },
    { kind: 'close', name: 'x' },
  ])
})

test('scanText() looks for the notation after at most as many blanks as a line may have characters', () => {
  expect(scan([' '.repeat(LINE_LENGTH - 1), '<x/>']).notation).toBe('XML')
  expect(scan([' '.repeat(LINE_LENGTH), '\n<x/>\n']).notation).toBe('KVN')
})

test('scanText() of blanks only returns no line, and no fault', () => {
  expect(scan([' ', '\n'])).toEqual({ notation: 'KVN', lines: [], errors: [] })
  expect(scan([])).toEqual({ notation: 'KVN', lines: [], errors: [] })
})
