import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../../ui/field/checkbox-group.tsx'
import { Strip } from '../../../ui/page/pane-states.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import type { EventRow } from '../../event/event-row.ts'
import { consequencesOf } from '../consequences.ts'
import { Fields } from '../form-fields.tsx'
import { type FormField, formOf } from '../satellite-form.ts'
import { satelliteWords } from '../words.data.ts'
import styles from './assets.module.css'
import { BULK_FIELDS, type BulkChange, type BulkPlan, type BulkSave, NO_CHANGE, nowOf, planOf } from './bulk-plan.ts'
import { BulkReport } from './bulk-report.tsx'
import { bulk, useBulkRun } from './bulk-run.ts'
import { startBulk } from './start-bulk.ts'
import { assetsWords } from './words.data.ts'

const UNGROUP = 'ungroup'
const NO_FAULTS: ReadonlyMap<FormField, string> = new Map()
/** The preview shows at most this number of satellites or events of each kind. */
const MOST_LINES_OF_KIND = 4

type Props = {
  readonly isOpen: boolean
  readonly satellites: readonly Satellite[]
  readonly rows: readonly EventRow[]
  /** Selects the satellites for another attempt. */
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onClose: () => void
}

/** The change of several satellites: first the form, then the progress of saving. The draft outlives the closed dialog. */
export function BulkEdit({ isOpen, satellites, rows, onSelect, onClose }: Props) {
  const run = useBulkRun()
  const [change, setChange] = useState(NO_CHANGE)
  if (!isOpen) return null
  if (run)
    return (
      <BulkReport
        onClose={() => {
          bulk.forget()
          setChange(NO_CHANGE)
          onClose()
        }}
        onRetry={(ids) => {
          bulk.forget()
          onSelect(new Set(ids))
        }}
      />
    )
  return (
    <BulkDialog
      satellites={satellites}
      rows={rows}
      change={change}
      onChange={setChange}
      onStart={startBulk}
      onClose={onClose}
    />
  )
}

type BulkDialogProps = {
  readonly satellites: readonly Satellite[]
  /** The events ahead, whose level may change. */
  readonly rows: readonly EventRow[]
  readonly change: BulkChange
  readonly onChange: (change: BulkChange) => void
  readonly onStart: (saves: readonly BulkSave[]) => void
  readonly onClose: () => void
}

/** Changes thresholds and group of several satellites; a blank field keeps the value of each satellite. */
function BulkDialog({ satellites, rows, change, onChange, onStart, onClose }: BulkDialogProps) {
  const t = useWords(assetsWords)
  const [first] = satellites
  if (!first) return null
  const plan = planOf(satellites, change)
  const count = plan.saves.length
  const help = Object.fromEntries(
    BULK_FIELDS.map((field) => {
      const now = nowOf(satellites, field)
      return [field, now.length === 0 ? t('nowNone') : t(now.length === 1 ? 'nowOne' : 'nowSpan', spanOf(now))]
    }),
  )
  return (
    <Dialog
      isOpen
      title={t('bulkTitle', { count: satellites.length })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('bulkSave', { count }), onConfirm: () => (count > 0 ? onStart(plan.saves) : undefined) }}
    >
      <div className="stack gap-12">
        <p>{t('bulkExplained')}</p>
        <Fields
          fields={BULK_FIELDS}
          form={{ ...formOf(first), ...change }}
          faults={NO_FAULTS}
          help={help}
          onChange={(part) => onChange({ ...change, ...part })}
        />
        <CheckboxGroup
          label={t('noGroup')}
          options={[{ value: UNGROUP, label: t('ungroup') }]}
          value={change.isUngrouped ? [UNGROUP] : []}
          onChange={(chosen) => onChange({ ...change, isUngrouped: chosen.includes(UNGROUP) })}
        />
        {isBlank(change) ? null : <Told plan={plan} rows={rows} />}
      </div>
    </Dialog>
  )
}

const isBlank = ({ isUngrouped, ...texts }: BulkChange) =>
  !isUngrouped && Object.values(texts).every((text) => text.trim() === '')
const spanOf = ([from = '', to = '']: readonly string[]) => ({ from, to })

/** Shows the effect: the number of changes, the satellites that cannot change, and the events that get another level. */
function Told({
  plan: { saves, same, faults },
  rows,
}: {
  readonly plan: BulkPlan
  readonly rows: readonly EventRow[]
}) {
  const t = useWords(assetsWords)
  const say = useWords(satelliteWords)
  const moved = saves.flatMap(({ id, before, input }) => {
    const open = rows.filter(({ satelliteKey }) => satelliteKey === id).map(({ event }) => ({ event, cdm: undefined }))
    return consequencesOf(before.configuration, input.configuration, open).moved
  })
  const [firstFault] = faults
  return (
    <div className={`stack gap-8 ${styles.told}`} role="status">
      <p>
        {t('bulkCounts', { count: saves.length })} {same.length > 0 ? t('bulkSame', { count: same.length }) : null}
      </p>
      {firstFault ? (
        <Strip level="caution">
          {t('bulkFaults', { count: faults.length })}
          {[...Map.groupBy(faults, ({ field, message }) => `${fieldWord(field, say)} ${message}`)].map(([why, all]) => (
            <span key={why} className="block">
              <b>{namesOf(all.map(({ satellite }) => satellite.name))}</b>: {why}
            </span>
          ))}
        </Strip>
      ) : null}
      {moved.length > 0 ? (
        <p>
          {t('bulkMoved', { count: moved.length })}
          {moved.slice(0, MOST_LINES_OF_KIND).map(({ event, levels: [from, to] }) => (
            <span key={event.conjunctionId} className="block">
              {event.object1.name} × {event.object2.name}: {meaningOf('risk', from).word} →{' '}
              <b>{meaningOf('risk', to).word}</b>
            </span>
          ))}
          {moved.length > MOST_LINES_OF_KIND ? (
            <span className="block">{t('more', { count: moved.length - MOST_LINES_OF_KIND })}</span>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}

function namesOf(names: readonly string[]): string {
  const rest = names.length - MOST_LINES_OF_KIND
  return [...names.slice(0, MOST_LINES_OF_KIND), ...(rest > 0 ? [assetsWords('more', { count: rest })] : [])].join(', ')
}

function fieldWord(field: string, say: typeof satelliteWords): string {
  const known = BULK_FIELDS.find((one) => one === field)
  return known ? say(known) : field
}
