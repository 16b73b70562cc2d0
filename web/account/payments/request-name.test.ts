import { expect, test } from 'vitest'
import { partOf, requestText } from './request-name.tsx'

const ID = '21231684-13e6-4c27-876f-f415ce5de409'
const names = new Map([[ID, 'SAT-2']])

test('a request is named by its object, else by its own number, else by the first part of its ID', () => {
  expect(requestText(ID, names)).toBe('SAT-2')
  expect(requestText(ID, new Map())).toBe('21231684')
  expect(requestText('R-0043', names)).toBe('R-0043')
})

test('the pass of an entry is counted from one, and no ID is left in the text', () => {
  const of = (requestId: string | null, reference: string | null, note = '') => partOf({ requestId, reference, note })
  // Tracking writes the place in the request, counted from 0.
  expect(of(ID, `${ID}/0`)).toEqual({ pass: 1 })
  expect(of(ID, `${ID}/0/rest`)).toEqual({ pass: 1, isRest: true })
  expect(of('R-0043', 'R-0043-pass-3')).toEqual({ pass: 3 })
  expect(of('S-0003', 'subscription')).toEqual({ text: 'subscription' })
  expect(of(ID, null)).toEqual({ text: '' })
  expect(of(null, null, 'bank transfer')).toEqual({ text: 'bank transfer' })
})
