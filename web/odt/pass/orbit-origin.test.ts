import { ORBIT_ORIGINS } from '@apsis/contract/odt/pass/passprediction.ts'
import { expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { originText } = await import('./orbit-origin.ts')

const said = () => ORBIT_ORIGINS.map((origin) => originText({ origin, name: 'own.oem' }))

test("the origin of an orbit is named in the language of the reader, with the publisher's name if there is one", () => {
  choose('language', 'en')
  const sent = ['sent TLE', 'sent OMM', 'sent OEM']
  expect(said()).toEqual([...sent, 'message of an event', 'ephemeris own.oem', 'own.oem'])
  choose('language', 'de')
  const german = ['gesendetes TLE', 'gesendete OMM', 'gesendete OEM']
  expect(said()).toEqual([...german, 'Nachricht eines Ereignisses', 'Ephemeride own.oem', 'own.oem'])
})
