import { defineWords } from '../../ui/text/language.ts'

/** The words of the pane that shows where something is. */
export const whereWords = defineWords('where', {
  en: {
    where: 'Where',
    simulated: 'SIMULATED',
    extent: 'Extent of the map',
    detail: 'Near',
    earth: 'Earth',
    provenance:
      'Drawn {{drawnFrom}}. Sun by the Astronomical Almanac, night without refraction; coast: Natural Earth 1:110m, for orientation',
    over: '{{place}}, {{km}} km high, {{light}}',
    day: 'day',
    night: 'night',
    seen: 'In sight of {{names}}.',
    unseen: 'Out of sight of every station.',
    station: 'Station {{name}}: {{place}}, lowest elevation {{degrees}}°',
    what: 'What',
    name: 'Name',
    time: 'Time, UTC',
    latitude: 'Latitude, °',
    longitude: 'Longitude, °',
    height: 'Height, km',
  },
  de: {
    where: 'Wo',
    simulated: 'SIMULIERT',
    extent: 'Ausschnitt der Karte',
    detail: 'Nah',
    earth: 'Erde',
    provenance:
      'Gezeichnet {{drawnFrom}}. Sonne nach dem Astronomical Almanac, Nacht ohne Refraktion; Küste: Natural Earth 1:110m, zur Orientierung',
    over: '{{place}}, {{km}} km hoch, {{light}}',
    day: 'Tag',
    night: 'Nacht',
    seen: 'In Sicht von {{names}}.',
    unseen: 'Von keiner Station aus zu sehen.',
    station: 'Station {{name}}: {{place}}, kleinste Elevation {{degrees}}°',
    what: 'Was',
    name: 'Name',
    time: 'Zeit, UTC',
    latitude: 'Breite, °',
    longitude: 'Länge, °',
    height: 'Höhe, km',
  },
})
