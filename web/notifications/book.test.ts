import { NOTIFICATION_STATES, type NotificationState } from '@apsis/contract/notifications/notification.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterClick,
  afterHover,
  afterTimeout,
  type Book,
  EMPTY_BOOK,
  entered,
  type Moving,
  moved,
  noticesOf,
  settled,
  toastsAtOnce,
  toastsOf,
  unmoved,
  unreadCount,
} from './book.ts'
import { type Notice, noticeOf } from './notice.ts'

function notice(id: string, state: NotificationState = 'fresh', at = 0): Notice {
  return { ...noticeOf({ code: 200, title: 'Welcome', message: '' }, { id, at }), state }
}
const critical: Notice = { ...notice('c', 'unread'), level: 'critical' }
const stateOf = (list: readonly Notice[], id: string) => list.find((one) => one.id === id)?.state ?? 'hidden'

test('moved applies moves forward and ignores moves back, for notices of this tab and of the server', () => {
  for (const [i, from] of NOTIFICATION_STATES.entries())
    for (const [j, to] of NOTIFICATION_STATES.entries()) {
      const expected = NOTIFICATION_STATES[Math.max(i, j)]!
      expect(stateOf(noticesOf([notice('a', from)], moved(EMPTY_BOOK, { ids: ['a'], state: to })), 'a')).toBe(expected)
      const once = moved(entered(EMPTY_BOOK, notice('a')), { ids: ['a'], state: from })
      const own = moved(once, { ids: ['a'], state: to })
      expect(stateOf(noticesOf([], own), 'a')).toBe(expected)
    }
})

test('noticesOf combines notices of this tab and of the server in one list, newest first, without hidden ones', () => {
  const book = entered(EMPTY_BOOK, notice('own', 'fresh', 2_000))
  const list = noticesOf(
    [notice('new', 'fresh', 3_000), notice('gone', 'hidden', 2_500), notice('old', 'read', 1_000)],
    book,
  )
  expect(list.map((one) => one.id)).toEqual(['new', 'own', 'old'])
})

test('unreadCount counts the states below read, toastsOf shows the states up to fresh', () => {
  const all = NOTIFICATION_STATES.map((state, i) => notice(String(i), state))
  expect(unreadCount(all)).toBe(2)
  expect(toastsOf(all).map((one) => one.state)).toEqual(['fresh'])
})

test('toastsAtOnce shows all responses to actions on this page, and only the worst of the other notices', () => {
  const high: Notice = { ...notice('high', 'fresh', 5_000), level: 'serious' }
  const worst: Notice = { ...notice('worst', 'fresh', 3_000), level: 'critical' }
  const served = [notice('newest', 'fresh', 6_000), high, worst, notice('welcome', 'fresh', 0)]
  const book = entered(entered(EMPTY_BOOK, notice('saved', 'fresh', 4_000)), notice('undo', 'fresh', 2_000))
  const shown = (atMost: number) => toastsAtOnce(toastsOf(noticesOf(served, book)), book, atMost).map(({ id }) => id)
  expect(shown(4)).toEqual(['saved', 'worst', 'undo'])
  expect(shown(1)).toEqual(['saved'])
  expect(toastsAtOnce(toastsOf(noticesOf(served.slice(0, 1), EMPTY_BOOK)), EMPTY_BOOK, 4)).toHaveLength(1)
})

test('afterHover marks an unread notice as read, but not a critical or a high one; a click marks these', () => {
  expect((['fresh', 'unread', 'read'] as const).map((state) => afterHover(notice('a', state)))).toEqual([
    'read',
    'read',
    'read',
  ])
  const high: Notice = { ...critical, level: 'serious' }
  expect([critical, high].map(afterHover)).toEqual(['unread', 'unread'])
  expect([critical, high, notice('a', 'hidden')].map(afterClick)).toEqual(['read', 'read', 'hidden'])
  // A failed request is serious by its status, but it needs no decision: hover marks it as read (spec §4).
  expect(afterHover({ ...notice('f', 'unread'), code: 501, status: '5xx' })).toBe('read')
})

test('afterTimeout leads to unread, or to read if the pointer was on the toast, unless the notice is critical', () => {
  expect(afterTimeout(notice('a'), false)).toBe('unread')
  expect(afterTimeout(notice('a'), true)).toBe('read')
  expect(afterTimeout({ ...critical, state: 'fresh' }, true)).toBe('unread')
})

test('settled removes a move only after the server has made it', () => {
  const ids = ['own', 'late', 'done', 'further', 'gone']
  const book = moved(entered(EMPTY_BOOK, notice('own')), { ids, state: 'read' })
  const served = [notice('late', 'fresh'), notice('done', 'read'), notice('further', 'hidden')]
  expect([...settled(book, served).moves.keys()]).toEqual(['own', 'late'])
})

