import { expect, test } from 'vitest'
import type { NextCall } from '../duty/next-call.ts'
import type { Manner } from './manner.ts'
import { sayNextCall } from './next-call-in-words.ts'
import { TOLD_WORDS } from './notice-words.data.ts'
import { writtenMinute } from './written-number.ts'

const mannerIn = (language: 'en' | 'de'): Pick<Manner, 't' | 'minute'> => ({
  t: (word, values = {}) =>
    (TOLD_WORDS[language] as Readonly<Record<string, string>>)[word]!.replace(/\{\{(\w+)\}\}/g, (_, name) =>
      String(values[name]),
    ),
  minute: writtenMinute,
})

const at = '2026-11-20T06:11:22.000Z'

// The expected sentences were written by hand.
test.each([
  [
    { person: 'kim', at, when: 'exact' },
    'If nobody acknowledges by 2026-11-20 06:11 Z, kim is called.',
    'Quittiert es bis 2026-11-20 06:11 Z niemand, wird kim gerufen.',
  ],
  [
    { person: 'kim', at, when: 'latest' },
    'If nobody acknowledges, kim is called by 2026-11-20 06:11 Z at the latest.',
    'Quittiert es niemand, wird kim gerufen, spätestens 2026-11-20 06:11 Z.',
  ],
  [
    { person: null, at, when: 'now' },
    'If nobody acknowledges at once, everybody of collision avoidance is told.',
    'Quittiert es niemand sofort, erfahren es alle der Kollisionsvermeidung.',
  ],
] as const satisfies readonly (readonly [NextCall, string, string])[])(
  'what the chain does next is said in both languages',
  (call, english, german) => {
    expect([sayNextCall(mannerIn('en'), call), sayNextCall(mannerIn('de'), call)]).toEqual([english, german])
  },
)
