import { useState } from 'react'
import { Icon } from '../button/icon.tsx'
import { Menu, type MenuEntry } from '../button/menu.tsx'
import { type PlotTable, toCsv } from '../file/csv.ts'
import { type FileMarks, fileName, saveFile, useFileMarks } from '../file/file.tsx'
import { type Call, LANGUAGES, type Language } from '../file/printed-call.ts'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'

type Exit = Omit<MenuEntry, 'id'>
/** The call of the API that brought the data. */
export type ApiCall = {
  readonly method: string
  /** The path from the root of the server: `/api/v1/ca/conjunctions`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly isStream?: boolean
}
/** The three kinds of exports of a pane: link, file, API (ux.md R9). */
export type PaneExports = {
  /** The entries besides the link that restores the view; that link is always there. */
  readonly link?: readonly Exit[]
  /** Files in standard formats, besides `csv`. */
  readonly file?: readonly Exit[]
  readonly api?: readonly Exit[]
  /** The values as a file, created on demand. */
  readonly csv?: { readonly name: string; readonly table: () => PlotTable }
  readonly call?: ApiCall
}
type Props = PaneExports & {
  /** The title of the pane. */
  readonly of: string
  /** The id of the pane, if a link can lead to it. */
  readonly anchor?: string | undefined
}

const SAID_MS = 4_000

/** Shows the menu of a pane: a link to the view, its files, and the call that brought the data. */
export function PaneMenu({ of, anchor, csv, call, ...more }: Props) {
  const say = useWords(uiWords)
  const marks = useFileMarks()
  const [said, setSaid] = useState('')
  const tell = (text: string) => {
    setSaid(text)
    setTimeout(() => setSaid((now) => (now === text ? '' : now)), SAID_MS)
  }
  const copy = async (text: string | Promise<string>, done: string) => {
    try {
      await navigator.clipboard.writeText(await text)
      tell(done)
    } catch {
      tell(say('notCopied'))
    }
  }
  const link = { label: say('copyLink'), onAction: () => void copy(addressOf(anchor), say('linkCopied')) }
  const part = (title: string, exports: readonly Exit[]) => ({
    title,
    entries: exports.map((exit) => ({ ...exit, id: `${title} ${exit.label}` })),
  })
  const files = csv ? [{ label: 'CSV', note: say('values'), onAction: () => saveCsv(csv, marks) }] : []
  const calls = LANGUAGES.map((language) => ({
    label: say('copyAs', { language }),
    note: call?.method ?? '',
    onAction: () => call && void copy(printed(callOf(call), language), say('copied', { what: language })),
  }))
  const parts = [
    part(say('link'), [link, ...(more.link ?? [])]),
    part(say('file'), [...(more.file ?? []), ...files]),
    part(say('api'), [...(call ? calls : []), ...(more.api ?? [])]),
  ].filter(({ entries }) => entries.length > 0)
  return (
    <>
      <span role="status" className="soft fs-12">
        {said}
      </span>
      <Menu label={say('menuOf', { what: of })} look="quiet" trigger={<Icon name="more" />} parts={parts} />
    </>
  )
}

function addressOf(anchor: string | undefined): string {
  const { href } = location
  return anchor === undefined ? href : `${href.split('#')[0]}#${anchor}`
}

/** Returns a call as program text; the code that prints it is fetched on demand. */
export async function printed(call: Call, language: Language): Promise<string> {
  return (await import('../file/print-call.ts')).printCall(call, language)
}

function callOf({ method, path, query = {}, body, isStream = false }: ApiCall) {
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return { method, url: url.href, body, isStream }
}

function saveCsv({ name, table }: NonNullable<PaneExports['csv']>, marks: FileMarks): void {
  saveFile(fileName(name, 'csv', marks), new Blob([toCsv(table(), marks)], { type: 'text/csv' }))
}
