import { expect, test } from 'vitest'
import { CATALOGUES, defineWords } from './language.ts'

test('an area has the shared words, and its own word of the same name comes first', () => {
  const plain = defineWords('shared.test', { en: { hello: 'Hello' }, de: { hello: 'Hallo' } })
  const own = defineWords('shared.own.test', { en: { cancel: 'Keep it' }, de: { cancel: 'Behalten' } })
  CATALOGUES.delete('shared.test')
  CATALOGUES.delete('shared.own.test')
  expect([plain('cancel'), plain('first', { count: 2, all: 3 }), own('cancel')]).toEqual([
    'Cancel',
    'the first 2 of 3',
    'Keep it',
  ])
})
