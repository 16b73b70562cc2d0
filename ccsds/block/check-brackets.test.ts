import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import type { Bracket } from '../notation/line.ts'
import { OMM_LAYOUT } from '../omm/omm.data.ts'
import { checkBrackets } from './check-brackets.ts'

/** Returns the faults that a strict reader reports about brackets, each given in a line: `<name>`, `</name>`, or META_START and META_STOP. */
function shown(...texts: readonly string[]): string[] {
  const log = new FaultLog(true)
  const check = checkBrackets(OMM_LAYOUT, log)
  for (const [index, text] of texts.entries()) {
    const name = text.replace(/^<\/?|>$|_(START|STOP)$/g, '')
    const kind: Bracket['kind'] = text.startsWith('</') || text.endsWith('_STOP') ? 'close' : 'open'
    check({ kind, name, line: index + 1, column: 1 })
  }
  return log.errors.map(({ line, code }) => `${line} ${code}`)
}

test('the elements of an OMM (505.0-B-2, §4) must be in their place, and an unknown element is reported where it opens', () => {
  const head = ['<ndm>', '<omm>', '<header>', '</header>', '<body>', '<segment>', '<metadata>', '</metadata>', '<data>']
  expect(shown(...head, '<meanElements>', '</meanElements>', '</data>', '</segment>', '</body>', '</omm>')).toEqual([])
  expect(shown(...head, '<word>', '</word>')).toEqual(['10 unknown-keyword'])
})

test('an element that may occur once in its parent is an error the second time; each segment has its own metadata and data', () => {
  expect(shown('<body>', '</body>', '<body>')).toEqual(['3 wrong-place'])
  expect(shown('<segment>', '<metadata>', '</metadata>', '<metadata>')).toEqual(['4 wrong-place'])
  expect(shown('<segment>', '<metadata>', '</segment>', '<segment>', '<metadata>')).toEqual([])
  // A closing bracket is not reported, because its opening bracket was.
  expect(shown('<data>', '</data>', '</data>')).toEqual([])
})

test('META_START and META_STOP are deviations in a message without brackets', () => {
  expect(shown('META_START', 'META_STOP')).toEqual(['1 bad-line', '2 bad-line'])
})
