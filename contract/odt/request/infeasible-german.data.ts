import type { INFEASIBLE_TEXT } from './infeasible-text.data.ts'

/** The reasons why passes of a request cannot be made, in German. */
export const INFEASIBLE_GERMAN: Readonly<Record<keyof typeof INFEASIBLE_TEXT, string>> = {
  'no-orbit': 'keine Bahn des Objekts ist bekannt',
  'no-sensor': 'kein Sensor passt',
  'never-above-mask': 'es steigt nie hoch genug',
  'object-in-shadow': 'es ist im Erdschatten',
  'station-not-dark': 'der Himmel ist nicht dunkel',
  'moon-too-near': 'der Mond ist zu nah',
  'too-faint': 'es ist zu lichtschwach',
  'never-together': 'die Bedingungen gelten nie gleichzeitig',
  'out-of-range': 'es ist zu weit entfernt',
  'too-low': 'es bleibt unter der gewünschten Elevation',
  'too-short': 'es ist nie lange genug beobachtbar',
  'sensor-busy': 'die Sensoren sind belegt',
  'pass-gone': 'den genannten Überflug gibt es nicht mehr',
  'provider-off': 'der Anbieter ist ausgeschaltet',
}
