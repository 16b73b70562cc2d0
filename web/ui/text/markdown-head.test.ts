import { expect, test } from 'vitest'
import { readHead } from './markdown-head.ts'

test('readHead reads texts, numbers and lists, with both kinds of line ends', () => {
  const head = readHead('title: Time and units\r\norder: 12\nclauses: [scope, no-warranty]\nlead: "Events: how"')
  expect(Object.fromEntries(head)).toEqual({
    title: 'Time and units',
    order: 12,
    clauses: ['scope', 'no-warranty'],
    lead: 'Events: how',
  })
})

test('readHead returns nothing for a text without a head', () => {
  expect(readHead('- title\n\ntext').size).toBe(0)
})
