import { expect, test } from 'vitest'
import { leftOutFields } from './request.ts'

const [MESSAGE, TYPE] = ['orbitDataMessage', 'orbitDataMessageType'] as const

test('a message and its type belong together: both are accepted, and if one is missing, the other is omitted', () => {
  expect(leftOutFields({ [MESSAGE]: 'OPM …', [TYPE]: 'OPM' })).toEqual([])
  expect(leftOutFields({})).toEqual([])
  expect(leftOutFields({ [MESSAGE]: 'OPM …' })).toEqual([MESSAGE])
  expect(leftOutFields({ [TYPE]: 'OPM' })).toEqual([TYPE])
})

test.each(['', null, undefined])(
  'a field that contains %j is reported as omitted, and so is the other field',
  (empty) => {
    expect(leftOutFields({ [MESSAGE]: empty, [TYPE]: 'OPM' })).toEqual([MESSAGE, TYPE])
    expect(leftOutFields({ [MESSAGE]: 'OPM …', [TYPE]: empty })).toEqual([MESSAGE, TYPE])
    expect(leftOutFields({ [TYPE]: empty })).toEqual([TYPE])
  },
)
