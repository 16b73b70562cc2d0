import {
  type ConjunctionView,
  LONGEST_VIEW_NAME_CHARACTERS,
  MOST_VIEWS,
} from '@apsis/contract/userconfig/conjunction-view.ts'
import { useRef, useState } from 'react'
import type { ApiProblem } from '../../../../api/problem.ts'
import { codeInWords, problemInWords } from '../../../../api/problem-in-words.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { Strip } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { uiWords } from '../../../../ui/words.data.ts'
import styles from '../../filter-bar.module.css'
import type { QuestionSearch } from '../../question.ts'
import { conjunctionsWords } from '../../words.data.ts'
import { type ViewsChange, viewOf, withName, withoutView, withView } from './saved-views.ts'
import { useChangeViews } from './stored-views.ts'
import { viewsWords } from './views-words.data.ts'

type Props = { readonly subject: string; readonly views: readonly ConjunctionView[]; readonly onClose: () => void }

/** The dialog that saves the current filters, order, groups and columns as a view with a name. */
export function SaveViewDialog({ subject, views, search, onClose }: Props & { readonly search: QuestionSearch }) {
  const t = useWords(conjunctionsWords)
  const own = useWords(viewsWords)
  const say = useWords(uiWords)
  const [name, setName] = useState('')
  const [wasAsked, setWasAsked] = useState(false)
  const { form, saving } = useSaving(subject)
  const wanted = name.trim()
  const isTaken = views.some((view) => view.name === wanted)
  const isFull = !isTaken && views.length >= MOST_VIEWS
  const fault = wanted === '' ? own('viewNameMissing') : isFull ? own('tooManyViews', { count: MOST_VIEWS }) : undefined
  const save = () => {
    setWasAsked(true)
    if (fault !== undefined || saving.isPending) return
    const view = { name: wanted, search: viewOf(search) }
    saving.mutate((stored) => withView(stored, view), { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={own('saveViewTitle')}
      onClose={onClose}
      close={say('cancel')}
      confirm={{ label: t('save'), onConfirm: save }}
    >
      <form
        ref={form}
        className="stack gap-12"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <NotSaved problem={saving.error} />
        <p>{own('viewKeeps')}</p>
        <TextField
          label={own('viewName')}
          value={name}
          onChange={setName}
          maxLength={LONGEST_VIEW_NAME_CHARACTERS}
          autoFocus
          help={isTaken ? own('viewReplaced') : undefined}
          error={wasAsked ? fault : undefined}
        />
      </form>
    </Dialog>
  )
}

/** The dialog that renames and deletes views; a deleted view can be restored until the dialog is closed. */
export function ViewsDialog({ subject, views, onClose }: Props) {
  const own = useWords(viewsWords)
  const [deleted, setDeleted] = useState<ConjunctionView>()
  const { form, saving } = useSaving(subject)
  const remove = (view: ConjunctionView) =>
    saving.mutate((stored) => withoutView(stored, view.name), { onSuccess: () => setDeleted(view) })
  const bringBack = (view: ConjunctionView) =>
    saving.mutate((stored) => withView(stored, view), { onSuccess: () => setDeleted(undefined) })
  return (
    <Dialog isOpen title={own('manageTitle')} onClose={onClose}>
      <form ref={form} className="stack gap-12" onSubmit={(event) => event.preventDefault()}>
        <NotSaved problem={saving.error} />
        {views.map((view) => (
          <OneView
            key={view.name}
            view={view}
            views={views}
            onChange={(change) => saving.mutate(change)}
            onDelete={() => remove(view)}
          />
        ))}
        {deleted ? (
          <p role="status">
            {own('viewDeleted', { name: deleted.name })}{' '}
            <Button look="quiet" onClick={() => bringBack(deleted)}>
              {own('undo')}
            </Button>
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

/** The form exists as long as its dialog is open. */
function useSaving(subject: string) {
  const form = useRef<HTMLFormElement>(null)
  return { form, saving: useChangeViews(subject, () => form.current !== null) }
}

function NotSaved({ problem }: { readonly problem: ApiProblem | null }) {
  const own = useWords(viewsWords)
  return problem ? (
    <Strip level="serious" isUrgent>
      {own('viewsNotSaved')} ({codeInWords(problem)}): {problemInWords(problem).message}
    </Strip>
  ) : null
}

type OneProps = Pick<Props, 'views'> & {
  readonly view: ConjunctionView
  readonly onChange: (change: ViewsChange) => void
  readonly onDelete: () => void
}

/** One view in the list; its new name applies when the field is left or Enter pressed. */
function OneView({ view, views, onChange, onDelete }: OneProps) {
  const own = useWords(viewsWords)
  const [name, setName] = useState(view.name)
  const wanted = name.trim()
  const isTaken = wanted !== view.name && views.some((one) => one.name === wanted)
  const keep = () => {
    if (wanted === view.name || wanted === '' || isTaken) return
    onChange((stored) => withName(stored, view.name, wanted))
  }
  return (
    <div className={`grid gap-8 ${styles.oneView}`}>
      <TextField
        label={own('viewName')}
        value={name}
        onChange={setName}
        maxLength={LONGEST_VIEW_NAME_CHARACTERS}
        onBlur={keep}
        onKeyDown={({ key }) => (key === 'Enter' ? keep() : undefined)}
        error={isTaken ? own('viewTaken') : wanted === '' ? own('viewNameMissing') : undefined}
      />
      <Button look="quiet" aria-label={own('deleteView', { name: view.name })} onClick={onDelete}>
        {own('delete')}
      </Button>
    </div>
  )
}
