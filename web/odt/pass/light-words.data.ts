import { defineWords } from '../../ui/text/language.ts'

/** What is said of the light in which an object flies. */
export const lightWords = defineWords('pass-light', {
  en: {
    light: 'Sunlight',
    lightNote:
      'light is sunlight, grey is penumbra, dark is umbra, hatched is not known; below, the angle of the Sun to the orbit',
    lightFailed: 'The sunlight could not be computed',
    noLight: 'The light is not known',
    unknown: 'not known',
    noLightWhy: 'The orbit is known at no time that is asked for.',
    simulated: 'SIMULATED orbit. ',
    source: '{{simulated}}Orbit: {{source}}. Conical shadow of the Earth without air. Computed {{time}}.',
    sun: 'Sun',
    beta: 'β, ° from the orbital plane to the Sun',
    noEclipse: 'It is in full sunlight all the time.',
    noEclipseIn: 'From {{from}} to {{to}} it is in full sunlight; of the other times the light is not known.',
    unknownIn: 'The light is not known in this time.',
    knownIn: 'The light is known from {{from}} to {{to}} alone.',
    eclipses_one: '{{count}} eclipse, {{share}} % of the time, {{longest}} long.',
    eclipses_other: '{{count}} eclipses, {{share}} % of the time, the longest {{longest}}.',
    betaBetween: 'The Sun stands {{least}}° to {{most}}° from the orbital plane.',
    eclipse: 'In shadow {{start}} to {{end}}, {{lasts}}; {{umbra}}',
    umbraFor: 'umbra for {{lasts}}',
    noUmbra: 'penumbra alone',
  },
  de: {
    light: 'Sonnenlicht',
    lightNote:
      'hell ist Sonnenlicht, grau Halbschatten, dunkel Kernschatten, schraffiert nicht bekannt; darunter der Winkel der Sonne zur Bahn',
    lightFailed: 'Das Sonnenlicht konnte nicht berechnet werden',
    noLight: 'Das Licht ist nicht bekannt',
    unknown: 'nicht bekannt',
    noLightWhy: 'Zu keiner der gefragten Zeiten ist die Bahn bekannt.',
    simulated: 'SIMULIERTE Bahn. ',
    source: '{{simulated}}Bahn: {{source}}. Kegelförmiger Erdschatten ohne Luft. Berechnet {{time}}.',
    sun: 'Sonne',
    beta: 'β, ° von der Bahnebene zur Sonne',
    noEclipse: 'Es ist die ganze Zeit im vollen Sonnenlicht.',
    noEclipseIn:
      'Von {{from}} bis {{to}} ist es im vollen Sonnenlicht; zu den anderen Zeiten ist das Licht nicht bekannt.',
    unknownIn: 'In dieser Zeit ist das Licht nicht bekannt.',
    knownIn: 'Das Licht ist nur von {{from}} bis {{to}} bekannt.',
    eclipses_one: '{{count}} Verfinsterung, {{share}} % der Zeit, {{longest}} lang.',
    eclipses_other: '{{count}} Verfinsterungen, {{share}} % der Zeit, die längste {{longest}}.',
    betaBetween: 'Die Sonne steht {{least}}° bis {{most}}° von der Bahnebene entfernt.',
    eclipse: 'Im Schatten {{start}} bis {{end}}, {{lasts}}; {{umbra}}',
    umbraFor: 'Kernschatten {{lasts}} lang',
    noUmbra: 'nur Halbschatten',
  },
})
