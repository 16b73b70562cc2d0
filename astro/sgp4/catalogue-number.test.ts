import { expect, test } from 'vitest'
import { formatCatalogueNumber, parseCatalogueNumber } from './catalogue-number.ts'
import reference from './tle.reference.json' with { type: 'json' }

test.each(reference.alpha5)('Alpha-5: $satnum is $text', ({ satnum, text }) => {
  expect(parseCatalogueNumber(text)).toBe(satnum)
  expect(formatCatalogueNumber(satnum)).toBe(text)
})

test('parseCatalogueNumber() refuses text that is not a number, and the letters that Alpha-5 omits', () => {
  for (const text of ['I0000', 'O0000', 'A 000', '     ', '12 45', '1234', '123456', 'a0000', '-0001']) {
    expect(parseCatalogueNumber(text)).toBe(undefined)
  }
  expect(parseCatalogueNumber('  115')).toBe(115)
})

test('formatCatalogueNumber() refuses numbers that only an OMM can contain', () => {
  expect(() => formatCatalogueNumber(340_000)).toThrow(/340000 does not fit a TLE .* write an OMM/)
})
