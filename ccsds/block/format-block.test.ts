import { expect, test } from 'vitest'
import { printKvn, printXml } from '../notation/print.ts'
import { extraLines } from './format-block.ts'

const EXTRAS = [
  { keyword: 'ANTENNA_HEIGHT', text: '1.5 [km]' },
  { keyword: 'ANTENNA_NAME', text: 'north' },
  { keyword: 'ANTENNA_WIDTH', text: '2  [km]' },
  { keyword: 'ANTENNA_DEPTH', text: '[km]' },
  { keyword: 'USER_DEFINED_LENGTH', text: '3 [km]' },
]

test('a keyword that is in no table is written with its unit if the notation has units', () => {
  // In NDM/XML (CCSDS 505.0) a unit is an attribute of the value's element.
  expect([...printXml(extraLines(EXTRAS))].join('')).toContain('<ANTENNA_HEIGHT units="km">1.5</ANTENNA_HEIGHT>')
})

test('a keyword that is in no table is written as it was read in KVN, and in XML unless its text is split into value and unit', () => {
  const kvn = [...printKvn(extraLines(EXTRAS))].join('').split('\n')
  for (const { keyword, text } of EXTRAS)
    expect(kvn.find((line) => line.startsWith(`${keyword} `))?.split('= ')[1]).toBe(text)
  const xml = [...printXml(extraLines(EXTRAS))].join('')
  for (const { text } of EXTRAS.slice(1)) expect(xml).toContain(`>${text}</`)
})
