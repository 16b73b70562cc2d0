import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'

export type AbleCount = {
  /** The number of sensors that can observe for the reader: they work, observe satellites, and somebody takes requests for them. */
  readonly able: number
  readonly telescopes: number
  readonly radars: number
  readonly simulated: number
  /** The number of such sensors that are out of order. */
  readonly down: number
  /** The number of such sensors for which nobody takes requests: they are only sources of the organisation's own tracks. */
  readonly unasked: number
}

/** Returns the number of sensors that can observe for the reader, and the numbers of sensors that cannot. */
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
