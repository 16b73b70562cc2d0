import { expect, test } from 'vitest'
import { leftOutFields } from './request.ts'

const [MESSAGE, TYPE] = ['orbitDataMessage', 'orbitDataMessageType'] as const

test('a message and its type belong together: both are accepted, and one without the other is left out', () => {
  expect(leftOutFields({ [MESSAGE]: 'OPM …', [TYPE]: 'OPM' })).toEqual([])
  expect(leftOutFields({})).toEqual([])
  expect(leftOutFields({ [MESSAGE]: 'OPM …' })).toEqual([MESSAGE])
  expect(leftOutFields({ [TYPE]: 'OPM' })).toEqual([TYPE])
})

test.each(['', null, undefined])('a field that holds %j is left out by name, and the other with it', (empty) => {
  expect(leftOutFields({ [MESSAGE]: empty, [TYPE]: 'OPM' })).toEqual([MESSAGE, TYPE])
  expect(leftOutFields({ [MESSAGE]: 'OPM …', [TYPE]: empty })).toEqual([MESSAGE, TYPE])
  expect(leftOutFields({ [TYPE]: empty })).toEqual([TYPE])
})
