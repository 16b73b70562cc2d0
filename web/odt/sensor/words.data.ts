import { defineWords } from '../../ui/text/language.ts'

/** The words on a sensor that all screens of tracking share. */
export const sensorWords = defineWords('sensor', {
  en: {
    OPTICAL_PASSIVE: 'Optical passive',
    RADAR_ACTIVE: 'Radar active',
    FUTURE: 'Future',
    RETIRED: 'Retired',
    TEST_OPTICAL: 'Test optical',
    OPERATIONAL: 'Operational',
    DOWN: 'Down',
    simulated: 'Simulated',
    own: 'Own',
    simulatedClimate: 'Simulated climate: no weather service stands behind it',
    specialMode:
      'Special mode: every sensor is shown as optical passive; test, future and retired sensors are listed too.',
    specialOff: 'Leave special mode',
  },
  de: {
    OPTICAL_PASSIVE: 'Optisch passiv',
    RADAR_ACTIVE: 'Radar aktiv',
    FUTURE: 'Zukünftig',
    RETIRED: 'Stillgelegt',
    TEST_OPTICAL: 'Optisch, Test',
    OPERATIONAL: 'In Betrieb',
    DOWN: 'Ausgefallen',
    simulated: 'Simuliert',
    own: 'Eigen',
    simulatedClimate: 'Simuliertes Klima: kein Wetterdienst steht dahinter',
    specialMode:
      'Besonderer Modus: Jeder Sensor wird als optisch passiv gezeigt; auch zukünftige, stillgelegte und Testsensoren stehen in der Liste.',
    specialOff: 'Besonderen Modus verlassen',
  },
})
