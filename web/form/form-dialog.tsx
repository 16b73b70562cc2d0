import { type ApiProblem, STALE_STATUS } from '../api/problem.ts'
import { codeInWords, problemInWords } from '../api/problem-in-words.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Banner } from '../ui/page/pane-states.tsx'
import type { AnyForm } from './use-form.ts'

type Props = {
  readonly form: AnyForm
  readonly title: string
  readonly onClose: () => void
  readonly close?: string
  /** The label of the button that saves, and its text while it saves; without it the dialog can only be closed. */
  readonly confirm?: string | undefined
  readonly saving?: string
  readonly isWide?: boolean
  readonly refused?: RefusedWords | undefined
  readonly children: React.ReactNode
}

/** The text above the text of a refusal. */
type RefusedWords = {
  readonly what: string
  /** The text that is shown instead of the refusal's if somebody else has saved meanwhile. */
  readonly stale?: string
  readonly hasCode?: boolean
}

/** A dialog with a form: Enter in a field confirms, and a refusal is shown below the fields, which keep their values. */
export function FormDialog({ form, title, onClose, close, confirm, saving, isWide, refused, children }: Props) {
  const label = form.isSaving ? (saving ?? confirm) : confirm
  return (
    <Dialog
      isOpen
      isWide={isWide ?? false}
      title={title}
      onClose={onClose}
      close={close}
      confirm={label === undefined ? undefined : { label, onConfirm: form.submit }}
    >
      <form
        className="grid gap-12 mt-8"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (confirm !== undefined) form.submit()
        }}
      >
        {children}
        <Refusal problem={form.isAtFields ? null : form.problem} refused={refused} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}

type RefusalProps = { readonly problem: ApiProblem | null; readonly refused?: RefusedWords | undefined }

/** Shows the reason why nothing was saved. */
export function Refusal({ problem, refused }: RefusalProps) {
  if (problem === null) return null
  return (
    <Banner level="caution" isUrgent>
      {refused ? refusedText(problem, refused) : problemInWords(problem).message}
    </Banner>
  )
}

function refusedText(problem: ApiProblem, { what, stale, hasCode }: RefusedWords): string {
  const { message } = problemInWords(problem)
  if (hasCode) return `${what} (${codeInWords(problem)}): ${message}`
  return `${what}. ${problem.status === STALE_STATUS && stale !== undefined ? stale : message}`
}
