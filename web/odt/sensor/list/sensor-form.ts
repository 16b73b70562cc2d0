import { NewSensor, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { typedTime } from '../../../clock/typed-instant.ts'
import { bodyOf, textsOf } from '../../../form/contract-texts.ts'
import { type FormRules, faultInWords } from '../../../form/read-by-contract.ts'
import { readNumber, typedNumber } from '../../../ui/format/number.ts'
import { sensorsWords } from './words.data.ts'

/** The sky of a sensor has three fields, and its horizon is a text with a line for each point. */
const SKY = ['clear', 'clearSource', 'clearAsOf'] as const

/** Returns the values of the form for a sensor; for a new one, the defaults of the contract. */
export function formOf(sensor?: Sensor) {
  const { sensorType, horizon: _, clearSky: __, ...texts } = textsOf(NewSensor, sensor)
  return {
    ...texts,
    sensorType: sensorType || 'OPTICAL_PASSIVE',
    horizon: (sensor?.horizon ?? [])
      .map(({ azimuth, elevation }) => `${typedNumber(azimuth)} ${typedNumber(elevation)}`)
      .join('\n'),
    clear: sensor?.clearSky ? typedNumber(sensor.clearSky.fraction * 100, 6) : '',
    clearSource: sensor?.clearSky?.source ?? '',
    clearAsOf: sensor?.clearSky?.asOf.slice(0, 10) ?? '',
  }
}

export type SensorForm = ReturnType<typeof formOf>
export type SensorField = keyof SensorForm

/** Returns the key of the text that states if the ranges of a radar still contain the delay of the air. */
export const delayWord = (isTakenOff: boolean) => (isTakenOff ? 'delayOff' : 'delayIn')

export const SENSOR_RULES: FormRules<SensorForm, typeof NewSensor> = {
  schema: NewSensor,
  body: (form) => {
    const { movedAt, ...body } = bodyOf(NewSensor, form)
    const ms = typedTime(form.movedAt)
    return {
      ...body,
      horizon: cornersOf(form.horizon),
      clearSky: clearSkyOf(form),
      // A text that is not a time is kept as typed: it is an error of its field.
      ...(movedAt === undefined ? {} : { movedAt: ms === undefined ? movedAt : new Date(ms).toISOString() }),
    }
  },
  fieldsOf: ([first, second]) => {
    if (first !== 'clearSky') return undefined
    return [second === 'source' ? 'clearSource' : second === 'asOf' ? 'clearAsOf' : 'clear']
  },
  faultOf: (field, issue, form) => {
    const t = sensorsWords
    if (field === 'horizon') return t('faultCorner')
    if (field === 'clearAsOf') return t('faultDate')
    if (field === 'movedAt') return t('faultTime')
    if (field === 'sensorCode' && form.sensorCode !== '' && issue.code === 'invalid_format') return t('faultCode')
    return field === 'clear' ? faultInWords(issue, form.clear, 100) : undefined
  },
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

function clearSkyOf(form: SensorForm) {
  if (SKY.every((field) => form[field].trim() === '')) return null
  const date = form.clearAsOf.trim()
  return { fraction: readNumber(form.clear) / 100, source: form.clearSource.trim(), asOf: `${date}T00:00:00.000Z` }
}
