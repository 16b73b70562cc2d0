import { defineWords } from '../../ui/text/language.ts'

/** The words for burns that are seen in element sets or tracks and that nobody has announced. */
export const silentWords = defineWords('ca-silent-burn', {
  en: {
    failedOf: 'Unannounced burns of {{name}} could not be read',
    strip_one:
      'Element sets of {{name}} show an unannounced burn: at least {{size}} m/s {{way}}, between {{from}} and {{to}} (confidence {{confidence}}). Earlier orbits do not hold it.',
    strip_other:
      'Element sets of {{name}} show {{count}} unannounced burns. The last: at least {{size}} m/s {{way}}, between {{from}} and {{to}} (confidence {{confidence}}). Earlier orbits do not hold them.',
    tracks_one:
      'Possible manoeuvre: your tracks of {{name}} leave its orbit as after a burn of about {{size}} m/s {{way}}, between {{from}} and {{to}} (confidence {{confidence}}). No fit runs through it.',
    tracks_other:
      'Possible manoeuvres: your tracks of {{name}} left its orbit {{count}} times, last as after a burn of about {{size}} m/s {{way}}, between {{from}} and {{to}} (confidence {{confidence}}). No fit runs through it.',
    simulated: 'SIMULATED. {{text}}',
  },
  de: {
    failedOf: 'Nicht angekündigte Manöver von {{name}} ließen sich nicht lesen',
    strip_one:
      'Bahnelemente von {{name}} zeigen ein nicht angekündigtes Manöver: mindestens {{size}} m/s {{way}}, zwischen {{from}} und {{to}} (Sicherheit {{confidence}}). Frühere Bahnen enthalten es nicht.',
    strip_other:
      'Bahnelemente von {{name}} zeigen {{count}} nicht angekündigte Manöver. Das letzte: mindestens {{size}} m/s {{way}}, zwischen {{from}} und {{to}} (Sicherheit {{confidence}}). Frühere Bahnen enthalten sie nicht.',
    tracks_one:
      'Manöver möglich: Ihre Messreihen von {{name}} verlassen seine Bahn wie nach einem Manöver von etwa {{size}} m/s {{way}}, zwischen {{from}} und {{to}} (Sicherheit {{confidence}}). Keine Ausgleichung läuft darüber hinweg.',
    tracks_other:
      'Manöver möglich: Ihre Messreihen von {{name}} haben seine Bahn {{count}}-mal verlassen, zuletzt wie nach einem Manöver von etwa {{size}} m/s {{way}}, zwischen {{from}} und {{to}} (Sicherheit {{confidence}}). Keine Ausgleichung läuft darüber hinweg.',
    simulated: 'SIMULIERT. {{text}}',
  },
})
