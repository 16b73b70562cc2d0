import { defineWords } from '../../ui/text/language.ts'

/** The words for ordered passes on screens of collision avoidance. */
export const aheadWords = defineWords('passes-ahead', {
  en: {
    passes: 'Ordered tracking',
    failed: 'The requests could not be read',
    next: 'Next pass',
    none: 'No pass ordered.',
    pass: 'Pass',
    status: 'Status',
    request: 'Request',
    open: 'Open',
    notPlanned: 'not planned yet, until {{time}}',
    draftPasses: 'Ordered tracking:',
    draftPass: '{{name}}: {{sensor}}, {{time}}, {{status}}.',
    deadline: 'Pass over {{sensor}} ordered.',
    deadlineWhy: '{{name}} is tracked; the result comes minutes later.',
  },
  de: {
    passes: 'Bestellte Beobachtungen',
    failed: 'Die Aufträge konnten nicht gelesen werden',
    next: 'Nächster Überflug',
    none: 'Kein Überflug bestellt.',
    pass: 'Überflug',
    status: 'Status',
    request: 'Auftrag',
    open: 'Öffnen',
    notPlanned: 'noch nicht geplant, bis {{time}}',
    draftPasses: 'Bestellte Beobachtungen:',
    draftPass: '{{name}}: {{sensor}}, {{time}}, {{status}}.',
    deadline: 'Überflug bei {{sensor}} bestellt.',
    deadlineWhy: '{{name}} wird beobachtet; das Ergebnis kommt Minuten danach.',
  },
})
