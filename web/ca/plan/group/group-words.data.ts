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
    'reason-passed': '{{name}} is the nominal plan: the first left to choose that passed its screening.',
    'reason-approved': '{{name}} is the nominal plan: a person approved it.',
    'reason-waiting':
      'None is nominal yet: the screening of an earlier candidate still runs.',
    'reason-none-passes': 'None is nominal: no candidate passes. A person decides.',
    'reason-held': 'None is nominal: those left were changed by a person. Screen them.',
    'reason-ended': 'No candidate is left to choose.',
    make: 'Plan {{count}} candidates',
    mayBeMade: 'The candidates may exist all the same: look at the tab Manoeuvre first.',
    making: 'Planning …',
    makeNote:
      'Plans and screens the chosen burn and the suggestions that reach the target; the first that passes is kept.',
    screened: '{{done}} of {{count}} are screened.',
    allGroups: 'All groups of candidates',
    made: 'Candidates planned',
    madeText: '{{count}} candidates are screened; the first that passes is kept.',
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
      '{{name}} ist der nominelle Plan: der erste zur Wahl stehende, der sein Screening bestand.',
    'reason-approved': '{{name}} ist der nominelle Plan: Eine Person hat ihn freigegeben.',
    'reason-waiting':
      'Noch ist keiner nominell: Das Screening eines früheren Kandidaten läuft noch.',
    'reason-none-passes': 'Keiner ist nominell: Kein Kandidat besteht. Eine Person entscheidet.',
    'reason-held':
      'Keiner ist nominell: Die übrigen hat eine Person geändert. Lassen Sie sie prüfen.',
    'reason-ended': 'Es steht kein Kandidat mehr zur Wahl.',
    make: '{{count}} Kandidaten planen',
    mayBeMade: 'Die Kandidaten können trotzdem bestehen: zuerst im Reiter „Manöver“ nachsehen.',
    making: 'Wird geplant …',
    makeNote:
      'Plant und prüft die gewählte Zündung und die Vorschläge, die das Ziel erreichen; der erste, der besteht, wird behalten.',
    screened: '{{done}} von {{count}} sind gescreent.',
    allGroups: 'Alle Gruppen von Kandidaten',
    made: 'Kandidaten geplant',
    madeText: '{{count}} Kandidaten werden gescreent; der erste, der besteht, wird behalten.',
  },
})
