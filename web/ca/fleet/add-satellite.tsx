import { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { paths } from '../../site/paths.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KEYS } from '../event/queries.ts'
import { bulkWords } from './bulk-words.data.ts'
import styles from './satellite.module.css'
import { addSatellite, elementSetQuery } from './satellite-query.ts'
import { cosparOfTle } from './tle-identity.ts'
import { satelliteWords } from './words.data.ts'

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

/** Adds a satellite: its catalogue number is enough, name and orbit are looked up. Opened by `?dialog=add-satellite`. */
export function AddSatellite({ isOpen, onClose }: Props) {
  // Opened again it begins anew.
  return isOpen ? <Opened onClose={onClose} /> : null
}

/** The reader of files is fetched with the form that takes them. */
const AddMany = lazy(async () => ({ default: (await import('./add-many.tsx')).AddMany }))

function Opened({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(satelliteWords)
  const say = useWords(bulkWords)
  const [isMany, setMany] = useState(false)
  const choice = (
    <div className={styles.choice}>
      <Segments
        label={say('how')}
        value={isMany ? 'several' : 'one'}
        onChange={(value) => setMany(value === 'several')}
        options={(['one', 'several'] as const).map((value) => ({ value, label: say(value) }))}
      />
    </div>
  )
  if (!isMany) return <AddOne choice={choice} onClose={onClose} />
  return (
    <Dialog isOpen title={t('addTitle')} onClose={onClose} close={say('done')}>
      {choice}
      <Suspense fallback={<Skeleton rows={4} />}>
        <AddMany />
      </Suspense>
    </Dialog>
  )
}

function AddOne({ choice, onClose }: { readonly choice: React.ReactNode; readonly onClose: () => void }) {
  const t = useWords(satelliteWords)
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const noradId = /^\d{1,9}$/.test(number.trim()) && Number(number) > 0 ? Number(number) : undefined
  const lookup = useQuery({ ...elementSetQuery(noradId ?? 0), enabled: noradId !== undefined })
  const add = useMutation({
    mutationFn: addSatellite,
    meta: { silent: 'add-satellite', writes: [KEYS.satellites, KEYS.conjunctions] },
    onSuccess: ({ satelliteId }) => void navigate({ to: paths.satellite, params: { satellite_id: satelliteId } }),
  })
  const found = noradId === undefined ? undefined : lookup.data
  const called = name.trim() || found?.name?.trim() || ''
  const submit = () => {
    setChecked(true)
    if (noradId === undefined || called === '' || add.isPending) return
    const cosparId = found?.tle ? cosparOfTle(found.tle) : undefined
    const input = SatelliteInput.safeParse({ name: called, noradId, ...(cosparId ? { cosparId } : {}) })
    if (input.success) add.mutate(input.data)
  }
  return (
    <Dialog
      isOpen
      title={t('addTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: add.isPending ? t('adding') : t('addVerb'), onConfirm: submit }}
    >
      {choice}
      <p>{t('addText')}</p>
      <form
        className="stack gap-12 mt-8"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t('addNumber')}
          inputMode="numeric"
          autoFocus
          value={number}
          onChange={setNumber}
          error={isChecked && noradId === undefined ? t('numberNeeded') : undefined}
        />
        <p role="status" className={styles.lookup}>
          {noradId === undefined ? null : lookup.isFetching && found === undefined ? (
            t('looking')
          ) : found ? (
            <>
              <StatusSymbol level="ok" />{' '}
              {t('found', {
                name: found.name ?? noradId,
                epoch: formatInstant(Date.parse(found.epoch)),
                source: found.source,
              })}
            </>
          ) : (
            t('notFound')
          )}
        </p>
        <TextField
          label={t('addName')}
          help={t('addNameHelp')}
          value={name}
          onChange={setName}
          error={isChecked && noradId !== undefined && called === '' ? t('nameNeeded') : undefined}
        />
        {add.error ? (
          <p role="alert" className="ink fs-13">
            <StatusSymbol level="serious" /> {t('notAdded')} ({codeInWords(add.error)}):{' '}
            {problemInWords(add.error).message}
          </p>
        ) : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
