import { formatOmm } from '@apsis/ccsds/omm/omm.ts'
import { fromElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { expect, test } from 'vitest'
import { readItems, type TleItem } from './read-item.ts'

const LINES = `1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753
2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667`

/** Returns the result for an item that is the second one in a list. */
function readSecond(item: TleItem) {
  const read = readItems([5, item])
  return Array.isArray(read) ? read[1] : read
}

function setOf(text: string) {
  const read = readSecond(text)
  if (read?.kind !== 'stores') throw new TypeError('the lines are good')
  return read.set
}

const omm = fromElementSet(setOf(LINES), { comments: [], version: '2.0' })

test('readItems() reports a message that SGP4 cannot use as unreadable, and never throws', () => {
  const good = formatOmm(omm)
  expect(readSecond({ omm: good })).toMatchObject({ kind: 'stores', set: { noradId: 5 } })
  const unusable = [
    good.replace(/MEAN_ELEMENT_THEORY *=.*/, 'MEAN_ELEMENT_THEORY = DSST'),
    good.replace(/REF_FRAME *=.*/, 'REF_FRAME = GCRF'),
    good.replace(/CENTER_NAME *=.*/, 'CENTER_NAME = MARS'),
  ]
  for (const text of unusable) {
    expect(text).not.toBe(good)
    expect(readSecond({ omm: text })).toMatchObject({
      kind: 'wrong',
      errors: [{ code: 'omm.unusable', pointer: '#/1/omm', message: expect.any(String) }],
    })
  }
  const unreadable = readSecond({ omm: good.replace(/INCLINATION *=.*/, 'INCLINATION = x') })
  expect(unreadable).toMatchObject({ kind: 'wrong', errors: [{ code: 'omm.bad-number', keyword: 'INCLINATION' }] })
})

test.each(['\r\n', '\n', '\r'])(
  'readItems() reads lines that end with %j, with or without a byte-order mark',
  (end) => {
    const text = LINES.replace('\n', end)
    expect(setOf(text)).toEqual(setOf(LINES))
    expect(setOf(`\ufeff${text}${end}`)).toEqual(setOf(LINES))
  },
)
