import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'
import type { Choice } from './choices.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { newDraft } = await import('./draft.ts')
const { chosenText } = await import('./chosen-text.ts')
const { requestWords } = await import('./words.data.ts')
afterEach(() => choose('language', 'en'))

type About = Parameters<typeof chosenText>[0]
type Part = Partial<Omit<About, 'selection'> & About['selection']> & { readonly names?: readonly string[] }

const wished = { ...newDraft('90141'), passes: 2, until: '2026-11-23 09:40' }
const NAMES = ['ABC03@2026-11-21T03:00:00Z', 'ABC01@2026-11-21T01:00:00Z', 'ABC02@2026-11-21T02:00:00Z']
const CHOICES = NAMES.map((name) => ({ name })) as unknown as readonly Choice[]
const READ = { data: [], error: null }
const FAILED = { data: undefined, error: new Error('gone') } as unknown as About['selection']['requests']

/** Returns the text on two passes wanted before the decision, after all searches are complete. */
function said({ names = [], taken, requests = READ, choices = CHOICES, object, ...part }: Part): string {
  const prediction = { state: 'known', question: { toMs: Date.UTC(2026, 10, 23, 16) } } as const
  const draft = { ...wished, names }
  return chosenText(
    { wished, draft, found: undefined, prediction, selection: { object, choices, taken, requests }, ...part },
    requestWords,
  )
}
const none: ReadonlySet<string> = new Set()

test('the text lists three passes in time order, and the number of further passes', () => {
  const five = [...NAMES, 'ABC04@2026-11-21T04:00:00Z', 'ABC05@2026-11-21T05:00:00Z']
  const first = 'ABC01 11-21 01:00 Z, ABC02 11-21 02:00 Z, ABC03 11-21 03:00 Z'
  expect(said({ names: NAMES, taken: none })).toBe(`3 proposed: ${first}.`)
  expect(said({ names: five, taken: none })).toBe(`5 proposed: ${first} and 2 more.`)
  choose('language', 'de')
  expect(said({ names: five, taken: none })).toBe(`5 vorgeschlagen: ${first} und 2 weitere.`)
  expect(said({ names: five.slice(0, 4), taken: none })).toContain(`${first} und 1 weiterer.`)
})

test('the text says that no other pass is free only if the requests were read', () => {
  const names = NAMES.slice(0, 1)
  const chosen = '1 proposed: ABC03 11-21 03:00 Z.'
  expect(said({ names, taken: none })).toBe(`${chosen} 2 wanted: no more count and are free.`)
  expect(said({ names, taken: undefined, requests: { data: undefined, error: null } })).toBe(chosen)
  const notRead = 'Ordered passes could not be read: press Find passes.'
  expect(said({ names, requests: FAILED })).toBe(`${chosen} ${notRead}`)
  const byNumber = 'None proposed: the best 2 possible are taken.'
  expect(said({ requests: FAILED })).toBe(`${notRead} ${byNumber}`)
  expect(said({ taken: undefined, requests: { data: undefined, error: null } })).toBe(byNumber)
})

test('a request that no pass can serve is announced as infeasible, unless it lasts longer than the search', () => {
  const unable = (until: string) => said({ choices: [], taken: none, wished: { ...wished, until } })
  expect(unable('2026-11-23 09:40')).toMatch(
    /^Nothing is observable before 11-23 09:40 Z: the request would end as infeasible, /,
  )
  for (const until of ['', '2026-11-24 00:00'])
    expect(unable(until)).toBe('Nothing is observable before 11-23 16:00 Z: the best 2 later ones are taken.')
  // Nothing is said about missing passes while it is not known whether there are any.
  const reading = { state: 'reading', question: { toMs: 0 } } as const
  expect(said({ choices: [], taken: undefined, prediction: reading })).toMatch(/^None proposed: the best 2 /)
})

test('the text gives the reason why none of several passes is proposed', () => {
  expect(said({ taken: none })).toMatch(/^No free pass can change the decision\. None proposed/)
  expect(said({ taken: new Set(NAMES) })).toMatch(/^Each is ordered already, or its sensor is busy\. None proposed/)
  const object = { unranked: null, passes: [{ measurementType: 'RADAR' }] } as unknown as About['selection']['object']
  expect(said({ choices: [], taken: none, object })).toBe(
    'No pass of this measurement brings a result before the decision. None proposed: the best 2 possible are taken.',
  )
  // A draft that was sent with a number of passes is sent with that number again.
  expect(said({ taken: none, wished: { ...wished, isSent: true }, draft: { ...wished, isSent: true } })).toMatch(
    /^None proposed/,
  )
  expect(said({ taken: none, wished: { ...wished, passes: 0 } })).toMatch(/^None chosen: choose one/)
})
