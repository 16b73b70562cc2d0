import { defineWords } from '../../ui/text/language.ts'

/** What was decided, by whom, and what reopens it: said wherever an event stands, also in lists that open nothing else. */
export const decidedWords = defineWords('ca-decided', {
  en: {
    MANOEUVRE: 'manoeuvre',
    NO_ACTION: 'no action',
    MONITOR: 'monitor',
    REQUEST_TRACKING: 'request tracking',
    COORDINATE: 'coordinate',
    reopensBoth: 'Reopens when Pc > {{pc}} or the level rises above {{level}}.',
    reopensPc: 'Reopens when Pc > {{pc}}.',
    reopensLevel: 'Reopens when the level rises above {{level}}.',
    reopensNever: 'Only a TCA that moves by more than 60 s reopens it: no Pc is set, and no level is higher.',
    nextLook: 'Look again by {{time}}.',
    closed: 'closed',
  },
  de: {
    MANOEUVRE: 'Manöver',
    NO_ACTION: 'nichts tun',
    MONITOR: 'beobachten',
    REQUEST_TRACKING: 'Beobachtung anfordern',
    COORDINATE: 'abstimmen',
    reopensBoth: 'Öffnet sich wieder, wenn Pc > {{pc}} oder die Stufe über {{level}} steigt.',
    reopensPc: 'Öffnet sich wieder, wenn Pc > {{pc}}.',
    reopensLevel: 'Öffnet sich wieder, wenn die Stufe über {{level}} steigt.',
    reopensNever:
      'Nur ein TCA, das sich um mehr als 60 s verschiebt, öffnet es wieder: Für Pc ist nichts gesetzt, und eine höhere Stufe gibt es nicht.',
    nextLook: 'Nächster Blick bis {{time}}.',
    closed: 'geschlossen',
  },
})
