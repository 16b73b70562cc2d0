import { listNotifications } from '@apsis/contract/notifications/notification.ts'
import { getUserconfig } from '@apsis/contract/userconfig/userconfig.ts'
import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test('addressOf escapes path parameters', () => {
  expect(addressOf(getUserconfig, { params: { 'config-id': 'a/b?c' } })).toBe('/api/v1/userconfig/a%2Fb%3Fc')
})

test('addressOf refuses a path parameter that is missing or empty', () => {
  expect(() => addressOf(getUserconfig, {})).toThrow('needs config-id')
  expect(() => addressOf(getUserconfig, { params: { 'config-id': '' } })).toThrow(RangeError)
})

test('addressOf omits undefined values', () => {
  expect(addressOf(listNotifications, { query: { state: undefined, page: 2 } })).toBe('/api/v1/notifications?page=2')
  expect(addressOf(listNotifications, { query: { state: undefined } })).toBe('/api/v1/notifications')
})
