import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { raise } from '../../../notifications/notifications.ts'
import { Menu } from '../../../ui/button/menu.tsx'
import { toCsv } from '../../../ui/file/csv.ts'
import { fileName, saveFile, useFileMarks } from '../../../ui/file/file.tsx'
import { printed } from '../../../ui/page/pane-menu.tsx'
import { type Column, tableOf } from '../../../ui/table/column.ts'
import { useWords } from '../../../ui/text/language.ts'
import { uiWords } from '../../../ui/words.data.ts'
import type { EventRow } from '../event-row.ts'
import { apiQueryOf, type Groups, type Question, spanOfTca, writeInstant } from '../question.ts'
import { conjunctionsWords } from '../words.data.ts'

type Around = { readonly nowMs: number; readonly groups: Groups }
type Props = {
  readonly question: Question
  readonly around: Around
  readonly columns: readonly Column<EventRow>[]
  readonly rows: readonly EventRow[]
  /** The selected rows: the file contains only these. If none is selected, it contains all rows. */
  readonly picked: readonly EventRow[]
}

/** Saves rows as a file, in the order of time and with every column. */
export function useSaveCsv({ columns, rows, picked }: Omit<Props, 'question' | 'around'>) {
  const marks = useFileMarks()
  return () => {
    const table = tableOf(columns, picked.length > 0 ? picked : rows)
    saveFile(fileName('conjunctions', 'csv', marks), new Blob([toCsv(table, marks)], { type: 'text/csv' }))
  }
}

/** The exports of the table: a file, a link to the same events, and the API call that returns them (ux.md R9). */
export function ExportMenu({ question, around, columns, rows, picked }: Props) {
  const t = useWords(conjunctionsWords)
  const say = useWords(uiWords)
  const save = useSaveCsv({ columns, rows, picked })
  const copy = async (text: string | Promise<string>, done: string) => {
    try {
      await navigator.clipboard.writeText(await text)
      raise({ title: t('export'), message: done })
    } catch {
      raise({ code: 400, title: t('export'), message: say('notCopied') })
    }
  }
  const count = picked.length > 0 ? picked.length : rows.length
  const entries = [
    { id: 'csv', label: t(picked.length > 0 ? 'asCsvSelected' : 'asCsv', { count }), onAction: save },
    { id: 'link', label: t('copyLink'), onAction: () => void copy(location.href, say('linkCopied')) },
    {
      id: 'absolute',
      label: t('copyLinkAbsolute'),
      onAction: () => void copy(absoluteLink(question, around.nowMs), say('linkCopied')),
    },
    ...(['curl', 'Python'] as const).map((language) => ({
      id: language,
      label: t('copyCall', { language }),
      onAction: () => void copy(printed(callOf(question, around), language), say('copied', { what: language })),
    })),
  ]
  return (
    <Menu
      label={`${t('export')} e`}
      trigger={
        <>
          {t('export')} <kbd>e</kbd>
        </>
      }
      parts={[{ title: t('exportAll'), entries }]}
    />
  )
}

/** Returns a link that shows the same events on any day, because it names its window by two instants. */
function absoluteLink(question: Question, nowMs: number): string {
  const { fromMs, toMs } = spanOfTca(question, nowMs)
  const link = new URL(location.href)
  link.searchParams.delete('window')
  for (const [name, ms] of [
    ['from', fromMs],
    ['to', toMs],
  ] as const)
    if (Number.isFinite(ms)) link.searchParams.set(name, writeInstant(Math.floor(ms / 60_000) * 60_000))
  return link.href
}

function callOf(question: Question, around: Around) {
  const url = new URL(listConjunctions.path, location.origin)
  for (const [name, value] of Object.entries(apiQueryOf(question, around)))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return { method: listConjunctions.method, url: url.href, body: undefined, isStream: false }
}

/** Returns the call of the API that returns the same events, for the menu of a pane. */
export function paneCallOf(question: Question, around: Around) {
  const { method, path } = listConjunctions
  return { method, path, query: apiQueryOf(question, around) }
}
