import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { useMemo, useState } from 'react'
import { dayOfYear, formatDate } from '../clock/format.ts'
import { toCsv } from '../ui/file/csv.ts'
import { saveFile } from '../ui/file/file.tsx'
import { Pane } from '../ui/page/pane.tsx'
import type { ApiCall } from '../ui/page/pane-menu.tsx'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useStoredLayout } from '../ui/table/stored-layout.ts'
import { useWords } from '../ui/text/language.ts'
import { encounterColumns, idOf, tcaOf } from './columns.tsx'
import styles from './encounter-list.module.css'
import { MissPlot } from './miss-plot.tsx'
import { toSocrates } from './socrates.ts'
import { encounterWords } from './words.data.ts'

type Props = {
  readonly encounters: readonly Encounter[]
  readonly from: string
  readonly to: string
  readonly limitKm: number | undefined
  readonly isSimulated: boolean
  readonly fileName: string
  readonly call: ApiCall
  /** A text that identifies the query: while it stays the same, new rows wait until they are loaded. */
  readonly hold: string
  /** Saves the listed encounters, or the chosen one, as messages; undefined if none of them is stored. */
  readonly onMessages?: ((kind: MessageKind, chosen: Encounter | undefined) => void) | undefined
}

/** The kinds of messages in their notations: the name on the screen, and the values in the call. */
const MESSAGE_KINDS = [
  { name: 'CDM (KVN)', message: 'cdm', format: 'kvn' },
  { name: 'CDM (XML)', message: 'cdm', format: 'xml' },
  { name: 'OCM (KVN)', message: 'ocm', format: 'kvn' },
  { name: 'OCM (XML)', message: 'ocm', format: 'xml' },
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

const INITIAL_SORT = [{ id: 'until', desc: false }]
const edgeOf = (one: Encounter) => {
  const { level } = meaningOf('risk', one.riskLevel)
  return level === 'serious' || level === 'critical' ? level : undefined
}
const groupOf = (one: Encounter) => `${formatDate(tcaOf(one))} · ${dayOfYear(tcaOf(one))}`

/** Shows the encounters that a search or a screening found: a plot and a table with one selection, and the files of both. */
export function EncounterList(props: Props) {
  const { encounters, from, to, limitKm, isSimulated, fileName, call, hold, onMessages } = props
  const say = useWords(encounterWords)
  const [layout, setLayout] = useStoredLayout('encounters')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => encounterColumns(say), [say])
  const provenance = say(isSimulated ? 'provenanceSimulated' : 'provenance')
  const [chosen] = selected
  const messages = messageFiles(
    encounters.find((one) => idOf(one) === chosen),
    onMessages,
  )
  return (
    <>
      <MissPlot
        encounters={encounters}
        fromMs={Date.parse(from)}
        toMs={Date.parse(to)}
        limitKm={limitKm}
        fileName={fileName}
        provenance={provenance}
        call={call}
        selected={chosen}
        onPick={(id) => setSelected(new Set([id]))}
      />
      <Pane
        title={say('encounters')}
        note={String(encounters.length)}
        provenance={provenance}
        className={`stack ${styles.pane}`}
        actions={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
        exports={{
          csv: { name: fileName, table: () => tableOf(columns, encounters) },
          file: [{ label: say('csvSocrates'), onAction: () => saveSocrates(props) }, ...messages],
          call,
        }}
      >
        <div className={`flex min-h-0 ${styles.table}`}>
          <DataTable
            label={say('encounters')}
            rows={encounters}
            columns={columns}
            idOf={idOf}
            groupOf={groupOf}
            edgeOf={edgeOf}
            initialSort={INITIAL_SORT}
            layout={layout}
            onLayout={setLayout}
            hold={hold}
            selected={selected}
            onSelect={setSelected}
            onOpen={(one) => setSelected(new Set([idOf(one)]))}
          />
        </div>
      </Pane>
    </>
  )
}

function saveSocrates({ encounters, fileName, isSimulated }: Props): void {
  const text = toCsv(toSocrates(encounters), { isSimulated })
  saveFile(`${fileName}-socrates.csv`, new Blob([text], { type: 'text/csv' }))
}

/** Returns the entries of the menu that save messages; none if no listed encounter is stored. */
function messageFiles(chosen: Encounter | undefined, onMessages: Props['onMessages']) {
  if (onMessages === undefined) return []
  const word = chosen === undefined ? 'messagesAll' : 'messagesChosen'
  return MESSAGE_KINDS.map((kind) => ({
    label: encounterWords(word, { kind: kind.name }),
    onAction: () => onMessages(kind, chosen),
  }))
}
