import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nameOf } from '../../shell/status/testing/naming.ts'
import { GapBanner } from './gap-banner.tsx'

const gap = (step: number, until: string | null, person: string | null) => {
  return { step, from: '2026-11-24T08:00:00.000Z', until, person }
}
const said = (until: string | null, person: string | null) =>
  renderToStaticMarkup(<GapBanner gaps={[gap(2, until, person)]} nameOf={nameOf} />)
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, '')

test('a gap is described with its start and end, and with the person on the step whom no call reaches', () => {
  const until = '2026-11-25T08:00:00.000Z'
  expect(said(until, null)).toMatch(
    /^Nobody has step 2 from 2026-11-24 08:00.* until 2026-11-25 08:00.*\. Name somebody\.$/,
  )
  expect(said(null, null)).toMatch(/^Nobody has step 2 from 2026-11-24 08:00.* on\. Name somebody\.$/)
  expect(said(until, 'kim')).toMatch(
    /^A call may not reach Kim Weber, step 2 from .* until .*: no channel is proven\.$/,
  )
  expect(said(null, 'kim')).toMatch(/^A call may not reach Kim Weber, step 2 from .* on: no channel is proven\.$/)
})

test('several gaps are one alarm with a line each, no date breaks at the end of a line, and without gaps nothing is shown', () => {
  const until = '2026-11-25T08:00:00.000Z'
  const strip = renderToStaticMarkup(
    <GapBanner gaps={[gap(1, until, null), gap(2, until, null), gap(2, null, 'ben')]} nameOf={nameOf} />,
  )
  expect(strip.match(/role="alert"/g)).toHaveLength(1)
  expect(strip.match(/class="[^"]*alarmLine/g)).toHaveLength(3)
  const whole = strip.match(/<span style="white-space:nowrap">2026-11-2[45] 08:00[^<]*<\/span>/g)
  expect(whole).toHaveLength(5)
  expect(renderToStaticMarkup(<GapBanner gaps={[]} nameOf={nameOf} />)).toBe('')
})
