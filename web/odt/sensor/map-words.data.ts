import { defineWords } from '../../ui/text/language.ts'

/** The words of the marks on a map of sensors. */
export const sensorMapWords = defineWords('sensor-map', {
  en: {
    works: 'works',
    down: 'down',
    idle: 'takes no requests',
    reach: 'above its lowest elevation here',
    track: 'below the object, to the arrow',
    night: 'night',
  },
  de: {
    works: 'in Betrieb',
    down: 'ausgefallen',
    idle: 'nimmt keine Aufträge an',
    reach: 'hier über der kleinsten Elevation',
    track: 'unter dem Objekt, bis zum Pfeil',
    night: 'Nacht',
  },
})
