import { defineWords } from '../../../ui/text/language.ts'

/** What is said of a group of candidates. */
export const groupWords = defineWords('plan-group', {
  en: {
    title: 'Candidates',
    note: 'the first that passes becomes nominal',
    rank: 'Order',
    role: 'Stands as',
    nominal: 'Nominal',
    withdrawn: 'Withdrawn',
    choice: 'For choice',
    ended: 'Ended',
    'reason-passed': '{{name}} is the nominal plan: of those left to choose it was the first to pass its screening.',
    'reason-approved': '{{name}} is the nominal plan: a person approved it.',
    'reason-waiting':
      'None is nominal yet: a candidate is still being screened, and one behind it is not taken before it is known.',
    'reason-none-passes': 'None is nominal: no candidate passes. All stay, for a person to decide.',
    'reason-held': 'None is nominal: what is left was changed by a person, and waits for you to screen it.',
    'reason-ended': 'None of the candidates is left to choose.',
    make: 'Plan {{count}} candidates',
    mayBeMade: 'The candidates may be planned all the same: look at the tab Manoeuvre before you ask again.',
    making: 'Planning …',
    makeNote:
      'Plans the chosen burn and the suggestions that reach the target, and screens one after the other; the first that passes is kept.',
    screened: '{{done}} of {{count}} are screened.',
    allGroups: 'All groups of candidates',
    made: 'Candidates planned',
    madeText: '{{count}} candidates are being screened; the first that passes is kept.',
  },
  de: {
    title: 'Kandidaten',
    note: 'der erste, der besteht, wird nominell',
    rank: 'Rang',
    role: 'Gilt als',
    nominal: 'Nominell',
    withdrawn: 'Zurückgezogen',
    choice: 'Zur Wahl',
    ended: 'Beendet',
    'reason-passed':
      '{{name}} ist der nominelle Plan: Er hat von denen, die zur Wahl standen, als erster sein Screening bestanden.',
    'reason-approved': '{{name}} ist der nominelle Plan: Eine Person hat ihn freigegeben.',
    'reason-waiting':
      'Noch ist keiner nominell: Das Screening eines Kandidaten läuft noch, und einer hinter ihm wird nicht vorher genommen.',
    'reason-none-passes': 'Keiner ist nominell: Kein Kandidat besteht. Alle bleiben, damit eine Person entscheidet.',
    'reason-held':
      'Keiner ist nominell: Was übrig ist, hat eine Person geändert, und es wartet darauf, dass Sie es prüfen lassen.',
    'reason-ended': 'Von den Kandidaten steht keiner mehr zur Wahl.',
    make: '{{count}} Kandidaten planen',
    mayBeMade: 'Die Kandidaten können trotzdem geplant werden: vor einem zweiten Mal im Reiter „Manöver“ nachsehen.',
    making: 'Wird geplant …',
    makeNote:
      'Plant die gewählte Zündung und die Vorschläge, die das Ziel erreichen, und prüft einen nach dem anderen; der erste, der besteht, wird behalten.',
    screened: '{{done}} von {{count}} sind gescreent.',
    allGroups: 'Alle Gruppen von Kandidaten',
    made: 'Kandidaten geplant',
    madeText: '{{count}} Kandidaten werden gescreent; der erste, der besteht, wird behalten.',
  },
})
