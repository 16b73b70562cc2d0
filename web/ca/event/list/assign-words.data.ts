import { defineWords } from '../../../ui/text/language.ts'

/** The words of the dialog that assigns events to a person. */
export const assignWords = defineWords('ca.conjunctions.assign', {
  en: {
    assignMany_one: 'Assign {{count}} event',
    assignMany_other: 'Assign {{count}} events',
    assignText_one: '{{what}}. It is added to the record of the event and stays there.',
    assignText_other: '{{what}} and others. It is added to the record of each event and stays there.',
    noneToAssign: 'Nothing to assign: the records are closed.',
    closedLeftOut_one: '{{count}} is closed and left out.',
    closedLeftOut_other: '{{count}} are closed and left out.',
    ownerMissing: 'Who is to deal with it?',
    why: 'Why',
  },
  de: {
    assignMany_one: '{{count}} Ereignis zuteilen',
    assignMany_other: '{{count}} Ereignisse zuteilen',
    assignText_one: '{{what}}. Es kommt in das Protokoll des Ereignisses und bleibt dort.',
    assignText_other: '{{what}} und andere. Es kommt in das Protokoll jedes Ereignisses und bleibt dort.',
    noneToAssign: 'Nichts zuzuteilen: Die Protokolle sind geschlossen.',
    closedLeftOut_one: '{{count}} ist geschlossen und bleibt unberührt.',
    closedLeftOut_other: '{{count}} sind geschlossen und bleiben unberührt.',
    ownerMissing: 'Nennen Sie, wer zuständig ist.',
    why: 'Warum',
  },
})
