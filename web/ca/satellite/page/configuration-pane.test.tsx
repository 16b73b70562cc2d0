import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Blackouts } from './configuration-pane.tsx'

const told = (propulsion: object) =>
  renderToStaticMarkup(
    <Blackouts
      propulsion={Propulsion.parse(propulsion)}
      blackoutWindows={[]}
      blackoutInContacts
      blackoutInEclipse="PENUMBRA"
    />,
  )

test('rules about burns are shown for a satellite with an engine, and not for one that manoeuvres by its drag', () => {
  expect(told({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 })).toContain('No burn during contacts, ')
  expect(told({ type: 'DIFFERENTIAL_DRAG', minAreaM2: 0.05, maxAreaM2: 0.5, maxDurationH: 72 })).toBe('')
})
