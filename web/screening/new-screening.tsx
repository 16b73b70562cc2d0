import { HOUR_MS } from '@apsis/astro/constants.ts'
import { createEphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { createScreening, type Screening } from '@apsis/contract/ca/screening/screening.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, upload } from '../api/call.ts'
import { formatInstant } from '../clock/format.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { useForm } from '../form/use-form.ts'
import { Select } from '../ui/field/select.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { Banner } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { satelliteNamesQuery } from './queries.ts'
import { isVolume, VolumeFields, volumeDraft, volumeOf } from './volume-fields.tsx'
import { screeningWords } from './words.data.ts'

type Props = {
  /** The screening that is repeated, possibly in another volume; undefined for a new one. */
  readonly again?: Screening | undefined
  readonly onClose: () => void
  readonly onStarted: (screeningId: string) => void
}
type Against = 'CAT' | 'CDM' | 'OPS' | 'TLE' | 'EPH'
const AGAINST: readonly Against[] = ['CAT', 'CDM', 'OPS', 'TLE', 'EPH']
const ALL = 'all'
const FILE = 'file'
const AGAIN = 'again'
const WEEK_H = '168'

/** Shows the dialog for the object and the volume of a screening; a file is first checked and stored as hypothetical. */
export function NewScreening({ again, onClose, onStarted }: Props) {
  const t = useWords(screeningWords)
  const satellites = useQuery(satelliteNamesQuery()).data ?? []
  const first = satellites[0]?.satelliteId
  // The error that the check of a file found: the file is not screened.
  const [refusal, setRefusal] = useState<string>()
  const form = useForm({
    initial: () => ({
      what: again === undefined ? ALL : AGAIN,
      whose: undefined as string | undefined,
      file: undefined as File | undefined,
      against: againstOf(again),
      hours: again === undefined ? WEEK_H : hoursOf(again),
      volume: volumeDraft(again),
    }),
    check: ({ what, whose = first, file, hours, volume }) => ({
      hours: Number(hours) >= 0.1 && Number(hours) <= 744 ? undefined : t('badHours'),
      volume: isVolume(volume) ? undefined : t('badKm'),
      file: what !== FILE ? undefined : whose === undefined ? t('needSatellite') : file ? undefined : t('needFile'),
    }),
    save: async ({ what, whose = first, file, against, hours, volume }) => {
      setRefusal(undefined)
      const common = { against, hours: Number(hours), ...volumeOf(volume) }
      if (what === AGAIN && again) return call(createScreening, { body: { ...common, ...subjectOf(again) } })
      if (what !== FILE)
        return call(createScreening, { body: { ...common, ...(what === ALL ? {} : { 'satellite-id': what }) } })
      const stored = await storeFile(file, whose)
      if (stored.state !== 'INVALID') return call(createScreening, { body: { ...common, 'oem-id': stored.oemFileId } })
      const [fault] = stored.errors
      const place = [fault?.line === undefined ? '' : `${fault.line}:`, fault?.keyword ?? '', fault?.message ?? '']
      setRefusal(t('fileRefused', { first: place.filter((part) => part !== '').join(' ') }))
      return undefined
    },
    writes: [['screening'], ['ephemeris']],
    onSaved: (started) => started && onStarted(started.screeningId),
  })
  const { values, field, faults, set } = form
  const fault = faults.get('file') ?? refusal
  const own = satellites.map(({ satelliteId: value, name: label }) => ({ value, label }))
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t(again === undefined ? 'new' : 'again')}
      confirm={t('start')}
      saving={t('starting')}
      refused={{ what: t('refused'), hasCode: true }}
    >
      <Select
        label={t('what')}
        options={[
          ...(again === undefined ? [] : [{ value: AGAIN, label: again.title }]),
          { value: ALL, label: t('allSatellites') },
          ...own,
          { value: FILE, label: t('file') },
        ]}
        help={
          values.what === AGAIN && again ? t('sameBegin', { time: formatInstant(Date.parse(again.from)) }) : undefined
        }
        {...field('what')}
      />
      {values.what === FILE ? (
        <>
          <Select label={t('whose')} options={own} {...field('whose')} value={values.whose ?? first ?? ''} />
          <label className="grid gap-4 soft fs-12">
            {t('chooseFile')}
            <input
              type="file"
              accept=".oem,.xml,.txt,.kvn,.ocm,.e,.meme"
              onChange={({ target }) => set({ file: target.files?.[0] })}
            />
          </label>
        </>
      ) : null}
      <Select
        label={t('against')}
        options={AGAINST.map((value) => ({ value, label: t(`source_${value}`) }))}
        {...field('against')}
      />
      <TextField label={t('forHours')} inputMode="decimal" {...field('hours')} />
      <VolumeFields draft={values.volume} onDraft={(volume) => set({ volume })} isChecked={faults.has('volume')} />
      {fault === undefined ? null : <Banner level="serious">{fault}</Banner>}
    </FormDialog>
  )
}

function againstOf(again: Screening | undefined): Against {
  const given = again?.type.split('_VS_')[1]
  return AGAINST.find((one) => one === given) ?? 'CAT'
}

/** Returns the length of the span in hours, rounded to a few seconds. */
const hoursOf = ({ from, to }: Screening) =>
  String(Math.round(((Date.parse(to) - Date.parse(from)) / HOUR_MS) * 1_000) / 1_000)

/** The primary object and the span stay the same, so any difference is caused by the change. */
function subjectOf({ satelliteId, oemFileId, from }: Screening) {
  if (oemFileId !== null) return { 'oem-id': oemFileId, from }
  return { ...(satelliteId === null ? {} : { 'satellite-id': satelliteId }), from }
}

/** Stores a file as hypothetical: it is screened, but it is not the satellite's orbit. */
export async function storeFile(file: File | undefined, satelliteId: string | undefined) {
  if (file === undefined || satelliteId === undefined) throw new TypeError('a file and its satellite are chosen before')
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'HYPOTHETICAL')
  form.set('file', file)
  return upload(createEphemerisFile, form)
}
