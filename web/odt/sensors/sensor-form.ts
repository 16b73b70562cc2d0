import { NewSensor, type Sensor } from '@apsis/contract/odt/sensor.ts'
import { typedTime } from '../../clock/typed-instant.ts'
import { formatBriefly, readNumber, typedNumber } from '../../ui/format/number.ts'
import { sensorsWords } from './words.data.ts'

const TEXTS = ['sensorCode', 'groundSensorName', 'sensorType', 'status', 'providerId', 'isRangeCorrected'] as const
/** Numbers that every sensor has. */
const NUMBERS = [
  'latitude',
  'longitude',
  'altitude',
  'minimumElevation',
  'maximumSunElevation',
  'minimumMoonSeparation',
  'sigmaArcsec',
  'sigmaTimeMs',
] as const
/** Numbers that may be missing. */
const MAYBE = [
  'limitingMagnitude',
  'aperture',
  'fieldOfView',
  'maximumRange',
  'sigmaRange',
  'sigmaMagnitude',
  'slewRate',
] as const
const SKY = ['clear', 'clearSource', 'clearAsOf'] as const
const ALL = [...TEXTS, ...NUMBERS, ...MAYBE, 'movedAt', 'horizon', ...SKY] as const

export type SensorField = (typeof ALL)[number]
/** A sensor as it stands in the form: texts, also those that are no numbers yet. */
export type SensorForm = Readonly<Record<SensorField, string>>

/** What a new sensor begins with: the defaults of the contract. */
export const EMPTY_FORM: SensorForm = {
  ...(Object.fromEntries(ALL.map((field) => [field, ''])) as Record<SensorField, string>),
  sensorType: 'OPTICAL_PASSIVE',
  status: 'OPERATIONAL',
  minimumElevation: '20',
  maximumSunElevation: '-12',
  minimumMoonSeparation: '20',
  sigmaArcsec: typedNumber(1.5),
  sigmaTimeMs: '1',
  isRangeCorrected: 'false',
}

export function formOf(sensor: Sensor): SensorForm {
  const text = (value: number | string | boolean | null) =>
    value === null ? '' : typeof value === 'number' ? typedNumber(value) : String(value)
  const pick = (fields: readonly (keyof Sensor & SensorField)[]) =>
    Object.fromEntries(fields.map((field) => [field, text(sensor[field] as number | string | null)]))
  return {
    ...EMPTY_FORM,
    ...pick(TEXTS),
    ...pick(NUMBERS),
    ...pick(MAYBE),
    horizon: sensor.horizon
      .map(({ azimuth, elevation }) => `${typedNumber(azimuth)} ${typedNumber(elevation)}`)
      .join('\n'),
    clear: sensor.clearSky ? typedNumber(sensor.clearSky.fraction * 100, 6) : '',
    clearSource: sensor.clearSky?.source ?? '',
    clearAsOf: sensor.clearSky?.asOf.slice(0, 10) ?? '',
  }
}

/** Whether the ranges of a radar still have the delay of the air, as a word of the page. */
export const delayWord = (isTakenOff: boolean) => (isTakenOff ? 'delayOff' : 'delayIn')

export type ReadSensor =
  | { readonly ok: true; readonly sensor: NewSensor }
  | { readonly ok: false; readonly faults: ReadonlyMap<SensorField, string> }

/** Reads the form by the rules of the contract; what breaks them is a fault of its field. */
export function readSensorForm(form: SensorForm): ReadSensor {
  const number = (field: SensorField) => (form[field].trim() === '' ? undefined : readNumber(form[field]))
  const parsed = NewSensor.safeParse({
    sensorCode: form.sensorCode.trim(),
    groundSensorName: form.groundSensorName.trim(),
    sensorType: form.sensorType,
    status: form.status,
    providerId: form.providerId.trim() || null,
    isRangeCorrected: form.isRangeCorrected === 'true',
    // An empty number of these is a fault, where the contract would take its default.
    ...Object.fromEntries(NUMBERS.map((field) => [field, number(field) ?? Number.NaN])),
    ...Object.fromEntries(MAYBE.map((field) => [field, number(field) ?? null])),
    horizon: cornersOf(form.horizon),
    clearSky: clearSkyOf(form),
    ...movedAtOf(form),
  })
  if (parsed.success) return { ok: true, sensor: parsed.data }
  const faults = new Map<SensorField, string>()
  for (const issue of parsed.error.issues) {
    const field = fieldOfPath(issue.path)
    if (!faults.has(field)) faults.set(field, faultInWords(issue, field, form))
  }
  return { ok: false, faults }
}

/** What is no time is left as it was written: it is a fault of its field. */
function movedAtOf({ movedAt }: SensorForm) {
  if (movedAt.trim() === '') return {}
  const ms = typedTime(movedAt)
  return { movedAt: ms === undefined ? movedAt : new Date(ms).toISOString() }
}

function cornersOf(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [azimuth, elevation, ...more] = line.split(/[\s;]+/)
      const isPair = elevation !== undefined && more.length === 0
      return { azimuth: readNumber(azimuth ?? ''), elevation: isPair ? readNumber(elevation) : Number.NaN }
    })
}

function clearSkyOf({ clear, clearSource, clearAsOf }: SensorForm) {
  if ([clear, clearSource, clearAsOf].every((text) => text.trim() === '')) return null
  const date = clearAsOf.trim()
  return { fraction: readNumber(clear) / 100, source: clearSource.trim(), asOf: `${date}T00:00:00.000Z` }
}

/** The field of the form that a path of the contract is about. */
export function fieldOfPath(path: readonly PropertyKey[]): SensorField {
  const [first, second] = path
  if (first === 'clearSky') return second === 'source' ? 'clearSource' : second === 'asOf' ? 'clearAsOf' : 'clear'
  return ALL.find((field) => field === first) ?? 'sensorCode'
}

type Fault = {
  readonly code: string
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly inclusive?: boolean
}

function faultInWords(
  { code, origin, minimum, maximum, inclusive = true }: Fault,
  field: SensorField,
  form: SensorForm,
) {
  const t = sensorsWords
  if (field === 'horizon') return t('faultCorner')
  if (field === 'clearAsOf') return t('faultDate')
  if (field === 'movedAt') return t('faultTime')
  if (form[field].trim() === '') return t('faultMissing')
  if (code === 'invalid_type') return t('faultNumber')
  if (field === 'sensorCode' && code === 'invalid_format') return t('faultCode')
  const scale = field === 'clear' ? 100 : 1
  const shown = (limit: number | bigint) => formatBriefly(Number(limit) * scale, 6)
  if (code === 'too_small' && minimum !== undefined)
    return t(inclusive ? 'faultLeast' : 'faultAbove', { least: shown(minimum) })
  if (code === 'too_big' && maximum !== undefined)
    return t(origin === 'string' ? 'faultLong' : 'faultMost', { most: shown(maximum) })
  return t('faultWrong')
}
