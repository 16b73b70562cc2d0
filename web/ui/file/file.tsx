import { createContext, use } from 'react'

/** The marks of every file of the application: in its name, and in its first line if the data is simulated. */
export type FileMarks = {
  readonly isSimulated: boolean
  /** Returns the time of writing, formatted for file names: `20261120_070227_Z`. */
  readonly stamp?: () => string
}

const Marks = createContext<FileMarks>({ isSimulated: false })

/** Sets the marks of files for everything inside it, for example that the data is simulated. */
export const FileMarking = Marks.Provider

/** Returns the marks of files that are set here. */
export function useFileMarks(): FileMarks {
  return use(Marks)
}

/** Returns a name such as `conjunctions_SIMULATED_20261120_070227_Z.csv`. */
export function fileName(stem: string, kind: string, { isSimulated, stamp }: FileMarks): string {
  return `${[stem, isSimulated ? 'SIMULATED' : undefined, stamp?.()].filter(Boolean).join('_')}.${kind}`
}

/** Lets the browser download a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // When the click returns, the browser has started the download, so the address is no longer needed.
  setTimeout(() => URL.revokeObjectURL(address))
}
