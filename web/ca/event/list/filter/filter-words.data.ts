import { defineWords } from '../../../../ui/text/language.ts'

/** The words of the forms of the filters. */
export const filterWords = defineWords('ca.conjunctions.filters', {
  en: {
    instantHelp: 'As 2026-11-21 10:00',
    instantWrong: 'A time, as 2026-11-21 10:00.',
    apply: 'Apply',
    anyGroup: 'Any',
    pcKnown: 'Probability',
    anyPc: 'Any',
    maxMiss: 'Miss at most',
    maxRadial: '|R| at most',
    numberToOne: 'From 0 to 1, as 1e-7.',
  },
  de: {
    instantHelp: 'Wie 2026-11-21 10:00',
    instantWrong: 'Eine Zeit wie 2026-11-21 10:00.',
    apply: 'Anwenden',
    anyGroup: 'Jede',
    pcKnown: 'Wahrscheinlichkeit',
    anyPc: 'Jede',
    maxMiss: 'Abstand höchstens',
    maxRadial: '|R| höchstens',
    numberToOne: 'Von 0 bis 1, wie 1e-7.',
  },
})
