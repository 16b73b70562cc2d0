import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { useState } from 'react'
import type { EventRow } from '../event/event-row.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { NO_CHANGE } from './bulk-plan.ts'
import { BulkReport } from './bulk-report.tsx'
import { bulk, useBulkRun } from './bulk-run.ts'
import { startBulk } from './start-bulk.ts'

type Props = {
  readonly isOpen: boolean
  readonly satellites: readonly Satellite[]
  readonly rows: readonly EventRow[]
  /** Selects the satellites that are to be tried again. */
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onClose: () => void
}

/** The change of several satellites: what is to change, then how saving goes. The draft outlives the closed dialog. */
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
