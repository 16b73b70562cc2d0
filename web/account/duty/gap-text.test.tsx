import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GapText } from './gap-text.tsx'

const said = (until: string | null, person: string | null) =>
  renderToStaticMarkup(<GapText gap={{ step: 2, from: '2026-11-24T08:00:00.000Z', until, person }} />)

test('a gap says from when until when, and who has the step and is reached by no call', () => {
  const until = '2026-11-25T08:00:00.000Z'
  expect(said(until, null)).toMatch(
    /^Nobody has step 2 from 2026-11-24 08:00.* until 2026-11-25 08:00.*\. Name somebody\.$/,
  )
  expect(said(null, null)).toMatch(/^Nobody has step 2 from 2026-11-24 08:00.* on\. Name somebody\.$/)
  expect(said(until, 'ben')).toMatch(
    /^A call does not reach ben, who has step 2 from .* until .*: there is no channel\.$/,
  )
  expect(said(null, 'ben')).toMatch(/^A call does not reach ben, who has step 2 from .* on: there is no channel\.$/)
})
