import { GM_EARTH } from '@apsis/astro/constants.ts'

export type CircleOem = {
  readonly noradId: number
  readonly name: string
  readonly fromMs: number
  readonly hours: number
  readonly radiusM: number
  readonly inclinationDeg: number
}

/** Returns the state on a circle in TEME, m and m/s: at the node along x at the start. */
export function circleState({ fromMs, radiusM, inclinationDeg }: CircleOem, atMs: number) {
  const rate = Math.sqrt(GM_EARTH / radiusM ** 3)
  const angle = (rate * (atMs - fromMs)) / 1_000
  const tilt = (inclinationDeg * Math.PI) / 180
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const speed = rate * radiusM
  return {
    r: [radiusM * c, radiusM * s * Math.cos(tilt), radiusM * s * Math.sin(tilt)] as const,
    v: [-speed * s, speed * c * Math.cos(tilt), speed * c * Math.sin(tilt)] as const,
  }
}

/** Returns km or km/s, rounded to a millimetre or to a thousandth of a millimetre a second. */
const kilometres = (metres: number, per: number) => Math.round(metres * per) / (1_000 * per)

/** Returns an ephemeris of a circle with a state each minute, as a form that uploads it as the operational one of a satellite. */
export function circleForm(satelliteId: string, circle: CircleOem): FormData {
  const { noradId, name, fromMs, hours } = circle
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 23)
  const rows = Array.from({ length: 60 * hours + 1 }, (_, minute) => {
    const ms = fromMs + 60_000 * minute
    const { r, v } = circleState(circle, ms)
    return `${time(ms)} ${[...r.map((one) => kilometres(one, 1e3)), ...v.map((one) => kilometres(one, 1e6))].join(' ')}`
  })
  const text = `CCSDS_OEM_VERS = 2.0
CREATION_DATE = ${time(fromMs)}
ORIGINATOR = TEST

META_START
OBJECT_NAME = ${name}
OBJECT_ID = ${noradId}
CENTER_NAME = EARTH
REF_FRAME = TEME
TIME_SYSTEM = UTC
START_TIME = ${time(fromMs)}
STOP_TIME = ${time(fromMs + 3_600_000 * hours)}
META_STOP

${rows.join('\n')}
`
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([text]), `${name.toLowerCase()}.oem`)
  return form
}
