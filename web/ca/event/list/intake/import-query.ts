import {
  getImport,
  getImportReport,
  type ImportRow,
  listImportRows,
  listImports,
} from '@apsis/contract/ca/message/import.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callFile } from '../../../../api/call.ts'
import { saveFile } from '../../../../ui/file/file.tsx'

/** When the stream reports the progress of an import, these queries are read again. */
export const IMPORTS = ['import'] as const
/** The dialog shows at most this number of rows; the report has all of them. */
export const MOST_ROWS = 200

/** Reads the newest import. */
export const newestImportQuery = () =>
  queryOptions({
    queryKey: [...IMPORTS, 'newest'],
    queryFn: async ({ signal }) => (await call(listImports, { query: { limit: 1 } }, signal))[0] ?? null,
  })

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...IMPORTS, id],
    queryFn: ({ signal }) => call(getImport, { params: { 'import-id': id } }, signal),
  })

/** Reads the results of the first messages of an import: of all messages, or of those with one verdict. */
export const importRowsQuery = (id: string, status: ImportRow['status'] | undefined) =>
  queryOptions({
    queryKey: [...IMPORTS, id, 'rows', status ?? 'all'],
    queryFn: ({ signal }) =>
      call(
        listImportRows,
        { params: { 'import-id': id }, query: { limit: MOST_ROWS, ...(status === undefined ? {} : { status }) } },
        signal,
      ),
  })

/** Saves the report of an import as a file. */
export async function saveReport(id: string, format: 'csv' | 'json'): Promise<void> {
  const { blob, name } = await callFile(getImportReport, { params: { 'import-id': id }, query: { format } })
  saveFile(name ?? `import.${format}`, blob)
}
