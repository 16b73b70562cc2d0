import { type NewSensor, type Sensor, SIMULATED_CLIMATE } from '@apsis/contract/odt/sensor/sensor.ts'

type Place = readonly [latitude: number, longitude: number, altitude: number]

const CLIMATE_AS_OF = '2026-01-01T00:00:00.000Z'

/** The common fields of all simulated sensors: they accept requests through the simulator and have a free horizon. */
const COMMON = {
  horizon: [],
  maximumSunElevation: -12,
  minimumMoonSeparation: 20,
  sigmaTimeMs: 1,
  status: 'OPERATIONAL',
  providerId: 'simulator',
} as const satisfies Partial<NewSensor>

type Telescope = {
  readonly sensorCode: string
  readonly groundSensorName: string
  readonly place: Place
  /** The faintest magnitude. */
  readonly limit: number
  readonly aperture: number
  /** The share of clear nights. */
  readonly clear: number
  readonly sensorType?: Sensor['sensorType']
}

function telescope({ place, limit, aperture, clear, sensorType = 'OPTICAL_PASSIVE', ...names }: Telescope): NewSensor {
  const [latitude, longitude, altitude] = place
  return {
    ...COMMON,
    ...names,
    sensorType,
    latitude,
    longitude,
    altitude,
    aperture,
    minimumElevation: 20,
    limitingMagnitude: limit,
    fieldOfView: 1.5,
    maximumRange: null,
    sigmaArcsec: 1.5,
    sigmaRange: null,
    sigmaMagnitude: 0.15,
    isRangeCorrected: false,
    slewRate: 8,
    clearSky: { fraction: clear, source: SIMULATED_CLIMATE, asOf: CLIMATE_AS_OF },
  }
}

type Radar = {
  readonly sensorCode: string
  readonly groundSensorName: string
  readonly place: Place
  readonly sensorType?: Sensor['sensorType']
}

/** Makes a tracking radar with values from Vallado's table 4-4: a noise of tens of metres in range and hundredths of a degree. */
function radar({ place, sensorType = 'RADAR_ACTIVE', ...names }: Radar): NewSensor {
  const [latitude, longitude, altitude] = place
  return {
    ...COMMON,
    ...names,
    sensorType,
    latitude,
    longitude,
    altitude,
    minimumElevation: 5,
    limitingMagnitude: null,
    aperture: null,
    fieldOfView: null,
    maximumRange: 3_000_000,
    sigmaArcsec: 54,
    sigmaRange: 30,
    sigmaMagnitude: null,
    isRangeCorrected: false,
    slewRate: null,
    clearSky: null,
  }
}

/**
 * The simulated network: real sites of telescopes and radars, with sensors that do not exist. The codes are the same as in the simulated
 * prices (server/payments/demo-plan.data.ts).
 */
export const SIMULATED_NETWORK: readonly Sensor[] = [
  ...[
    { sensorCode: 'ABC01', groundSensorName: 'Sierra Morena', place: [38.2, -3.2, 860], limit: 14.5, clear: 0.78 },
    { sensorCode: 'ABC02', groundSensorName: 'Tenerife', place: [28.3, -16.5, 2_390], limit: 14, clear: 0.86 },
    { sensorCode: 'ABC03', groundSensorName: 'Coquimbo', place: [-30.2, -70.7, 2_200], limit: 15.5, clear: 0.9 },
    { sensorCode: 'ABC04', groundSensorName: 'Warrumbungle', place: [-31.3, 149.1, 1_160], limit: 14.5, clear: 0.66 },
    { sensorCode: 'ABC05', groundSensorName: 'Karoo', place: [-32.4, 20.8, 1_760], limit: 14.5, clear: 0.74 },
    { sensorCode: 'ABC06', groundSensorName: 'New Mexico', place: [33.8, -106.7, 1_510], limit: 15, clear: 0.76 },
    { sensorCode: 'ABC07', groundSensorName: 'Haleakala', place: [20.7, -156.3, 3_060], limit: 15.5, clear: 0.8 },
    { sensorCode: 'ABC08', groundSensorName: 'Pilbara', place: [-23.1, 117.8, 700], limit: 14.5, clear: 0.83 },
  ].map((one) => telescope({ ...one, place: one.place as unknown as Place, aperture: 0.4 })),
  telescope({
    sensorCode: 'TST01',
    groundSensorName: 'Test bench',
    place: [48.1, 11.3, 560],
    limit: 12,
    clear: 0.5,
    aperture: 0.2,
    sensorType: 'TEST_OPTICAL',
  }),
  telescope({
    sensorCode: 'FUT01',
    groundSensorName: 'Atacama, planned',
    place: [-24.6, -70.4, 2_600],
    limit: 16,
    clear: 0.92,
    aperture: 0.5,
    sensorType: 'FUTURE',
  }),
  radar({ sensorCode: 'RAD01', groundSensorName: 'Eifel', place: [50.6, 7.1, 290] }),
  radar({ sensorCode: 'RAD02', groundSensorName: 'Lofoten', place: [69.3, 16.1, 20] }),
  radar({ sensorCode: 'RET01', groundSensorName: 'Eifel, old', place: [50.6, 7.1, 290], sensorType: 'RETIRED' }),
].map((sensor) => ({ ...sensor, version: 1, isSimulated: true }))
