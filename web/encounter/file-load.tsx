import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { problemInWords } from '../api/problem-in-words.ts'
import button from '../ui/button/button.module.css'
import { Banner } from '../ui/page/pane-states.tsx'
import { DropArea } from './drop-area.tsx'
import styles from './file-load.module.css'

/** The maximum number of errors of a file that are shown at once. */
const MOST_FAULTS_SHOWN = 8

/** Returns the state of loading a file; its errors are shown at the place of the file. */
export const useFileLoad = <T,>(send: (file: File) => Promise<T>, writes: readonly QueryKey[]) =>
  useMutation({ meta: { silent: 'load-file', writes }, mutationFn: send })

/** A browser that knows no program for a kind of file names another media type, so it is set here. */
export const blobOf = (file: File, type: string) => new Blob([file], { type })

type Props<T> = {
  readonly load: UseMutationResult<T, Error, File>
  /** The kinds of files, in the form that an input accepts. */
  readonly accept: string
  readonly words: { readonly drop: string; readonly choose: string; readonly loading: string }
  /** Returns the text after a successful load. */
  readonly loaded: (answer: T) => string
  /** Returns the text that says that nothing was loaded; the reason is empty if the errors are listed below. */
  readonly refused: (why: string) => string
  /** Returns one error as text, with its place; if absent, the error's message contains the place. */
  readonly faultInWords?: (fault: ProblemDetail) => string
  /** The description of the format of the file. */
  readonly children?: React.ReactNode
}

/** Sends a dropped or chosen file at once, and shows the result: all of it is loaded, or nothing. */
export function FileLoad<T>({ load, accept, words, loaded, refused, faultInWords, children }: Props<T>) {
  const id = useId()
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined && !load.isPending) load.mutate(file)
  }
  return (
    <DropArea className={`grid gap-6 pad-10 fs-13 ${styles.drop}`} overClassName={styles.over} onFiles={take}>
      {children === undefined ? null : <div>{children}</div>}
      <input
        id={id}
        type="file"
        accept={accept}
        className="visually-hidden"
        onChange={(event) => {
          take(event.target.files)
          // Without this the browser would not report a change when the user corrects the file and chooses it again.
          event.target.value = ''
        }}
      />
      <span>
        {words.drop}{' '}
        <label htmlFor={id} className={`${button.button} ${styles.choose}`}>
          {words.choose}
        </label>
      </span>
      {load.isPending ? <output>{words.loading}</output> : null}
      {load.data === undefined ? null : <Banner level="ok">{loaded(load.data)}</Banner>}
      {load.error ? <Refused error={load.error as ApiProblem} refused={refused} faultInWords={faultInWords} /> : null}
    </DropArea>
  )
}

type RefusedProps = {
  readonly error: ApiProblem
  readonly refused: Props<unknown>['refused']
  readonly faultInWords: Props<unknown>['faultInWords'] | undefined
}

function Refused({ error, refused, faultInWords }: RefusedProps) {
  const details = error.details?.slice(0, MOST_FAULTS_SHOWN) ?? []
  return (
    <Banner level="caution" isUrgent>
      {refused(details.length > 0 ? '' : problemInWords(error).message)}
      {details.map((fault) => (
        <span key={`${fault.line} ${fault.column} ${fault.message}`} className="block">
          {faultInWords?.(fault) ?? fault.message}
        </span>
      ))}
    </Banner>
  )
}
