import { defineWords } from '../../ui/text/language.ts'

/** The words on a map of the Earth. */
export const mapWords = defineWords('map', {
  en: {
    N: 'N',
    S: 'S',
    E: 'E',
    W: 'W',
    sun: 'Sun overhead',
    station: '{{name}}, mask {{elevation}}°',
  },
  de: {
    N: 'N',
    S: 'S',
    E: 'O',
    W: 'W',
    sun: 'Sonne im Zenit',
    station: '{{name}}, ab {{elevation}}°',
  },
})
