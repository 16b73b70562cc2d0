import { createContext, use } from 'react'

/** What every file of the application carries in its name, and in its first line where that is simulated. */
export type FileMarks = {
  readonly isSimulated: boolean
  /** When it is written, as names of files have it: `20261120_070227_Z`. */
  readonly stamp?: () => string
}

const Marks = createContext<FileMarks>({ isSimulated: false })

/** Says for everything inside how files are marked: simulated where the data is. */
export const FileMarking = Marks.Provider

/** How files are marked here. */
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
  // The browser has taken hold of it when the click returns.
  setTimeout(() => URL.revokeObjectURL(address))
}
