import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nameOf } from '../../shell/status/testing/naming.ts'
import { Reach } from './reach.tsx'

const DAY_MS = 86_400_000
const member = (subject: string, channels: number, daysAgo: number, proven = channels) => ({
  subject,
  name: subject,
  channels,
  proven,
  fullName: null,
  seenAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
})
const said = (people: readonly string[]) =>
  renderToStaticMarkup(
    <Reach
      people={people}
      members={[member('ada', 1, 29), member('ben', 0, 0), member('kim', 1, 31), member('cem', 1, 0, 0)]}
      former={[{ subject: 'id-17', name: 'max', fullName: null }]}
      nameOf={nameOf}
    />,
  )

test('a step names the people who cannot be reached, who lost the role, or who were not seen for 30 days', () => {
  expect(said(['ada'])).toBe('a channel outside this page is proven')
  expect(said(['ben'])).toContain('ben: no channel outside this page is confirmed and not suspended; passed over')
  expect(said(['cem'])).toContain('cem: no channel outside this page is proven, called all the same')
  const all = said(['ada', 'ben', 'kim', 'id-17'])
  expect(all).toMatch(/Kim Weber has not used Apsis since \d{4}-\d\d-\d\d: take out if gone/)
  expect(all).toContain('max has no role of collision avoidance: not called')
  expect(all).not.toMatch(/Ada King|id-17/)
})
