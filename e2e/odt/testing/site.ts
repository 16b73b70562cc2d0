/** The sensor that made ccsds/samples/track.tdm, as an administrator enters it. */
export const SITE = {
  sensorCode: 'SITE',
  groundSensorName: 'Site',
  sensorType: 'OPTICAL_PASSIVE',
  latitude: 48,
  longitude: 16,
  altitude: 170,
}
