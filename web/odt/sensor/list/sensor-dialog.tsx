import { removeSensor, SENSOR_STATUSES, SENSOR_TYPES, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { call } from '../../../api/call.ts'
import { FormDialog } from '../../../form/form-dialog.tsx'
import { useForm } from '../../../form/use-form.ts'
import { Select } from '../../../ui/field/select.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { SENSOR_WRITES, writeSensor } from '../sensor-query.ts'
import { sensorWords } from '../words.data.ts'
import { delayWord, formOf, SENSOR_RULES, type SensorField } from './sensor-form.ts'
import styles from './sensors.module.css'
import { sensorsWords } from './words.data.ts'

type Group = readonly (readonly [field: NumberField, label: LabelWord, unit?: string])[]
/** The fields that are typed into one line. */
type NumberField = Exclude<SensorField, 'isRangeCorrected' | 'horizon'>
type LabelWord = Parameters<typeof sensorsWords>[0]

const PLACE: Group = [
  ['latitude', 'latitude', '°'],
  ['longitude', 'longitude', '°'],
  ['altitude', 'altitude', 'm'],
  ['movedAt', 'movedAt'],
  ['minimumElevation', 'lowest', '°'],
  ['sigmaArcsec', 'noiseDirection', '″'],
  ['sigmaTimeMs', 'noiseTime', 'ms'],
  ['slewRate', 'slew', '°/s'],
]
const OPTICAL: Group = [
  ['limitingMagnitude', 'magnitude', 'mag'],
  ['sigmaMagnitude', 'noiseMagnitude', 'mag'],
  ['maximumSunElevation', 'sunMost', '°'],
  ['minimumMoonSeparation', 'moonLeast', '°'],
  ['aperture', 'aperture', 'm'],
  ['fieldOfView', 'field', '°'],
  ['clear', 'clear', '%'],
  ['clearSource', 'source'],
  ['clearAsOf', 'asOf'],
]
const RADAR: Group = [
  ['maximumRange', 'range', 'm'],
  ['sigmaRange', 'noiseRange', 'm'],
]
const HELP: Partial<Record<NumberField, LabelWord>> = {
  latitude: 'latitudeHelp',
  longitude: 'longitudeHelp',
  altitude: 'altitudeHelp',
  movedAt: 'movedAtHelp',
  clear: 'clearHelp',
  clearAsOf: 'asOfHelp',
}

type Props = {
  /** The sensor to change; undefined to add one. */
  readonly sensor: Sensor | undefined
  readonly onSaved: (code: string) => void
  readonly onClose: () => void
}

/** Adds a sensor of the organisation, or changes one; every error is shown at its field. */
export function SensorDialog({ sensor, onSaved, onClose }: Props) {
  const t = useWords(sensorsWords)
  const say = useWords(sensorWords)
  const form = useForm({
    initial: () => formOf(sensor),
    version: sensor?.version,
    rules: SENSOR_RULES,
    save: writeSensor,
    writes: SENSOR_WRITES,
    onSaved: ({ sensorCode }) => onSaved(sensorCode),
  })
  const { field, values, set } = form
  const fields = (group: Group) =>
    group.map(([name, label, unit]) => {
      const help = HELP[name]
      return <TextField key={name} label={t(label)} unit={unit} help={help ? t(help) : undefined} {...field(name)} />
    })
  return (
    <FormDialog
      form={form}
      isWide
      title={sensor ? t('editTitle', { code: sensor.sensorCode }) : t('addTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('save')}
      saving={t('saving')}
      refused={{ what: t('notSaved'), stale: t('stale') }}
    >
      <div className={`grid items-start gap-8-16 ${styles.grid}`}>
        <TextField label={t('code')} help={t('codeHelp')} isDisabled={sensor !== undefined} {...field('sensorCode')} />
        <TextField label={t('name')} {...field('groundSensorName')} />
        <Select
          label={t('type')}
          help={t('typeHelp')}
          options={SENSOR_TYPES.map((value) => ({ value, label: say(value) }))}
          {...field('sensorType')}
        />
        <Select
          label={t('status')}
          options={SENSOR_STATUSES.map((value) => ({ value, label: say(value) }))}
          {...field('status')}
        />
        <TextField label={t('provider')} help={t('providerHelp')} {...field('providerId')} />
      </div>
      <div className={`grid items-start gap-8-16 ${styles.grid}`}>{fields(PLACE)}</div>
      <TextArea label={t('horizon')} help={t('horizonHelp')} isMono rows={3} {...field('horizon')} />
      <h3 className={`ink fs-13 bold ${styles.part}`}>{t('optical')}</h3>
      <div className={`grid items-start gap-8-16 ${styles.grid}`}>{fields(OPTICAL)}</div>
      <h3 className={`ink fs-13 bold ${styles.part}`}>{t('radar')}</h3>
      <div className={`grid items-start gap-8-16 ${styles.grid}`}>
        {fields(RADAR)}
        <Select
          label={t('delay')}
          help={t('delayHelp')}
          value={String(values.isRangeCorrected)}
          options={['false', 'true'].map((value) => ({ value, label: t(delayWord(value === 'true')) }))}
          onChange={(value) => set({ isRangeCorrected: value === 'true' })}
        />
      </div>
    </FormDialog>
  )
}

type EndProps = { readonly sensor: Sensor; readonly onDone: () => void; readonly onClose: () => void }

/** Asks for confirmation before a sensor is removed permanently. */
export function RemoveDialog({ sensor: { sensorCode }, onDone, onClose }: EndProps) {
  const t = useWords(sensorsWords)
  const form = useForm({
    initial: {},
    save: () => call(removeSensor, { query: { 'sensor-code': sensorCode } }),
    writes: SENSOR_WRITES,
    onSaved: onDone,
  })
  return (
    <FormDialog
      form={form}
      title={t('removeTitle', { code: sensorCode })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('remove')}
      refused={{ what: t('removeFailed'), stale: t('stale') }}
    >
      <p>{t('removeText')}</p>
    </FormDialog>
  )
}

/** Asks for confirmation before a sensor is retired: it leaves the list, but is not removed; only its type changes. */
export function RetireDialog({ sensor, onDone, onClose }: EndProps) {
  const t = useWords(sensorsWords)
  const { version, isSimulated, ...fields } = sensor
  const form = useForm({
    initial: {},
    version,
    save: (_, over) => writeSensor({ ...fields, sensorType: 'RETIRED' }, over),
    writes: SENSOR_WRITES,
    onSaved: onDone,
  })
  return (
    <FormDialog
      form={form}
      title={t('retireTitle', { code: sensor.sensorCode })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('retire')}
      refused={{ what: t('retireFailed'), stale: t('stale') }}
    >
      <p>{t('retireText')}</p>
    </FormDialog>
  )
}
