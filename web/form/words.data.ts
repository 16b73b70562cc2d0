import { defineWords } from '../ui/text/language.ts'

/** The words for the faults of a field, if its form has no sentence of its own. */
export const faultWords = defineWords('form.fault', {
  en: {
    number: 'Enter a number.',
    missing: 'This is needed.',
    least: 'At least {{least}}.',
    most: 'At most {{most}}.',
    above: 'More than {{least}}.',
    long: 'At most {{most}} characters.',
    wrong: 'This value is not possible.',
  },
  de: {
    number: 'Geben Sie eine Zahl ein.',
    missing: 'Das wird gebraucht.',
    least: 'Mindestens {{least}}.',
    most: 'Höchstens {{most}}.',
    above: 'Mehr als {{least}}.',
    long: 'Höchstens {{most}} Zeichen.',
    wrong: 'Dieser Wert ist nicht möglich.',
  },
})
