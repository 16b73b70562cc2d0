import { defineWords } from '../../ui/text/language.ts'

/** The words of the maps of the ground. */
export const groundWords = defineWords('ground', {
  en: {
    map: 'Map',
    works: 'works',
    down: 'down',
    idle: 'takes no requests',
    reach: 'above its lowest elevation here',
    track: 'below the object, to the arrow',
    night: 'night',
    at: '{{latitude}}, {{longitude}}',
    simulated: 'SIMULATED; ',
    passNote: 'night at the highest point, {{time}}',
    passCaption:
      'Over {{code}} from {{from}} to {{to}}, {{km}} km high at the highest point. Outline: that height above a sensor’s lowest elevation; {{count}} of {{all}} sensors have it in theirs then.',
    below: '{{time}}: over {{place}}, {{km}} km high',
    site: '{{code}}, {{name}}: {{place}}; {{status}}',
    source: 'Computed pass; Sun by the Astronomical Almanac; land to about two degrees.',
  },
  de: {
    map: 'Karte',
    works: 'in Betrieb',
    down: 'ausgefallen',
    idle: 'nimmt keine Aufträge an',
    reach: 'hier über der kleinsten Elevation',
    track: 'unter dem Objekt, bis zum Pfeil',
    night: 'Nacht',
    at: '{{latitude}}, {{longitude}}',
    simulated: 'SIMULIERT; ',
    passNote: 'Nacht am höchsten Punkt, {{time}}',
    passCaption:
      'Über {{code}} von {{from}} nach {{to}}, am höchsten Punkt {{km}} km hoch. Umriss: diese Höhe über der kleinsten Elevation eines Sensors; {{count}} von {{all}} Sensoren haben es dann in ihrem.',
    below: '{{time}}: über {{place}}, {{km}} km hoch',
    site: '{{code}}, {{name}}: {{place}}; {{status}}',
    source: 'Berechneter Überflug; Sonne nach dem Astronomical Almanac; Land auf etwa zwei Grad.',
  },
})
