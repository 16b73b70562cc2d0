/** The radius of the orbit, m. */
export const EQUATOR_RADIUS_M = 7_000_000
/** The constant of the Earth (EGM2008), m³/s². */
const GM = 3.986_004_418e14
/** The rate of the object about the Earth, rad/s. */
export const EQUATOR_RATE = Math.sqrt(GM / EQUATOR_RADIUS_M ** 3)
const STEP_S = 60

export type Part = readonly [fromS: number, toS: number]
const TWO_HOURS: Part = [0, 7_200]

/** Writes a circle over the equator in EME2000 as an OEM: two hours of it, or the given parts with a segment each. */
export function equatorOem(start: number, parts: readonly Part[] = [TWO_HOURS]): string {
  const rate = EQUATOR_RATE
  const time = (seconds: number) => new Date(start + seconds * 1_000).toISOString().replace('Z', '')
  const rowsOf = ([fromS, toS]: Part) =>
    Array.from({ length: (toS - fromS) / STEP_S + 1 }, (_, index) => {
      const seconds = fromS + index * STEP_S
      const [cos, sin] = [Math.cos(rate * seconds), Math.sin(rate * seconds)]
      const numbers = [
        cos * EQUATOR_RADIUS_M,
        sin * EQUATOR_RADIUS_M,
        0,
        -sin * rate * EQUATOR_RADIUS_M,
        cos * rate * EQUATOR_RADIUS_M,
        0,
      ]
      return [time(seconds), ...numbers.map((value) => (value / 1_000).toFixed(9))].join(' ')
    })
  const segments = parts.flatMap((part) => [
    ...['META_START', 'OBJECT_NAME = EQUATOR', 'OBJECT_ID = 2026-001A', 'CENTER_NAME = EARTH', 'REF_FRAME = EME2000'],
    ...['TIME_SYSTEM = UTC', `START_TIME = ${time(part[0])}`, `STOP_TIME = ${time(part[1])}`, 'META_STOP'],
    ...rowsOf(part),
  ])
  return ['CCSDS_OEM_VERS = 2.0', `CREATION_DATE = ${time(0)}`, 'ORIGINATOR = TEST', ...segments, ''].join('\n')
}
