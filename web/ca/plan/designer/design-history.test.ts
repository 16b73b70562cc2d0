import { expect, test } from 'vitest'
import type { DesignSearch } from './design-address.ts'
import { NO_HISTORY, recorded, stepped } from './design-history.ts'

/** Makes changes one after the other, each at this interval, and returns the resulting history and search parameters. */
function asked(parts: readonly DesignSearch[], everyMs = 5_000) {
  let [history, search] = [NO_HISTORY, {} as DesignSearch]
  parts.forEach((part, place) => {
    history = recorded(history, search, { part, atMs: place * everyMs })
    search = { ...search, ...part }
  })
  return { history, search }
}

test('changes are undone step by step, including added parameters, and redone', () => {
  const { history, search } = asked([{ start: '1.5' }, { direction: 'along', vector: undefined }])
  const back = stepped(history, 'past', search)!
  expect(back.asked).toMatchObject({ start: '1.5', direction: undefined })
  const first = stepped(back.history, 'past', back.asked)!
  expect(first.asked.start).toBeUndefined()
  expect('start' in first.asked).toBe(true)
  expect(stepped(first.history, 'past', first.asked)).toBeUndefined()
  const again = stepped(first.history, 'future', first.asked)!
  expect(again.asked.start).toBe('1.5')
  expect(stepped(again.history, 'future', again.asked)!.asked.direction).toBe('along')
})

test('continuous typing is one step, and a new change removes the steps that could be redone', () => {
  const typed = asked([{ target: '1' }, { target: '1e' }, { target: '1e-6' }], 200)
  const back = stepped(typed.history, 'past', typed.search)!
  expect(back.asked.target).toBeUndefined()
  const other = recorded(back.history, back.asked, { part: { start: '2' }, atMs: 9_000 })
  expect(stepped(other, 'future', { start: '2' })).toBeUndefined()
  expect(stepped(other, 'past', { start: '2' })!.asked.start).toBeUndefined()
  expect(asked([{ target: '1' }, { start: '2' }, { target: '3' }], 200).history.past).toHaveLength(3)
})

test('a step that the Back button of the browser has already undone is skipped', () => {
  const { history } = asked([{ start: '1' }, { start: '2' }])
  expect(stepped(history, 'past', { start: '1' })!.asked.start).toBeUndefined()
})
