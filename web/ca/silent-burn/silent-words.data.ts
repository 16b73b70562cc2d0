import { defineWords } from '../../ui/text/language.ts'

/** What is said of burns that element sets show and that nobody has announced. */
export const silentWords = defineWords('ca-silent-burn', {
  en: {
    failedOf: 'What element sets show of burns of {{name}} could not be read',
    strip_one:
      'Element sets of {{name}} show a burn that nobody has announced: at least {{size}} m/s {{way}}, between {{from}} and {{to}} (confidence {{confidence}}). Orbits from before it do not hold it.',
    strip_other:
      'Element sets of {{name}} show {{count}} burns that nobody has announced. The last: at least {{size}} m/s {{way}}, between {{from}} and {{to}} (confidence {{confidence}}). Orbits from before them do not hold them.',
    simulated: 'SIMULATED. {{text}}',
    'along-track': 'along the track',
    'against-track': 'against the track',
    'cross-track': 'across the track',
  },
  de: {
    failedOf: 'Was Bahnelemente von Manövern von {{name}} zeigen, ließ sich nicht lesen',
    strip_one:
      'Bahnelemente von {{name}} zeigen ein Manöver, das niemand angekündigt hat: mindestens {{size}} m/s {{way}}, zwischen {{from}} und {{to}} (Sicherheit {{confidence}}). Bahnen aus der Zeit davor enthalten es nicht.',
    strip_other:
      'Bahnelemente von {{name}} zeigen {{count}} Manöver, die niemand angekündigt hat. Das letzte: mindestens {{size}} m/s {{way}}, zwischen {{from}} und {{to}} (Sicherheit {{confidence}}). Bahnen aus der Zeit davor enthalten sie nicht.',
    simulated: 'SIMULIERT. {{text}}',
    'along-track': 'längs der Bahn',
    'against-track': 'gegen die Flugrichtung',
    'cross-track': 'quer zur Bahn',
  },
})
