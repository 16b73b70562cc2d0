import { defineWords } from '../../ui/text/language.ts'

/** What screens of collision avoidance say of passes that are ordered. */
export const aheadWords = defineWords('passes-ahead', {
  en: {
    passes: 'Tracking that is ordered',
    failed: 'The requests for observations could not be read',
    none: 'No pass is ordered.',
    pass: 'Pass',
    object: 'Object',
    sensor: 'Sensor',
    status: 'Status',
    request: 'Request',
    open: 'Open',
    overdue: 'the provider is silent',
    more: 'and {{count}} more',
    draftPasses: 'Tracking that is ordered:',
    draftPass: '{{name}}: {{sensor}}, {{time}}, {{status}}.',
    deadline: 'Pass over {{sensor}} ordered.',
    deadlineWhy: '{{name}} is tracked; the result comes some minutes after it.',
  },
  de: {
    passes: 'Bestellte Beobachtungen',
    failed: 'Die Beobachtungsaufträge konnten nicht gelesen werden',
    none: 'Kein Überflug ist bestellt.',
    pass: 'Überflug',
    object: 'Objekt',
    sensor: 'Sensor',
    status: 'Status',
    request: 'Auftrag',
    open: 'Öffnen',
    overdue: 'der Anbieter schweigt',
    more: 'und {{count}} weitere',
    draftPasses: 'Bestellte Beobachtungen:',
    draftPass: '{{name}}: {{sensor}}, {{time}}, {{status}}.',
    deadline: 'Überflug bei {{sensor}} bestellt.',
    deadlineWhy: '{{name}} wird beobachtet; das Ergebnis kommt einige Minuten danach.',
  },
})