test('unmoved removes a refused move and keeps the others, in whichever order the moves fail', () => {
  const steps = fc.array(fc.record({ state: fc.constantFrom(...NOTIFICATION_STATES), isRefused: fc.boolean() }))
  fc.assert(
    fc.property(steps, fc.boolean(), (all, isBackwards) => {
      const refused = all.filter((one) => one.isRefused)
      const book = [
        ...all.map(
          ({ state }) =>
            (before: Book) =>
              moved(before, { ids: ['a'], state }),
        ),
        ...(isBackwards ? refused.toReversed() : refused).map(
          ({ state }) =>
            (before: Book) =>
              unmoved(before, { ids: ['a'], state }),
        ),
      ].reduce((before, change) => change(before), EMPTY_BOOK)
      const held = all.filter((one) => !one.isRefused).map(({ state }) => NOTIFICATION_STATES.indexOf(state))
      expect(stateOf(noticesOf([notice('a')], book), 'a')).toBe(NOTIFICATION_STATES[Math.max(0, ...held)])
    }),
  )
})

const STEPS = [
  'raise',
  'arrive',
  'elsewhere',
  'hover',
  'close toast',
  'close in sidebar',
  'time',
  'mark all',
  'undo',
  'serve',
]
type Step = { readonly what: string; readonly pick: number; readonly state: NotificationState }
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...STEPS),
  pick: fc.nat(40),
  state: fc.constantFrom(...NOTIFICATION_STATES),
})

/** A tab and its server, as the test steps change them. */
type World = {
  served: readonly Notice[]
  book: Book
  marking: Moving | undefined
  count: number
}

function take(world: World, { what, pick, state }: Step): void {
  const list = noticesOf(world.served, world.book)
  const one = list[pick % Math.max(1, list.length)]
  const toast = toastsOf(list)[pick % 4]
  const fresh = () => {
    world.count += 1
    return notice(`n${world.count}`, 'fresh', world.count)
  }
  const move = (ids: readonly string[], to: NotificationState) => {
    world.book = moved(world.book, { ids, state: to })
  }
  if (what === 'raise') world.book = entered(world.book, fresh())
  if (what === 'arrive') world.served = [fresh(), ...world.served]
  if (what === 'elsewhere' && one) world.served = noticesOf(world.served, moved(EMPTY_BOOK, { ids: [one.id], state }))
  if (what === 'hover' && one) move([one.id], afterHover(one))
  if (what === 'close toast' && toast) move([toast.id], 'read')
  if (what === 'close in sidebar' && one) move([one.id], 'hidden')
  if (what === 'time') for (const each of toastsOf(list)) move([each.id], afterTimeout(each, pick % 2 === 0))
  if (what === 'mark all') {
    world.marking = {
      ids: list.filter((each) => each.state !== 'read').map((each) => each.id),
      state: 'read',
    }
    move(world.marking.ids, 'read')
  }
  if (what === 'undo' && world.marking) {
    world.book = unmoved(world.book, world.marking)
    world.marking = undefined
  }
  if (what === 'serve') {
    world.served = noticesOf(world.served, { own: [], moves: world.book.moves })
    world.book = settled(world.book, world.served)
    world.marking = undefined
  }
}

test('badge, sidebar and toasts never contradict each other, and states only ascend, whatever happens in whichever order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world: World = { served: [], book: EMPTY_BOOK, marking: undefined, count: 0 }
      for (const each of steps) {
        const before = noticesOf(world.served, world.book)
        take(world, each)
        const sidebar = noticesOf(world.served, world.book)
        const toasts = toastsOf(sidebar)
        // Every toast is in the sidebar and counted; a counted notification without a toast is unread in the sidebar.
        expect(toasts.every((toast) => sidebar.includes(toast) && toast.state === 'fresh')).toBe(true)
        expect(unreadCount(sidebar) - toasts.length).toBe(sidebar.filter((one) => one.state === 'unread').length)
        expect(sidebar.some((one) => one.state === 'hidden')).toBe(false)
        expect(new Set(sidebar.map((one) => one.id)).size).toBe(sidebar.length)
        const times = sidebar.map((one) => Date.parse(one.timestamp))
        expect(times).toEqual(times.toSorted((a, b) => b - a))
        // "Mark all as read" is sent only when it can no longer be undone, so its states may go back until then.
        if (each.what === 'undo') continue
        for (const { id, state } of before) {
          const now = NOTIFICATION_STATES.indexOf(stateOf(sidebar, id))
          expect(now).toBeGreaterThanOrEqual(NOTIFICATION_STATES.indexOf(state))
        }
      }
    }),
    { numRuns: 300 },
  )
})
