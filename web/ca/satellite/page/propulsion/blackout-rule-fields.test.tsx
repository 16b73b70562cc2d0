import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BlackoutRuleFields } from './blackout-rule-fields.tsx'

test('only a rule for eclipses names missing inputs, if mass or drag area is not known', () => {
  const pageOf = (blackoutInEclipse: 'UMBRA' | undefined, isDragKnown: boolean) =>
    renderToStaticMarkup(
      <BlackoutRuleFields
        rules={{ blackoutInContacts: true, blackoutInEclipse }}
        isDragKnown={isDragKnown}
        onChange={() => {}}
      />,
    )
  expect(pageOf('UMBRA', false)).toContain('Wet mass or drag area is not known')
  expect(pageOf('UMBRA', true)).not.toContain('is not known')
  expect(pageOf(undefined, false)).not.toContain('is not known')
})
