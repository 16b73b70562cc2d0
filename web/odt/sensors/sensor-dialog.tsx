import { SENSOR_STATUSES, SENSOR_TYPES, type Sensor } from '@apsis/contract/odt/sensor.ts'
import { useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useRemoveSensor, useWriteSensor } from '../sensor/sensor-query.ts'
import { sensorWords } from '../sensor/words.data.ts'
import { delayWord, EMPTY_FORM, formOf, readSensorForm, type SensorField } from './sensor-form.ts'
import styles from './sensors.module.css'
import { sensorsWords } from './words.data.ts'

type Group = readonly (readonly [field: SensorField, label: LabelWord, unit?: string])[]
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
const HELP: Partial<Record<SensorField, LabelWord>> = {
  latitude: 'latitudeHelp',
  longitude: 'longitudeHelp',
  altitude: 'altitudeHelp',
  movedAt: 'movedAtHelp',
  minimumElevation: 'lowestHelp',
  clear: 'clearHelp',
  clearAsOf: 'asOfHelp',
}

type Props = {
  /** The sensor that is changed; without it one is added. */
  readonly sensor: Sensor | undefined
  readonly onSaved: (code: string) => void
  readonly onClose: () => void
}

/** Adds a sensor of the organisation, or changes one; every fault stands at its field. */
export function SensorDialog({ sensor, onSaved, onClose }: Props) {
  const t = useWords(sensorsWords)
  const say = useWords(sensorWords)
  const [form, setForm] = useState(() => (sensor ? formOf(sensor) : EMPTY_FORM))
  const [isChecked, setChecked] = useState(false)
  const write = useWriteSensor()
  const read = readSensorForm(form)
  const faults = isChecked && !read.ok ? read.faults : new Map<SensorField, string>()
  const set = (field: SensorField) => (text: string) => setForm((all) => ({ ...all, [field]: text }))
  const submit = () => {
    setChecked(true)
    if (!read.ok || write.isPending) return
    write.mutate(
      { sensor: read.sensor, version: sensor?.version },
      { onSuccess: ({ sensorCode }) => onSaved(sensorCode) },
    )
  }
  const fields = (group: Group) =>
    group.map(([field, label, unit]) => {
      const help = HELP[field]
      return (
        <TextField
          key={field}
          name={field}
          label={t(label)}
          unit={unit}
          help={help ? t(help) : undefined}
          value={form[field]}
          onChange={set(field)}
          error={faults.get(field)}
        />
      )
    })
  return (
    <Dialog
      isOpen
      isWide
      title={sensor ? t('editTitle', { code: sensor.sensorCode }) : t('addTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t(write.isPending ? 'saving' : 'save'), onConfirm: submit }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={styles.grid}>
          <TextField
            name="sensorCode"
            label={t('code')}
            help={t('codeHelp')}
            isDisabled={sensor !== undefined}
            value={form.sensorCode}
            onChange={set('sensorCode')}
            error={faults.get('sensorCode')}
          />
          <TextField
            name="groundSensorName"
            label={t('name')}
            help={t('nameHelp')}
            value={form.groundSensorName}
            onChange={set('groundSensorName')}
            error={faults.get('groundSensorName')}
          />
          <Select
            label={t('type')}
            help={t('typeHelp')}
            value={form.sensorType}
            options={SENSOR_TYPES.map((value) => ({ value, label: say(value) }))}
            onChange={set('sensorType')}
          />
          <Select
            label={t('status')}
            value={form.status}
            options={SENSOR_STATUSES.map((value) => ({ value, label: say(value) }))}
            onChange={set('status')}
          />
          <TextField
            name="providerId"
            label={t('provider')}
            help={t('providerHelp')}
            value={form.providerId}
            onChange={set('providerId')}
            error={faults.get('providerId')}
          />
        </div>
        <div className={styles.grid}>{fields(PLACE)}</div>
        <TextArea
          label={t('horizon')}
          help={t('horizonHelp')}
          isMono
          rows={3}
          value={form.horizon}
          onChange={set('horizon')}
          error={faults.get('horizon')}
        />
        <h3>{t('optical')}</h3>
        <div className={styles.grid}>{fields(OPTICAL)}</div>
        <h3>{t('radar')}</h3>
        <div className={styles.grid}>
          {fields(RADAR)}
          <Select
            label={t('delay')}
            help={t('delayHelp')}
            value={form.isRangeCorrected}
            options={['false', 'true'].map((value) => ({ value, label: t(delayWord(value === 'true')) }))}
            onChange={set('isRangeCorrected')}
          />
        </div>
        {write.error ? <Fault what={t('notSaved')} problem={write.error} /> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}

function Fault({ what, problem }: { readonly what: string; readonly problem: ApiProblem }) {
  const t = useWords(sensorsWords)
  return (
    <p role="alert" className={styles.fault}>
      <StatusSymbol level="serious" /> {what}. {problem.status === 412 ? t('stale') : problemInWords(problem).message}
    </p>
  )
}

type EndProps = { readonly sensor: Sensor; readonly onDone: () => void; readonly onClose: () => void }

/** Asks before a sensor is removed for good. */
export function RemoveDialog({ sensor: { sensorCode }, onDone, onClose }: EndProps) {
  const t = useWords(sensorsWords)
  const remove = useRemoveSensor()
  return (
    <Dialog
      isOpen
      title={t('removeTitle', { code: sensorCode })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('remove'), onConfirm: () => remove.mutate(sensorCode, { onSuccess: onDone }) }}
    >
      <p>{t('removeText')}</p>
      {remove.error ? <Fault what={t('removeFailed')} problem={remove.error} /> : null}
    </Dialog>
  )
}

/** Asks before a sensor leaves the list; its row stays as it is but for its type. */
export function RetireDialog({ sensor, onDone, onClose }: EndProps) {
  const t = useWords(sensorsWords)
  const write = useWriteSensor()
  const { version, isSimulated, ...fields } = sensor
  return (
    <Dialog
      isOpen
      title={t('retireTitle', { code: sensor.sensorCode })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{
        label: t('retire'),
        onConfirm: () => write.mutate({ sensor: { ...fields, sensorType: 'RETIRED' }, version }, { onSuccess: onDone }),
      }}
    >
      <p>{t('retireText')}</p>
      {write.error ? <Fault what={t('retireFailed')} problem={write.error} /> : null}
    </Dialog>
  )
}
