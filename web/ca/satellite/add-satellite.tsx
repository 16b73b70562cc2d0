import { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { queryClient } from '../../api/queries.ts'
import { formatInstant } from '../../clock/format.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
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

/**
 * Shows the dialog that adds a satellite: its catalogue number is enough, name and orbit are looked up. `?dialog=add-satellite` opens it.
 */
export function AddSatellite({ isOpen, onClose }: Props) {
  // The form is empty whenever the dialog opens.
  return isOpen ? <Opened onClose={onClose} /> : null
}

/** The code that reads files is fetched with the form that accepts them. */
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
  const form = useForm({
    initial: { number: '', name: '' },
    rules: {
      schema: SatelliteInput,
      body: ({ number, name }) => {
        const found = foundOf(number)
        const cosparId = found?.tle ? cosparOfTle(found.tle) : undefined
        const called = name.trim() || found?.name?.trim() || ''
        return { name: called, noradId: noradIdOf(number), ...(cosparId ? { cosparId } : {}) }
      },
      fieldsOf: ([field], { number }) => {
        if (field === 'noradId') return ['number']
        return field === 'name' && noradIdOf(number) !== undefined ? ['name'] : []
      },
      faultOf: (field) => t(field === 'number' ? 'numberNeeded' : 'nameNeeded'),
    },
    save: addSatellite,
    writes: [KEYS.satellites, KEYS.conjunctions],
    onSaved: ({ satelliteId }) => void navigate({ to: paths.satellite, params: { satellite_id: satelliteId } }),
  })
  const noradId = noradIdOf(form.values.number)
  const lookup = useQuery({ ...elementSetQuery(noradId ?? 0), enabled: noradId !== undefined })
  const found = noradId === undefined ? undefined : lookup.data
  return (
    <FormDialog
      form={form}
      title={t('addTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('addVerb')}
      saving={t('adding')}
      refused={{ what: t('notAdded'), hasCode: true }}
    >
      {choice}
      <TextField label={t('addNumber')} inputMode="numeric" autoFocus {...form.field('number')} />
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
      <TextField label={t('addName')} help={t('addNameHelp')} {...form.field('name')} />
    </FormDialog>
  )
}

/** Returns the data that was looked up for a number. */
const foundOf = (number: string) => queryClient.getQueryData(elementSetQuery(noradIdOf(number) ?? 0).queryKey)

const noradIdOf = (text: string) => (/^\d{1,9}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : undefined)
