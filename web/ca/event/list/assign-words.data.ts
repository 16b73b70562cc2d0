import { defineWords } from '../../../ui/text/language.ts'

/** The words of the dialog that assigns events to a person. */
export const assignWords = defineWords('ca.conjunctions.assign', {
  en: {
    assignMany_one: 'Assign {{count}} event',
    assignMany_other: 'Assign {{count}} events',
    assignText_one: '{{what}}. Stays in the event’s record.',
    assignText_other: '{{what}} and others. Stays in each event’s record.',
    noneToAssign: 'Nothing to assign: the records are closed.',
    closedLeftOut_one: '{{count}} is closed, left out.',
    closedLeftOut_other: '{{count}} are closed, left out.',
    ownerMissing: 'Say to whom.',
    why: 'Why',
  },
  de: {
    assignMany_one: '{{count}} Ereignis zuteilen',
    assignMany_other: '{{count}} Ereignisse zuteilen',
    assignText_one: '{{what}}. Bleibt im Protokoll des Ereignisses.',
    assignText_other: '{{what}} und andere. Bleibt im Protokoll jedes Ereignisses.',
    noneToAssign: 'Nichts zuzuteilen: Die Protokolle sind geschlossen.',
    closedLeftOut_one: '{{count}} ist geschlossen, bleibt unberührt.',
    closedLeftOut_other: '{{count}} sind geschlossen, bleiben unberührt.',
    ownerMissing: 'Nennen Sie, wem.',
    why: 'Warum',
  },
})
