import { defineWords } from '../../ui/text/language.ts'

export const trackHistoryWords = defineWords('odt-track-history', {
  en: {
    title: 'Tracks beside one orbit',
    note: 'elements of {{time}}',
    late: 's late',
    caption: '{{count}} tracks beside the elements of {{time}}: up to {{most}} s late.',
    shown: 'They leave the orbit between {{from}} and {{to}} (shaded).',
    none: 'They show no manoeuvre.',
    notJudged: 'Not judged: elements of so slow an orbit err too much to tell a burn.',
    point: '{{time}}, {{sensor}}: {{late}} s ± {{sigma}} s, {{times}} what a free flight allows (1σ {{expected}} s)',
    track: 'track with its 1σ',
    thisFile: 'this file',
    expected: 'what a free flight allows, 1σ',
    provenance: 'Own and ordered tracks; elements of the catalogue',
  },
  de: {
    title: 'Messreihen neben einer Bahn',
    note: 'Elemente von {{time}}',
    late: 's zu spät',
    caption: '{{count}} Messreihen neben den Elementen von {{time}}: bis zu {{most}} s zu spät.',
    shown: 'Sie verlassen die Bahn zwischen {{from}} und {{to}} (schattiert).',
    none: 'Sie zeigen kein Manöver.',
    notJudged: 'Nicht beurteilt: Elemente einer so langsamen Bahn sind zu ungenau, um ein Manöver zu erkennen.',
    point:
      '{{time}}, {{sensor}}: {{late}} s ± {{sigma}} s, {{times}} so viel, wie freier Flug erlaubt (1σ {{expected}} s)',
    track: 'Messreihe mit 1σ',
    thisFile: 'diese Datei',
    expected: 'was freier Flug erlaubt, 1σ',
    provenance: 'Eigene und bestellte Messreihen; Elemente des Katalogs',
  },
})
