import { expect, test } from 'vitest'
import { acknowledgePage } from './acknowledge-page.ts'

// A person who passed an event on and opens the link again may want to acknowledge the event after all.
test('the page of a used link leads to the event, and no time on the page is broken at the end of a line', () => {
  const used = { kind: 'used', at: '2026-11-20T05:52:10.000Z', by: 'kim', link: '/ca/conjunction/1/2' } as const
  const page = acknowledgePage(used, { language: 'de', isSimulated: false })
  expect(page).toContain('<a href="/ca/conjunction/1/2">Ereignis öffnen</a>')
  expect(page).toContain('<p>Von kim, <span class="time">2026-11-20 05:52:10 Z</span>. Er gilt einmal.</p>')
  const bare = acknowledgePage({ ...used, link: null }, { language: 'de', isSimulated: false })
  expect(bare).not.toContain('Ereignis öffnen')
})
