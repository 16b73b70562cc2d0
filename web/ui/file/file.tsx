import { createContext, use } from 'react'

/** The marks in the name of every file of the application, and in its first line if the data is simulated. */
export type FileMarks = {
  readonly isSimulated: boolean
  /** Returns the time of writing in the format of file names: `20261120_070227_Z`. */
  readonly stamp?: () => string
}

const Marks = createContext<FileMarks>({ isSimulated: false })

/** Sets the marks of files for everything inside: simulated if the data is. */
export const FileMarking = Marks.Provider

/** Returns the marks of the files here. */
export function useFileMarks(): FileMarks {
  return use(Marks)
}

/** `conjunctions_SIMULATED_20261120_070227_Z.csv`. */
export function fileName(stem: string, kind: string, { isSimulated, stamp }: FileMarks): string {
  return `${[stem, isSimulated ? 'SIMULATED' : undefined, stamp?.()].filter(Boolean).join('_')}.${kind}`
}

/** Hands a file to the person at the screen. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started the download when the click returns.
  setTimeout(() => URL.revokeObjectURL(address))
}
