import { expect, test } from 'vitest'
import type { DutyCall } from '../ca/event/duty-call.ts'
import { sayCall } from './call-in-words.ts'
import type { Manner } from './manner.ts'
import { TOLD_WORDS } from './notice-words.data.ts'

const mannerIn = (language: 'en' | 'de'): Pick<Manner, 't'> => ({
  t: (word, values = {}) =>
    (TOLD_WORDS[language] as Readonly<Record<string, string>>)[word]!.replace(/\{\{(\w+)\}\}/g, (_, name) =>
      String(values[name]),
    ),
})

const CALL: DutyCall = {
  step: 2,
  steps: 3,
  person: 'max',
  before: [
    { channel: 'webhook', state: 'delivered', answer: '202' },
    { channel: 'email', state: 'waiting', answer: null },
  ],
}

// The expected sentences were written by hand.
test.each([
  [
    CALL,
    'Called max, step 2 of 3. The call before: webhook delivered (202), e-mail on its way.',
    'max wurde gerufen, Stelle 2 von 3. Der Ruf davor: Webhook zugestellt (202), E-Mail unterwegs.',
  ],
  [
    {
      ...CALL,
      before: [
        { channel: 'phone', state: 'delivered', answer: 'SIMULATED' },
        { channel: 'email', state: 'delivered', answer: '250 SIMULATED: written to the mailbox' },
      ],
    },
    'Called max, step 2 of 3. The call before: telephone simulated, nobody was called, e-mail simulated, sent to nobody.',
    'max wurde gerufen, Stelle 2 von 3. Der Ruf davor: Telefon simuliert, niemand gerufen, E-Mail simuliert, an niemanden gesandt.',
  ],
  [
    { ...CALL, before: [] },
    'Called max, step 2 of 3. The call before had no channel.',
    'max wurde gerufen, Stelle 2 von 3. Der Ruf davor hatte keinen Kanal.',
  ],
  [
    { ...CALL, step: 0, passed: { by: 'ann', note: 'I am ill' } },
    'ann passed it on to everybody of collision avoidance: I am ill',
    'ann gab es an alle der Kollisionsvermeidung weiter: I am ill',
  ],
  [
    { ...CALL, step: 1, passed: { by: 'ann', note: '' } },
    'ann passed it on to max, step 1 of 3.',
    'ann gab es an max weiter, Stelle 1 von 3.',
  ],
  [
    { ...CALL, isUnreachable: true },
    'max, step 2 of 3, has no channel and was passed over. The call before: webhook delivered (202), e-mail on its way.',
    'max, Stelle 2 von 3, hat keinen Kanal und wurde übersprungen. Der Ruf davor: Webhook zugestellt (202), E-Mail unterwegs.',
  ],
  [{ ...CALL, person: null, before: null }, 'Nobody has step 2 of 3.', 'Niemand hat Stelle 2 von 3.'],
] as const)('a call is said in the language of the reader: %o', (call, english, german) => {
  expect(sayCall(mannerIn('en'), call as DutyCall)).toBe(english)
  expect(sayCall(mannerIn('de'), call as DutyCall)).toBe(german)
})
