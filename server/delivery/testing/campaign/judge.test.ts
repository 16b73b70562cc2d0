import { expect, test } from 'vitest'
import { type Row, verdictOf } from './judge.ts'
import { type Copy, WAYS } from './ways.ts'

const CODES = ['risk-raised', 'risk-lowered']
const SUBJECT = { organisation: 'o0', designator: '700000', codes: CODES }
const target = (way: (typeof WAYS)[number]) => `http://127.0.0.1:${WAYS.indexOf(way)}/o0`

/** Returns two notices about one subject, which every receiver got as expected. */
function sound(): { rows: Row[]; book: Copy[] } {
  const rows = WAYS.flatMap((way) =>
    CODES.map(
      (code): Row => ({
        id: `${way} ${code}`,
        organisation: 'o0',
        shown: target(way).replace('http://', ''),
        kind: 'notice',
        state: 'delivered',
        reason: null,
        tries: 1,
        is_critical: false,
        notification_id: code,
        title: code,
        code,
        designator: '700000',
      }),
    ),
  )
  const book = WAYS.flatMap((way) =>
    CODES.map((code) => ({ way, organisation: 'o0', id: `${way} ${code}`, notificationId: code, attempt: 1 })),
  )
  return { rows, book }
}

const faultsOf = ({ rows, book }: ReturnType<typeof sound>, followed = 0) =>
  verdictOf(rows, { receivers: { book, target, followed: () => followed }, subjects: [SUBJECT] }).faults

const change = <T>(all: T[], place: number, part: Partial<T>) => void all.splice(place, 1, { ...all[place]!, ...part })

test('the judge finds no fault if none was planted', () => {
  expect(faultsOf(sound())).toEqual([])
})

test.each([
  ['one that never ended', ({ rows }) => change(rows, 3, { state: 'waiting' }), /still waits/],
  ['one that its receiver has not got', ({ book }) => void book.splice(4, 1), /has not got it/],
  ['one that was never written', ({ rows, book }) => void [rows.splice(5, 1), book.splice(5, 1)], /in place of/],
  [
    'one that was written twice',
    ({ rows }) => void rows.push({ ...rows[0]!, id: 'twice', state: 'dead', tries: 10 }),
    /in place of/,
  ],
  [
    'one given up too early',
    ({ rows, book }) => void [change(rows, 1, { state: 'dead', reason: 'failed', tries: 3 }), book.splice(1, 1)],
    /given up after 3/,
  ],
  [
    'one given up as gone where nobody said so',
    ({ rows, book }) => void [change(rows, 1, { state: 'dead', reason: 'gone' }), book.splice(1, 1)],
    /given up after 1 tries: gone/,
  ],
  [
    'a way by which nothing arrived',
    ({ rows, book }) => void [0, 1].map((at) => [change(rows, at, { state: 'dead', tries: 10 }), book.shift()]),
    /answers 500: only 0 of 2 were delivered/,
  ],
  [
    'one cancelled for no reason',
    ({ rows }) => change(rows, 2, { state: 'cancelled', reason: 'removed' }),
    /was cancelled/,
  ],
  [
    'one overtaken by nothing',
    ({ rows }) => change(rows, 2, { state: 'cancelled', reason: 'overtaken' }),
    /overtaken by nothing/,
  ],
  ['a copy that says nothing of it', ({ book }) => void book.push(book[0]!), /came twice as try 1/],
  ['an id for two notices', ({ book }) => change(book, 6, { notificationId: 'another' }), /came for two notices/],
  ['a copy of no delivery', ({ book }) => change(book, 0, { id: 'unknown' }), /is no delivery/],
  ['the later before the earlier', ({ book }) => void book.unshift(...book.splice(1, 1)), /out of order/],
] as [string, (planted: ReturnType<typeof sound>) => void, RegExp][])('found: %s', (_, plant, said) => {
  const planted = sound()
  plant(planted)
  expect(faultsOf(planted).join('\n')).toMatch(said)
})

test('a receiver that is gone may report it', () => {
  const planted = sound()
  const place = 2 * WAYS.indexOf('is gone (410)')
  change(planted.rows, place + 1, { state: 'dead', reason: 'gone' })
  planted.book.splice(place + 1, 1)
  expect(faultsOf(planted)).toEqual([])
})

test('a card is recognised by its text, and a card with an unknown text is no delivery', () => {
  const planted = sound()
  const way = 'fails as Slack (500)'
  const place = 2 * WAYS.indexOf(way)
  const card = { designator: SUBJECT.designator, subject: `Serious: ${CODES[0]}: SAT o0 × OBJECT` }
  change(planted.book, place, { id: '', notificationId: '', card })
  expect(faultsOf(planted)).toEqual([])
  change(planted.book, place, { card: { ...card, subject: 'Something else: SAT o0 × OBJECT' } })
  expect(faultsOf(planted).join('\n')).toMatch(/is no delivery/)
})

test('a redirect that was followed is found', () => {
  expect(faultsOf(sound(), 1)).toEqual(['1 redirects were followed'])
})
