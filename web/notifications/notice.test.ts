import { expect, test } from 'vitest'
import { headingOf, levelOf, noticeOf } from './notice.ts'

const at = Date.UTC(2026, 10, 20, 7, 2, 27, 125)
const of = (code: number, title?: string) =>
  noticeOf({ code, message: 'm', ...(title ? { title } : {}) }, { id: 'x', at })

test('noticeOf derives title, status, state and time as in spec §3', () => {
  expect(of(503)).toEqual({
    id: 'x',
    code: 503,
    title: '503',
    message: 'm',
    status: '5xx',
    timestamp: '2026-11-20T07:02:27.125Z',
    state: 'fresh',
  })
  expect([0, 200, 404, 501].map((code) => of(code).status)).toEqual(['0xx', '2xx', '4xx', '5xx'])
})

test('headingOf puts the code before the title, except for 200', () => {
  expect(headingOf(of(200, 'Settings updated'))).toBe('Settings updated')
  expect(headingOf(of(0, 'Cancelled'))).toBe('0 Cancelled')
  expect(headingOf(of(503, 'Service Unavailable'))).toBe('503 Service Unavailable')
  expect(headingOf(of(503))).toBe('503')
})

test('levelOf follows from the status, or from the level if one is given', () => {
  expect([200, 404, 501, 0].map((code) => levelOf(of(code)))).toEqual(['ok', 'caution', 'serious', 'inactive'])
  expect(levelOf({ status: '2xx', level: 'critical' })).toBe('critical')
})
