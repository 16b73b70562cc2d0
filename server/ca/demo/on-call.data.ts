import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'

// The people on call in the demo. They do not exist, and nobody is called.

/** The chain: the people of a step take weekly turns. The telephone numbers of the steps are below. */
export const DEMO_CHAIN = {
  timeZone: 'UTC',
  turnsFrom: '2026-01-05',
  handoverTime: '08:00',
  overrides: [],
  absences: [],
  chain: [{ people: ['SIMULATED Mara Lindt', 'SIMULATED Jonas Reuter'] }, { people: ['SIMULATED Aiko Tanabe'] }],
}

/** Telephone numbers as they are shown, by their last digits; one for each step. */
export const DEMO_TELEPHONES = ['…0123', '…0456'] as const

/** The account that the steps of the escalation have in the record of their event. */
export const DEMO_CALLER = { subject: 'simulator-on-call', username: 'SIMULATED on-call chain' } as const

type DemoStep = {
  readonly by: string
  readonly hoursBefore: number
  readonly action: 'NOTE' | 'ACKNOWLEDGE'
  readonly why: string
  readonly call: Pick<DutyCall, 'step' | 'before'> | null
}

/** The escalation in the record of the newest event above the accepted probability, in the year before the demo: hours before TCA. */
export const DEMO_ESCALATION: readonly DemoStep[] = [
  {
    by: DEMO_CALLER.username,
    hoursBefore: 28.5,
    action: 'NOTE',
    why: 'SIMULATED: step 1 of 2 was called by telephone …0123. No key was pressed.',
    call: { step: 1, before: null },
  },
  {
    by: DEMO_CALLER.username,
    hoursBefore: 28,
    action: 'NOTE',
    why: 'SIMULATED: SIMULATED Aiko Tanabe, step 2 of 2, was called by telephone …0456.',
    call: { step: 2, before: [{ channel: 'phone', state: 'delivered', answer: 'SIMULATED' }] },
  },
  {
    by: 'SIMULATED Aiko Tanabe',
    hoursBefore: 27.95,
    action: 'ACKNOWLEDGE',
    why: 'SIMULATED: by a key that was pressed on the telephone.',
    call: null,
  },
]
