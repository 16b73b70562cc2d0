const GM_KM3 = 398_600.4418
const EARTH_KM = 6_378.137
const J2 = 1.082_626_68e-3
const RADIUS_KM = 7_000
const MINUTE_MS = 60_000

type Options = {
  readonly name: string
  readonly id: string
  readonly fromMs: number
  readonly hours: number
  readonly timeSystem?: string
  /** The angle on the circle at which the ephemeris begins. */
  readonly aheadRad?: number
  /** The angle by which its plane is turned about the x axis; two such circles meet on that axis. */
  readonly inclinationRad?: number
  /** The index of a state that has the time of the state two places before it, so that the times go back. */
  readonly goesBackAt?: number
}

/**
 * Returns an ephemeris of a circular orbit, over the equator unless its plane is turned, with a covariance each hour; its motion is known in closed
 * form.
 */
export function ephemerisText(options: Options): string {
  const { name, id, fromMs, hours, timeSystem = 'UTC', aheadRad = 0, inclinationRad = 0, goesBackAt } = options
  const rate = Math.sqrt((GM_KM3 / RADIUS_KM ** 3) * (1 + 1.5 * J2 * (EARTH_KM / RADIUS_KM) ** 2))
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 19)
  const count = hours * 60
  const states = Array.from({ length: count + 1 }, (_, place) => {
    const angle = rate * 60 * place + aheadRad
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const v = rate * RADIUS_KM
    const [flat, up] = [Math.cos(inclinationRad), Math.sin(inclinationRad)]
    const [y, vy] = [RADIUS_KM * s, v * c]
    const numbers = [RADIUS_KM * c, y * flat, y * up, -v * s, vy * flat, vy * up].map((value) => value.toFixed(6))
    const minutes = place === goesBackAt ? place - 2 : place
    return `${time(fromMs + minutes * MINUTE_MS)} ${numbers.join(' ')}`
  })
  const covariances = Array.from({ length: hours + 1 }, (_, hour) => [
    `EPOCH = ${time(fromMs + hour * 60 * MINUTE_MS)}`,
    'COV_REF_FRAME = RTN',
    '1e-4',
    `0 ${(4e-4 * (hour + 1)).toExponential(6)}`,
    '0 0 6e-5',
    '0 0 0 1e-10',
    '0 0 0 0 1e-10',
    '0 0 0 0 0 1e-10',
  ]).flat()
  return [
    'CCSDS_OEM_VERS = 2.0',
    `CREATION_DATE = ${time(fromMs)}`,
    'ORIGINATOR = OPERATOR',
    'META_START',
    `OBJECT_NAME = ${name}`,
    `OBJECT_ID = ${id}`,
    'CENTER_NAME = EARTH',
    'REF_FRAME = EME2000',
    `TIME_SYSTEM = ${timeSystem}`,
    `START_TIME = ${time(fromMs)}`,
    `STOP_TIME = ${time(fromMs + count * MINUTE_MS)}`,
    'META_STOP',
    ...states,
    'COVARIANCE_START',
    ...covariances,
    'COVARIANCE_STOP',
    '',
  ].join('\n')
}
