import {
  createImport,
  getImport,
  IMPORT_LIMITS,
  type ImportDetail,
  sendImportFiles,
} from '@apsis/contract/ca/message/import.ts'
import { call, upload } from '../../../../api/call.ts'
import { ApiProblem } from '../../../../api/problem.ts'
import { createPageStore, useStorePart } from '../../../../ui/store/store.ts'

/** The maximum size of one request: little is lost if the connection breaks. */
const MOST_BYTES_PER_REQUEST = 4 * 1024 ** 2
const MOST_FILES_PER_REQUEST = 100
/** The pause before another attempt is longer after each failure, from the first to the longest pause. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1_000, 15_000]

export const isTooLarge = ({ size }: File) => size > IMPORT_LIMITS.atOnceBytes

/** The imports whose files this tab is sending, whether or not their dialog is open. */
type Sending = 'sending' | 'broken'
const sending = createPageStore<ReadonlyMap<string, Sending>>(new Map())

/** The browser asks for confirmation before the page is closed, because only this page has the files. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function setSending(id: string, state: Sending | undefined): void {
  const others = [...sending.read()].filter(([other]) => other !== id)
  const next = new Map(state === undefined ? others : [...others, [id, state]])
  if (next.size > 0) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
  sending.set(next)
}

/** Returns the state of sending in this tab: sending, or a broken connection; undefined if this tab sends no files of the import. */
export function useSending(id: string | undefined): Sending | undefined {
  return useStorePart(sending, (all) => (id === undefined ? undefined : all.get(id)))
}

/** Begins an import of these files. */
export const beginImport = (files: readonly File[]): Promise<ImportDetail> =>
  call(createImport, { body: { files: files.map(({ name, size }) => ({ name, bytes: size })) } })

/** Returns the files that an import still lacks, by their index in its list: a file is identified by its name and size. */
export function filesMissing({ list }: ImportDetail, files: readonly File[]): Map<number, File> {
  const left = [...files]
  const found = new Map<number, File>()
  for (const { place, name, bytes, state } of list) {
    const at = left.findIndex((file) => file.name === name && file.size === bytes)
    const [file] = at === -1 ? [] : left.splice(at, 1)
    if (file !== undefined && state === 'MISSING') found.set(place, file)
  }
  return found
}

/**
 * Sends the missing files of an import, a few at a time. After a broken connection it continues as soon as the connection is back: files
 * that arrived are not sent again.
 */
export async function sendMissing(id: string, files: ReadonlyMap<number, File>): Promise<void> {
  setSending(id, 'sending')
  try {
    await sendInForms(id, files)
  } finally {
    setSending(id, undefined)
  }
}

async function sendInForms(id: string, files: ReadonlyMap<number, File>): Promise<void> {
  const params = { 'import-id': id }
  for (let failures = 0; ; ) {
    try {
      const { list } = await call(getImport, { params })
      const missing = list.filter(({ place, state }) => state === 'MISSING' && files.has(place))
      if (missing.length === 0) return
      await upload(sendImportFiles, nextForm(missing, files), { params })
      failures = 0
      setSending(id, 'sending')
    } catch (problem) {
      if (!isPassing(problem)) throw problem
      failures += 1
      setSending(id, 'broken')
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

type Missing = { readonly place: number; readonly bytes: number }

function nextForm(missing: readonly Missing[], files: ReadonlyMap<number, File>): FormData {
  const form = new FormData()
  let total = 0
  for (const [count, { place, bytes }] of missing.entries()) {
    const file = files.get(place)
    if (file === undefined) continue
    if (count >= MOST_FILES_PER_REQUEST || (total > 0 && total + bytes > MOST_BYTES_PER_REQUEST)) break
    total += bytes
    form.append('file', file, String(place))
  }
  return form
}

/** True if sending again may help: the connection failed, or the server is temporarily busy. */
function isPassing(problem: unknown): boolean {
  if (!(problem instanceof ApiProblem)) return false
  if (problem.kind === 'no-connection' || problem.kind === 'no-answer') return true
  return [408, 429, 500, 502, 503, 504].includes(problem.code)
}
