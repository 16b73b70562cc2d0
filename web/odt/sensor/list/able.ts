import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'

export type AbleCount = {
  /** How many can observe for the reader: they work, observe satellites, and somebody takes requests for them. */
  readonly able: number
  readonly telescopes: number
  readonly radars: number
  readonly simulated: number
  /** As those, but out of order. */
  readonly down: number
  /** As those, but nobody takes requests for them: they bring tracks of the organisation's own alone. */
  readonly unasked: number
}

/** Which of the sensors can observe for the reader, and which cannot. */
export function countAble(sensors: readonly Sensor[]): AbleCount {
  const observing = sensors.filter(
    ({ sensorType }) => sensorType === 'OPTICAL_PASSIVE' || sensorType === 'RADAR_ACTIVE',
  )
  const asked = observing.filter(({ providerId }) => providerId !== null)
  const able = asked.filter(({ status }) => status === 'OPERATIONAL')
  const radars = able.filter(({ sensorType }) => sensorType === 'RADAR_ACTIVE').length
  return {
    able: able.length,
    telescopes: able.length - radars,
    radars,
    simulated: able.filter(({ isSimulated }) => isSimulated).length,
    down: asked.length - able.length,
    unasked: observing.length - asked.length,
  }
}
