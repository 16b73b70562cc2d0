import { createEphemerisFile } from '@apsis/contract/ca/ephemeris.ts'
import { createScreening } from '@apsis/contract/ca/screening.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, upload } from '../api/call.ts'
import { problemInWords } from '../api/problem-in-words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../ui/language.ts'
import { Strip } from '../ui/pane-states.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { satelliteNamesQuery } from './queries.ts'
import styles from './screening.module.css'
import { screeningWords } from './words.data.ts'

type Props = { readonly onClose: () => void; readonly onStarted: (screeningId: string) => void }
type Against = 'CAT' | 'CDM' | 'OPS' | 'TLE'
const AGAINST: readonly Against[] = ['CAT', 'CDM', 'OPS', 'TLE']
const ALL = 'all'
const FILE = 'file'

/** Asks what to screen against what; a file is checked and stored first, as hypothetical. */
export function NewScreening({ onClose, onStarted }: Props) {
  const t = useWords(screeningWords)
  const satellites = useQuery(satelliteNamesQuery()).data ?? []
  const [what, setWhat] = useState(ALL)
  const [whose, setWhose] = useState<string>()
  const [against, setAgainst] = useState<Against>('CAT')
  const [hours, setHours] = useState('168')
  const [km, setKm] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [fault, setFault] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const faults = {
    hours: Number(hours) >= 0.1 && Number(hours) <= 744 ? undefined : t('badHours'),
    km: km.trim() === '' || (Number(km) >= 0.001 && Number(km) <= 1_000) ? undefined : t('badKm'),
  }
  const owner = whose ?? satellites[0]?.satelliteId
  const start = useMutation({
    meta: { writes: [['screening'], ['ephemeris']], silent: true },
    mutationFn: async () => {
      const common = {
        against,
        hours: Number(hours),
        ...(km.trim() === '' ? {} : { thresholdM: Number(km) * 1_000 }),
      }
      if (what !== FILE)
        return call(createScreening, { body: { ...common, ...(what === ALL ? {} : { 'satellite-id': what }) } })
      const stored = await store(file.current?.files?.[0], owner)
      const [first] = stored.errors
      if (stored.state === 'INVALID') {
        const place = [first?.line === undefined ? '' : `${first.line}:`, first?.keyword ?? '', first?.message ?? '']
        setFault(t('fileRefused', { first: place.filter((part) => part !== '').join(' ') }))
        return undefined
      }
      return call(createScreening, { body: { ...common, 'oem-id': stored.oemFileId } })
    },
    onSuccess: (started) => started && onStarted(started.screeningId),
  })
  const confirm = () => {
    setChecked(true)
    setFault(undefined)
    if (faults.hours ?? faults.km) return
    if (what === FILE && owner === undefined) setFault(t('needSatellite'))
    else if (what === FILE && !file.current?.files?.[0]) setFault(t('needFile'))
    else if (!start.isPending) start.mutate()
  }
  const own = satellites.map(({ satelliteId: value, name: label }) => ({ value, label }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('new')}
      confirm={{ label: t(start.isPending ? 'starting' : 'start'), onConfirm: confirm }}
    >
      <div className={styles.form}>
        <Select
          label={t('what')}
          value={what}
          onChange={setWhat}
          options={[{ value: ALL, label: t('allSatellites') }, ...own, { value: FILE, label: t('file') }]}
        />
        {what === FILE ? (
          <>
            <Select label={t('whose')} value={owner ?? ''} onChange={setWhose} options={own} />
            <label className={styles.file}>
              {t('chooseFile')}
              <input ref={file} type="file" accept=".oem,.xml,.txt,.kvn,.ocm,.e,.meme" />
            </label>
          </>
        ) : null}
        <Select
          label={t('against')}
          value={against}
          onChange={(value) => setAgainst(AGAINST.find((one) => one === value) ?? 'CAT')}
          options={AGAINST.map((value) => ({ value, label: t(`source_${value}`) }))}
        />
        <TextField
          label={t('forHours')}
          inputMode="decimal"
          value={hours}
          onChange={setHours}
          error={isChecked ? faults.hours : undefined}
        />
        <TextField
          label={t('within')}
          inputMode="decimal"
          value={km}
          onChange={setKm}
          help={t('withinHelp')}
          error={isChecked ? faults.km : undefined}
        />
        {fault === undefined ? null : <Strip level="serious">{fault}</Strip>}
        {start.error ? (
          <Strip level="serious">
            {t('refused')} ({start.error.code}): {problemInWords(start.error).message}
          </Strip>
        ) : null}
      </div>
    </Dialog>
  )
}

async function store(file: File | undefined, satelliteId: string | undefined) {
  if (file === undefined || satelliteId === undefined) throw new TypeError('a file and its satellite are chosen before')
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'HYPOTHETICAL')
  form.set('file', file)
  return upload(createEphemerisFile, form)
}
