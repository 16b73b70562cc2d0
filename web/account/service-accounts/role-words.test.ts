import { expect, test } from 'vitest'
import { roleLines } from './role-words.ts'

test('roleLines lists every resource, and no role if none is held', () => {
  expect(roleLines(new Set(['odt:admin', 'odt:user', 'account:manage-account', 'account:view-profile']))).toEqual([
    { resource: 'ca', words: [] },
    { resource: 'odt', words: ['adminRole', 'userRole'] },
    { resource: 'payments', words: [] },
    { resource: 'account', words: ['manageRole', 'viewRole'] },
  ])
})
