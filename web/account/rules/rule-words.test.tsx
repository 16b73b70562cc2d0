import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NEW_RULE, useRuleWords } from './rule-words.ts'

const NAMED = [{ value: 'id-3', label: 'SAT-3' }]

function wordsOf(part: Partial<NoticeRule>): string {
  function Words() {
    const { what, about, way } = useRuleWords()({ ...NEW_RULE, ...part }, NAMED)
    return [what, about, way].join(' | ')
  }
  return renderToStaticMarkup(<Words />)
}

test('a new rule is about everything, and sends it at once by every channel', () => {
  expect(wordsOf({})).toBe('Any notice | All satellites | At once, by every channel')
})

test('a rule names its types, its level, its satellites and its channels', () => {
  expect(wordsOf({ types: ['risk', 'decision'], leastLevel: 'serious', channels: ['email', 'webhook'] })).toBe(
    'Risk of a conjunction, Decisions and calls, from level Serious up | All satellites | At once, by E-mail, Webhook',
  )
  // Only the ID of a removed satellite is known.
  expect(wordsOf({ satellites: ['id-3', 'id-gone'] })).toBe('Any notice | SAT-3, id-gone | At once, by every channel')
})

test('a rule about requests names their statuses, whatever its types are', () => {
  expect(wordsOf({ statuses: ['CANCELLED', 'COMPLETED_OK'], types: ['tracking'] })).toBe(
    'Requests and jobs: Cancelled, Complete | All satellites | At once, by every channel',
  )
})

test('a rule that gathers notices or does not send them names no channel', () => {
  expect(wordsOf({ way: 'digest', channels: ['email'] })).toMatch(/\| In the digest, by e-mail$/)
  expect(wordsOf({ way: 'never', channels: ['email'] })).toMatch(
    /\| Only shown on the page; critical notices are sent all the same\.$/,
  )
})
