import { expect, test } from 'vitest'
import { findMessageSpans } from './message-spans.ts'

const partsOf = (text: string) => findMessageSpans(text).map(({ start, end, line }) => [line, text.slice(start, end)])

test('findMessageSpans() divides KVN where the next message begins, and loses no byte', () => {
  const text = 'COMMENT head\nCCSDS_CDM_VERS = 1.0\nA = 1\n\nCCSDS_CDM_VERS = 1.0\r\nA = 2\n'
  expect(partsOf(text)).toEqual([
    [1, 'COMMENT head\nCCSDS_CDM_VERS = 1.0\nA = 1\n\n'],
    [5, 'CCSDS_CDM_VERS = 1.0\r\nA = 2\n'],
  ])
})

test('findMessageSpans() finds the messages in an ndm, whatever their kind, and does not divide a single message', () => {
  const text = '<?xml version="1.0"?>\n<ndm>\n<cdm id="a">x</cdm>\n<oem>y</oem><cdm>z</cdm >\n</ndm>'
  expect(partsOf(text)).toEqual([
    [3, '<cdm id="a">x</cdm>'],
    [4, '<oem>y</oem>'],
    [4, '<cdm>z</cdm >'],
  ])
  expect(partsOf('<cdm>x</cdm>\n')).toEqual([[1, '<cdm>x</cdm>\n']])
})

test('findMessageSpans() finds the members of a JSON array, even if texts contain brackets', () => {
  expect(partsOf('\ufeff[\n{"A":"}]\\"","B":[1]},\n {"A":"2"}\n]')).toEqual([
    [2, '{"A":"}]\\"","B":[1]}'],
    [3, '{"A":"2"}'],
  ])
  expect(partsOf('{"A":"1"}')).toEqual([[1, '{"A":"1"}']])
})

test('findMessageSpans() returns a text without a message as one span, so that its reader refuses it', () => {
  for (const text of ['', '  ', 'nonsense', '[', '[]', '<ndm></ndm>']) expect(partsOf(text)).toEqual([[1, text]])
})

test('findMessageSpans() counts lines that end with CR, LF or both', () => {
  const message = (end: string) => `CCSDS_CDM_VERS = 1.0${end}A = 1${end}`
  for (const end of ['\n', '\r', '\r\n', '\n\r']) {
    expect(findMessageSpans(message(end).repeat(3)).map(({ line }) => line)).toEqual([1, 3, 5])
  }
  expect(findMessageSpans('[\r{},\r\n\n{}]').map(({ line }) => line)).toEqual([2, 4])
})

test('findMessageSpans() ignores a byte-order mark, even if each of its bytes is read as a character', () => {
  const kvn = 'CCSDS_CDM_VERS = 1.0\nA = 1\n'
  for (const text of [kvn + kvn, '[{},{}]', '<ndm><cdm>a</cdm><cdm>b</cdm></ndm>']) {
    for (const mark of ['\ufeff', '\u00ef\u00bb\u00bf']) expect(findMessageSpans(mark + text)).toHaveLength(2)
  }
})

test('findMessageSpans() finds messages in XML that follow each other without a gap', () => {
  expect(partsOf('<ndm><cdm>a</cdm><cdm>b</cdm><cdm>c</cdm></ndm>')).toEqual([
    [1, '<cdm>a</cdm>'],
    [1, '<cdm>b</cdm>'],
    [1, '<cdm>c</cdm>'],
  ])
})

test('findMessageSpans() treats an element that is never closed as one message, up to the end of the text', () => {
  expect(partsOf('<ndm><cdm>a</cdm><cdm>b')).toEqual([
    [1, '<cdm>a</cdm>'],
    [1, '<cdm>b'],
  ])
  expect(partsOf('<ndm><cdm>a</cdm><cdm>b</cdm')).toEqual([
    [1, '<cdm>a</cdm>'],
    [1, '<cdm>b</cdm'],
  ])
})

test('findMessageSpans() stops at the first message beyond the limit', () => {
  const texts = ['CCSDS_CDM_VERS = 1.0\n'.repeat(9), `<ndm>${'<cdm>a</cdm>'.repeat(9)}</ndm>`, `[${'{},'.repeat(8)}{}]`]
  for (const text of texts) {
    expect([0, 3, 8, 9].map((most) => findMessageSpans(text, most).length)).toEqual([1, 4, 9, 9])
  }
})
